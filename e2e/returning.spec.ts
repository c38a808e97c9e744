/** Links into a page, its typeface, and a tab from before a deploy. */
import type { Page } from 'playwright/test'
import { paths } from '@/lib/site'
import { expect, origin, test } from './setup/test'

/** Ids that the page's own links lead to, in document order. */
const targets = (page: Page) =>
  page.evaluate(() => {
    const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')]
    const ids = new Set(links.map(({ hash }) => decodeURIComponent(hash.slice(1))))
    return [...document.querySelectorAll('[id]')].map(({ id }) => id).filter((id) => ids.has(id))
  })

/** Waits until the scroll position is stable for three frames. */
async function settled(page: Page) {
  await page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame)
    for (let still = 0, last = NaN; still < 3; last = scrollY) {
      await frame()
      still = scrollY === last ? still + 1 : 0
    }
  })
}

const part = (page: Page, id: string) => page.locator(`[id="${id}"]`)

const linked = [paths.protocol, paths.faq]

test('a linked section is in view after opening, reload and Back', async ({ page }) => {
  for (const path of linked) {
    await page.goto(path)
    const id = (await targets(page)).at(-1) ?? ''
    const open = [
      () => page.goto(`${path}#${id}`),
      () => page.reload(),
      () => page.goto('about:blank').then(() => page.goBack()),
    ]
    await page.goto('about:blank')
    for (const step of open) {
      await step()
      await settled(page)
      await expect(part(page, id), path).toBeInViewport()
    }
  }
})

test('a link to a section that is pressed before the load event reaches it', async ({ page }) => {
  // A pending picture delays the load event.
  let arrive = () => {}
  await page.route('**/late.png', async (route) => {
    await new Promise<void>((resolve) => (arrive = resolve))
    await route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' })
  })
  await page.addInitScript(() => document.addEventListener('DOMContentLoaded', () => (new Image().src = '/late.png')))
  for (const path of linked) {
    await page.goto(path, { waitUntil: 'domcontentloaded' })
    const id = (await targets(page)).at(-1) ?? ''
    await page.evaluate((id) => document.querySelector<HTMLElement>(`a[href="#${id}"]`)?.click(), id)
    await settled(page)
    await expect(part(page, id), path).toBeInViewport()
    arrive()
    await page.waitForLoadState('load')
    await settled(page)
    await expect(part(page, id), path).toBeInViewport()
  }
})

test('a tab whose scripts are gone reloads once and keeps what was typed', async ({ page, quietConsole }) => {
  quietConsole.allow(/status of 404/)
  let isGone = true
  let loads = 0
  page.on('load', () => {
    loads++
    if (loads === 2) isGone = false
  })
  await page.route(/\/_next\/static\/chunks\/.*\.js/, (route) =>
    isGone ? route.fulfill({ status: 404 }) : route.continue(),
  )
  await page.goto(paths.faq)
  const questions = page.locator('[data-question]').filter({ visible: true })
  const all = await questions.count()
  const box = page.getByRole('searchbox', { name: 'Search the questions' })
  await box.fill('cancel')
  await expect.poll(() => loads).toBe(2)
  await expect(box).toHaveValue('cancel')
  await expect.poll(() => questions.count()).toBeLessThan(all)
})

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

test('keeps one typeface over ten pages on a fast connection', async ({ browser }) => {
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

test('ignores a font that loads late', async ({ page }) => {
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
