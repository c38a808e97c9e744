import { declined } from './setup/visit'
import type { Locator, Page } from 'playwright/test'
import { offlinePage, paths } from '@/lib/site'
import { samplePost } from './setup/routes'
import { expect, test } from './setup/test'
import {
  deferredFile,
  pageDataFile,
  blockDeferredFiles,
  untilCommit,
  statusLine,
  openUntilIdle,
} from './setup/deferred-scripts'

test.beforeEach(({ context }) => declined(context))
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

/** Opacity of a button's progress bar, or `none`. */
const progressOpacity = (button: Locator) =>
  button.evaluate((element) => {
    const { content, opacity } = getComputedStyle(element, '::after')
    return content === 'none' ? 'none' : opacity
  })

test.describe('a saved post', () => {
  const saveButton = (page: Page) => page.getByRole('button', { name: 'Save for offline' })
  const savedMessage = (page: Page) => page.getByText(/^Saved on this device, [\d.]+ MB\.$/)

  for (const [name, press] of [
    ['a press', (button: Locator) => button.click()],
    ['Enter', (button: Locator) => button.press('Enter')],
    ['the space bar', (button: Locator) => button.press('Space')],
  ] as const) {
    test(`${name} on “Save for offline” before scripts run saves once${name === 'a press' ? '' : ' @long'}`, async ({
      page,
    }) => {
      const { release } = await blockDeferredFiles(page)
      await openUntilIdle(page, samplePost)
      expect(await progressOpacity(saveButton(page))).toBe('none')
      await press(saveButton(page))
      await expect(saveButton(page)).toHaveAttribute('aria-busy', 'true')
      await expect.poll(() => progressOpacity(saveButton(page))).toBe('1')
      expect(await page.evaluate(() => caches.keys())).toEqual([])
      release()
      await expect(savedMessage(page)).toBeVisible()
      await expect(saveButton(page)).toHaveCount(0)
    })
  }

  test('is listed on the blog and on its own page, and can be removed there', async ({ page }) => {
    await openUntilIdle(page, samplePost)
    const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
    await saveButton(page).click()
    await expect(savedMessage(page)).toBeVisible()
    await page.goto(paths.blog)
    const listed = page.getByRole('region', { name: 'Saved on this device' })
    await expect(listed.getByRole('link', { name: title })).toBeVisible()
    await page.goto(offlinePage.path)
    await expect(listed.getByRole('link', { name: title })).toBeVisible()
    await listed.getByRole('button', { name: /^Remove/ }).click({ clickCount: 3 })
    await expect(page.getByText(/was removed from this device\.$/)).toBeVisible()
  })

  test('the list page shows nothing until its scripts run', async ({ page }) => {
    const { release, requests } = await blockDeferredFiles(page)
    const none = page.getByText(/^You haven’t saved any posts on this device\./)
    await page.goto(offlinePage.path, untilCommit)
    await expect.poll(() => requests.length).toBeGreaterThan(0)
    await expect(none).toHaveCount(0)
    release()
    await expect(none).toBeVisible()
  })

  for (const [what, pattern, answer] of [
    ['missing page data', pageDataFile, { status: 404 }],
    ['a missing script', /\/_next\/static\/chunks\/turbopack-[^/]+\.js$/, { status: 404 }],
  ] as const) {
    test(`reports ${what}, and saves on the next press @long`, async ({ page, quietConsole }) => {
      quietConsole.allow(/status of 404|MIME type/)
      await page.route(pattern, (route) => route.fulfill(answer))
      await openUntilIdle(page, samplePost)
      await saveButton(page).click()
      await expect(statusLine(page)).toHaveText(/^Part of this page didn’t load\./)
      await expect(saveButton(page)).not.toHaveAttribute('aria-busy')
      await page.unroute(pattern)
      await saveButton(page).click()
      await expect(savedMessage(page)).toBeVisible()
      await expect(statusLine(page)).toHaveText('')
    })
  }

  test('reports unreachable scripts, and saves on the next press', async ({ page, quietConsole }) => {
    quietConsole.allow(/ERR_FAILED/)
    await page.route(deferredFile, (route) => route.abort())
    await openUntilIdle(page, samplePost)
    await saveButton(page).click()
    await expect(statusLine(page)).toHaveText(/^Part of this page didn’t load\./)
    await page.unroute(deferredFile)
    await saveButton(page).click()
    await expect(savedMessage(page)).toBeVisible()
  })
})
