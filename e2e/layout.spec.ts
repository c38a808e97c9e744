import { paths } from '@/lib/site'
import { fitFindings } from './setup/fit'
import { layoutBoxes, mirrorFindings } from './setup/mirror'
import { checkedKinds } from './setup/routes'
import { expect, test } from './setup/test'
import { declined, narrow, unfold, visit } from './setup/visit'

test.describe.configure({ mode: 'parallel' })
test.use({ trace: 'off' })
test.beforeEach(({ quietConsole }) => quietConsole.allow(/status of 404/))

test.describe('zoomed to 200 percent', () => {
  // A window of 1280 pixels at this zoom has 640 CSS pixels.
  test.use({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 })

  test('every page fits without overlapping text @once @full', async ({ page, context }) => {
    await declined(context)
    for (const path of checkedKinds) {
      await visit(page, path)
      await unfold(page)
      expect.soft(await page.evaluate(fitFindings), path).toEqual([])
    }
  })
})

test.describe('zoomed to 400 percent', () => {
  // A window of 1280 × 1024 pixels at this zoom.
  test.use({ viewport: { width: 320, height: 256 }, deviceScaleFactor: 4 })

  test('the country list shows several entries and can be closed @once', async ({ page, context }) => {
    await declined(context)
    await page.goto(paths.auth)
    await page.getByRole('button', { name: 'Continue with phone' }).click()
    await page.getByRole('button', { name: /^Country code/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Choose a country code' })
    const list = dialog.getByRole('group', { name: 'Countries' })
    await expect.poll(async () => (await list.boundingBox())?.height).toBeGreaterThan(2 * 44)
    await expect(dialog.getByText('Search by country or code')).toBeInViewport({ ratio: 1 })
    await dialog.getByRole('button', { name: /^Uruguay/ }).click()
    await page.getByRole('button', { name: 'Country code: Uruguay +598' }).click()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
  })
})

for (const viewport of [narrow]) {
  test(`every page is mirrored right to left at ${viewport.width} pixels @once @full`, async ({ page, context }) => {
    await page.setViewportSize(viewport)
    await declined(context)
    for (const path of checkedKinds) {
      await visit(page, path)
      await unfold(page)
      const before = await page.evaluate(layoutBoxes)
      await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
      expect.soft(await page.evaluate(fitFindings), path).toEqual([])
      expect.soft(mirrorFindings(before, await page.evaluate(layoutBoxes), viewport.width), path).toEqual([])
    }
  })
}
