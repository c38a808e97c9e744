import { paths } from '@/lib/site'
import { browserFlags, ensureBrowser } from '@/tests/setup/browser'
import { fitFindings } from './setup/fit'
import { pageTag } from './setup/routes'
import { signInDemo } from './setup/steps'
import { numberStops, stopNow } from './setup/tab-stops'
import { expect, test } from './setup/test'
import { visit } from './setup/visit'

/** The browser's default font size is doubled, which also affects media queries. */
test.use({
  launchOptions: { executablePath: ensureBrowser(), args: [...browserFlags, '--blink-settings=defaultFontSize=32'] },
})

for (const viewport of [
  { width: 390, height: 844 },
  { width: 320, height: 640 },
]) {
  test.describe(`on a phone of ${viewport.width} pixels`, () => {
    test.use({ viewport })

    for (const path of [paths.home, paths.contact, paths.faq]) {
      test(`${path} fits, and nothing covers the focus @once${viewport.width === 320 ? pageTag(path) : ' @long'}`, async ({
        page,
      }) => {
        await page.goto(path)
        expect(await page.evaluate(() => parseFloat(getComputedStyle(document.documentElement).fontSize))).toBe(32)
        expect(await page.evaluate(fitFindings)).toEqual([])
        const skips = await page.getByRole('link', { name: /^Skip to/ }).all()
        expect(skips.length).toBe(2)
        for (const skip of skips) {
          const box = await skip.boundingBox()
          expect((box?.x ?? 0) + (box?.width ?? 0), 'hidden until focused').toBeLessThanOrEqual(0)
        }

        const names = await page.evaluate(numberStops)
        const reached = new Set<number>()
        for (let press = 0; press < names.length + 5 && reached.size < names.length; press += 1) {
          await page.keyboard.press('Tab')
          const stop = await page.evaluate(stopNow)
          if (!stop) continue
          reached.add(stop.index)
          expect.soft(stop.wrong, stop.name).toEqual([])
        }
        expect(reached.size).toBeGreaterThan(names.length - 3)
      })
    }
  })
}

for (const width of [320, 390]) {
  test(`a subscriber’s pages fit at ${width} pixels @once @long`, async ({ page }) => {
    await page.setViewportSize({ width, height: 700 })
    await signInDemo(page, 'subscriber')
    for (const path of [paths.profile, paths.thankyou, `${paths.pricing}?c=true`, paths.auth]) {
      await visit(page, path)
      expect.soft(await page.evaluate(fitFindings), path).toEqual([])
    }
    await visit(page, paths.profile)
    const receipt = page.getByRole('listitem').filter({ hasText: 'No charge' })
    const ends = await Promise.all([receipt, receipt.getByText('No charge')].map((each) => each.boundingBox()))
    const [edge = 0, state = 0] = ends.map((box) => (box?.x ?? 0) + (box?.width ?? 0))
    expect.soft(Math.abs(edge - state), 'amount and state are aligned at the end').toBeLessThan(1)
    for (const name of ['Cancel plan', 'Change name', 'Change password', 'End all sessions', 'Delete my account']) {
      await page.getByRole('button', { name, exact: true }).click()
      expect.soft(await page.evaluate(fitFindings), name).toEqual([])
      await page.keyboard.press('Escape')
    }
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Change picture' }).click(),
    ])
    await chooser.setFiles('docs/screenshots/home-phone.png')
    const dialog = page.getByRole('dialog', { name: 'Crop your picture' })
    await expect(dialog).toBeVisible()
    const over = await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)
    expect.soft(over, 'the dialog scrolls only vertically').toBe(0)
    expect.soft(await page.evaluate(fitFindings), 'the picture').toEqual([])
  })
}

test('a malformed fragment opens the page unchanged @once @long', async ({ page }) => {
  for (const path of [paths.faq, paths.privacy, paths.protocol]) {
    for (const hash of ['#50%', '#caf%E9']) {
      await page.goto('about:blank')
      await page.goto(path + hash)
      await expect(page.locator('main h1')).toBeVisible()
      await page.waitForLoadState('networkidle')
      await expect(page.getByText('Something went wrong')).toHaveCount(0)
    }
  }
})
