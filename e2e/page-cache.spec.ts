/** The back-forward cache, which not every build of Chromium has. */
import { chromium, type Page } from 'playwright/test'
import { paths } from '@/lib/site'
import { browserFlags, fullBrowser } from '@/tests/setup/browser'
import { expect, origin, test } from './setup/test'

const whole = fullBrowser()

const box = (page: Page) => page.getByRole('searchbox', { name: 'Search the questions' })
const shown = (page: Page) => page.locator('[data-question]').filter({ visible: true })
const unready = (page: Page) => page.locator('[data-island]:not([data-ready])')

for (const [when, isTouched] of [
  ['before its scripts ran', false],
  ['after its scripts ran', true],
] as const) {
  test(`restores a page that was left ${when}`, async () => {
    test.skip(!whole, 'needs a whole Chromium')
    const browser = await chromium.launch({
      executablePath: whole ?? '',
      args: browserFlags,
      // Playwright disables the cache by default.
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    })
    try {
      const page = await browser.newPage()
      await page.goto(origin() + paths.faq)
      await page.evaluate(() => {
        addEventListener('pageshow', ({ persisted }) => (document.documentElement.dataset.again = String(persisted)))
      })
      const all = await shown(page).count()
      if (isTouched) {
        await box(page).fill('cancel')
        await expect.poll(() => shown(page).count()).toBeLessThan(all)
      }
      const before = await shown(page).count()
      await page.goto(origin() + paths.features)
      await page.goBack({ waitUntil: 'commit' })
      await expect(page.locator('html')).toHaveAttribute('data-again', 'true')
      await expect(shown(page)).toHaveCount(before)
      await expect(unready(page)).toHaveCount(isTouched ? 0 : 1)
      await box(page).fill('refund')
      await expect(unready(page)).toHaveCount(0)
      await expect.poll(() => shown(page).count()).toBeLessThan(all)
      await box(page).fill('')
      await expect(shown(page)).toHaveCount(all)
    } finally {
      await browser.close()
    }
  })
}
