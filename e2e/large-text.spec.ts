import { paths } from '@/lib/site'
import { browserFlags, ensureBrowser } from '@/tests/setup/browser'
import { fitFindings } from './setup/fit'
import { numberStops, stopNow } from './setup/tab-stops'
import { expect, test } from './setup/test'

/** The browser's default font size is doubled, which also affects media queries. */
test.use({
  launchOptions: { executablePath: ensureBrowser(), args: [...browserFlags, '--blink-settings=defaultFontSize=32'] },
})

for (const viewport of [{ width: 320, height: 640 }]) {
  test.describe(`on a phone of ${viewport.width} pixels`, () => {
    test.use({ viewport })

    for (const path of [paths.home, paths.contact, paths.faq]) {
      test(`${path} fits, and nothing covers the focus @once`, async ({ page }) => {
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
