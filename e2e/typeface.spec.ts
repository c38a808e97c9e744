/** A page paints in the web font or in the fallback, and never changes between them. */
import type { Page } from 'playwright/test'
import { paths } from '@/lib/site'
import { expect, origin, test } from './setup/test'

/** The typeface that the heading is drawn in, as the browser reports it. */
async function typeface(page: Page): Promise<string> {
  const device = await page.context().newCDPSession(page)
  await device.send('DOM.enable')
  await device.send('CSS.enable')
  const { root } = await device.send('DOM.getDocument')
  const { nodeId } = await device.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'h1' })
  const { fonts } = await device.send('CSS.getPlatformFontsForNode', { nodeId })
  await device.detach()
  return fonts.map(({ familyName }) => familyName).join()
}

const shift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(sum), 200)
      }),
  )

const visited = [paths.home, paths.features, paths.protocol, paths.sessions, paths.faq]

test('keeps one typeface over ten pages on a fast connection @once', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: origin() })
  const page = await context.newPage()
  const device = await context.newCDPSession(page)
  const connection = { offline: false, latency: 40, downloadThroughput: 1_250_000, uploadThroughput: 1_250_000 }
  await device.send('Network.enable')
  await device.send('Network.emulateNetworkConditions', connection)
  for (const path of [...visited, ...visited]) {
    await page.goto(path, { waitUntil: 'load' })
    expect(await shift(page), path).toBe(0)
    expect(await typeface(page), path).toMatch(/^Figtree/)
  }
  await context.close()
})

test('ignores a font that loads late @once', async ({ page }) => {
  await page.route('**/*.woff2', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000))
    await route.continue().catch(() => undefined)
  })
  const late = page.waitForResponse(/\.woff2$/)
  await page.goto(paths.features)
  await late
  expect(await typeface(page)).not.toContain('Figtree')
  expect(await shift(page)).toBe(0)
})
