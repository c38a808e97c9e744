import { paths } from '@/lib/site'
import { numberStops, stopNow, walkByTab } from './setup/tab-stops'
import { expect, test } from './setup/test'
import { declined, visit } from './setup/visit'

test.describe.configure({ mode: 'parallel' })

test('the consent bar never covers the focus, even in a window of 320 × 256', async ({ page }) => {
  await visit(page, paths.home)
  await expect(page.getByRole('button', { name: 'Accept' })).toBeVisible()
  await walkByTab(page, 'page')
  await page.setViewportSize({ width: 320, height: 256 })
  await visit(page, paths.about)
  await expect(page.getByRole('button', { name: 'Accept' })).toBeAttached()
  await walkByTab(page, 'page')
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
