import { fitFindings } from './setup/fit'
import { layoutBoxes, mirrorFindings } from './setup/mirror'
import { everyKind } from './setup/routes'
import { expect, test } from './setup/test'
import { declined, narrow, unfold, visit, wide } from './setup/visit'

test.describe.configure({ mode: 'parallel' })
test.use({ trace: 'off' })
test.beforeEach(({ quietConsole }) => quietConsole.allow(/status of 404/))

test.describe('zoomed to 200 percent', () => {
  // A window of 1280 pixels at this zoom is one of 640, each of four.
  test.use({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 })

  test('every page fits, and nothing stands over its text @once', async ({ page, context }) => {
    await declined(context)
    for (const path of everyKind) {
      await visit(page, path)
      await unfold(page)
      expect.soft(await page.evaluate(fitFindings), path).toEqual([])
    }
  })
})

test('every page fits when only its text is twice as large @once', async ({ page }) => {
  await page.setViewportSize(wide)
  for (const path of everyKind) {
    await visit(page, path)
    await unfold(page)
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    expect.soft(await page.evaluate(fitFindings), path).toEqual([])
  }
})

for (const viewport of [narrow, wide]) {
  test(`every page of ${viewport.width} pixels has a mirror image from right to left @once`, async ({
    page,
    context,
  }) => {
    await page.setViewportSize(viewport)
    await declined(context)
    for (const path of everyKind) {
      await visit(page, path)
      await unfold(page)
      const before = await page.evaluate(layoutBoxes)
      await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
      expect.soft(await page.evaluate(fitFindings), path).toEqual([])
      expect.soft(mirrorFindings(before, await page.evaluate(layoutBoxes), viewport.width), path).toEqual([])
    }
  })
}
