import type { Page } from 'playwright/test'
import { paths } from '@/lib/site'
import { busyPages } from './setup/routes'
import { numberStops, stopNow } from './setup/tab-stops'
import { expect, test } from './setup/test'
import { declined, visit } from './setup/visit'

test.describe.configure({ mode: 'parallel' })

/** Presses Tab from the first stop past the last one, of the page or of its main content. */
async function walk(page: Page, part: 'page' | 'main') {
  const { names, main } = await page.evaluate(numberStops)
  const [first, end] = part === 'main' ? main : [0, names.length]
  expect(names.length).toBeGreaterThan(5)
  // The page stays at its top, as after its header.
  if (part === 'main') await page.getByRole('main').evaluate((main) => main.focus({ preventScroll: true }))
  const reached: number[] = []
  const wrong: string[] = []
  let left = false
  while (!left && reached.length <= end - first + 3) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(stopNow)
    // After the last stop comes the browser's own UI, which headless windows skip.
    left = !stop || stop.index === end || (stop.index === 0 && reached.length > 0)
    if (left || !stop) break
    reached.push(stop.index)
    wrong.push(...stop.wrong.map((each) => `"${stop.name}" ${each}`))
  }
  expect.soft(left, 'the focus goes on').toBe(true)
  expect.soft(reached.map((index) => names[index] ?? 'something else')).toEqual(names.slice(first, end))
  expect.soft(wrong).toEqual([])
}

for (const path of busyPages) {
  test(`Tab reaches the content of ${path} once, in order and visibly`, async ({ page, context }) => {
    await declined(context)
    await visit(page, path)
    await walk(page, 'main')
  })
}

test('the consent bar never covers the focus, even in a window of 320 × 256', async ({ page }) => {
  await visit(page, paths.home)
  await expect(page.getByRole('button', { name: 'Accept' })).toBeVisible()
  await walk(page, 'page')
  await page.setViewportSize({ width: 320, height: 256 })
  await visit(page, paths.about)
  await expect(page.getByRole('button', { name: 'Accept' })).toBeAttached()
  await walk(page, 'page')
})

test('on a phone, the header that comes back never covers the focus', async ({ page, context }) => {
  await declined(context)
  await page.setViewportSize({ width: 390, height: 700 })
  await visit(page, paths.about)
  const { names } = await page.evaluate(numberStops)
  await page.locator('[data-stop]').last().focus()
  const wrong: string[] = []
  for (let left = names.length - 1; left > 0; left--) {
    await page.keyboard.press('Shift+Tab')
    wrong.push(...((await page.evaluate(stopNow))?.wrong ?? ['left the page']))
  }
  expect(wrong).toEqual([])
})

test('the first Tab reaches a skip link to the main content', async ({ page }) => {
  await page.goto('/')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  const inMain = await page.evaluate(() => document.activeElement?.closest('main') !== null)
  expect(inMain).toBe(true)
})
