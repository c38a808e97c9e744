import type { Page } from 'playwright/test'
import { paths } from '@/lib/site'
import { busyPages } from './setup/routes'
import { numberStops, stopNow } from './setup/tab-stops'
import { expect, test } from './setup/test'
import { declined, visit } from './setup/visit'

test.describe.configure({ mode: 'parallel' })

/** Presses Tab from the first stop past the last one. */
async function walk(page: Page) {
  const stops = await page.evaluate(numberStops)
  expect(stops.length).toBeGreaterThan(5)
  const reached: number[] = []
  const wrong: string[] = []
  let left = false
  while (!left && reached.length <= stops.length + 3) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(stopNow)
    // After the last stop comes the browser's own UI, which headless windows skip.
    left = !stop || (stop.index === 0 && reached.length > 0)
    if (left || !stop) break
    reached.push(stop.index)
    wrong.push(...stop.wrong.map((each) => `"${stop.name}" ${each}`))
  }
  expect.soft(left, 'the focus leaves the page').toBe(true)
  expect.soft(reached.map((index) => stops[index] ?? 'something else')).toEqual(stops)
  expect.soft(wrong).toEqual([])
}

for (const path of busyPages) {
  test(`Tab reaches everything on ${path} once, in order and visibly`, async ({ page, context }) => {
    await declined(context)
    await visit(page, path)
    await walk(page)
  })
}

test('the consent bar never covers the focus, even in a window of 320 × 256', async ({ page }) => {
  await visit(page, paths.home)
  await expect(page.getByRole('button', { name: 'Accept' })).toBeVisible()
  await walk(page)
  await page.setViewportSize({ width: 320, height: 256 })
  await visit(page, paths.about)
  await expect(page.getByRole('button', { name: 'Accept' })).toBeAttached()
  await walk(page)
})

test('on a phone, the header that comes back never covers the focus', async ({ page, context }) => {
  await declined(context)
  await page.setViewportSize({ width: 390, height: 700 })
  await visit(page, paths.about)
  const stops = await page.evaluate(numberStops)
  await page.locator('[data-stop]').last().focus()
  const wrong: string[] = []
  for (let left = stops.length - 1; left > 0; left--) {
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
