/** On a slow line what lies below the window waits until the page has loaded. Nobody may see that it did. */
import { isPrivatePath, paths } from '@/lib/site'
import type { Page } from 'playwright/test'
import { everyKind, missing } from './setup/routes'
import { expect, test } from './setup/test'

test.describe.configure({ mode: 'parallel' })

/** What a browser says of such a line. */
async function onSlowLine(page: Page) {
  await page.addInitScript(() => {
    const connection = Object.assign(new EventTarget(), { rtt: 600, downlink: 1.2, saveData: false })
    Object.defineProperty(navigator, 'connection', { value: connection })
  })
}

/** How many parts of the page may not be laid out yet. */
const left = (page: Page) =>
  page.evaluate(
    () =>
      [...document.querySelectorAll('body *')].filter((part) => getComputedStyle(part).contentVisibility === 'auto')
        .length,
  )

for (const path of [paths.home, paths.features, paths.faq, paths.blog, paths.about, paths.contact])
  test(`${path} is all there once it has loaded @once @full`, async ({ page }) => {
    await onSlowLine(page)
    await page.goto(path)
    await expect(page.locator('html')).toHaveAttribute('data-line', 'slow')
    await expect.poll(() => left(page)).toBe(0)
    const [height, whole] = await page.evaluate(() => {
      const root = document.documentElement
      const height = root.scrollHeight
      for (const part of document.querySelectorAll<HTMLElement>('body *')) part.style.contentVisibility = 'visible'
      return [height, root.scrollHeight]
    })
    expect(height).toBe(whole)
    const moved = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) =>
            resolve(list.getEntries().reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0)),
          ).observe({ type: 'layout-shift', buffered: true })
          setTimeout(resolve, 300, 0)
        }),
    )
    expect(moved).toBeLessThan(0.01)
  })

test('somebody who comes to a part of a page arrives there @once @full', async ({ page }) => {
  await onSlowLine(page)
  await page.goto(`${paths.home}#price`)
  await expect(page.locator('#price')).toBeInViewport()
})

/** Public pages: each has a skip link at least. */
const reading = everyKind.filter((path) => !isPrivatePath(path) && path !== missing)

/** The parts of the page that its own links lead to, from its top to its end. */
const targets = (page: Page) =>
  page.evaluate(() => {
    const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')]
    const ids = new Set(links.map(({ hash }) => decodeURIComponent(hash.slice(1))))
    return [...document.querySelectorAll('[id]')].map(({ id }) => id).filter((id) => ids.has(id))
  })

/** Waits until the page has settled: all of it is laid out, and nothing moved for three frames. */
async function settled(page: Page) {
  await expect.poll(() => left(page)).toBe(0)
  await page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame)
    for (let still = 0, last = NaN; still < 3; last = scrollY) {
      await frame()
      still = scrollY === last ? still + 1 : 0
    }
  })
}

const part = (page: Page, id: string) => page.locator(`[id="${id}"]`)

test.describe('a part of a page is in the window', () => {
  for (const path of reading)
    test(`on ${path}: opened, loaded again, and come back to @once @full`, async ({ page }) => {
      await onSlowLine(page)
      await page.goto(path)
      for (const id of (await targets(page)).slice(-2)) {
        await page.goto('about:blank')
        await page.goto(`${path}#${id}`)
        await settled(page)
        await expect(part(page, id)).toBeInViewport()
        await page.reload()
        await settled(page)
        await expect(part(page, id)).toBeInViewport()
        await page.goto('about:blank')
        await page.goBack()
        await settled(page)
        await expect(part(page, id)).toBeInViewport()
      }
    })

  for (const path of [paths.home, paths.protocol, paths.faq])
    test(`on ${path}: gone to before the page has loaded @once @full`, async ({ page }) => {
      await onSlowLine(page)
      // A picture that does not come keeps the page from having loaded.
      let arrive = () => {}
      const late = new Promise<void>((resolve) => (arrive = resolve))
      await page.route('**/late.png', async (route) => {
        await late
        await route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' })
      })
      await page.addInitScript(() =>
        document.addEventListener('DOMContentLoaded', () => (new Image().src = '/late.png')),
      )
      await page.goto(path, { waitUntil: 'domcontentloaded' })
      expect(await left(page)).toBeGreaterThan(0)
      const id = (await targets(page)).at(-1) ?? ''
      await page.evaluate((id) => document.querySelector<HTMLElement>(`a[href="#${id}"]`)?.click(), id)
      await settled(page)
      await expect(part(page, id)).toBeInViewport()
      arrive()
      await page.waitForLoadState('load')
      await settled(page)
      await expect(part(page, id)).toBeInViewport()
    })

  test('at the words that a link of a search engine names @once @full', async ({ page }) => {
    await onSlowLine(page)
    await page.goto(`${paths.home}#:~:text=Sources%20on%20this%20page`)
    await settled(page)
    await expect(page.getByRole('heading', { name: 'Sources on this page' })).toBeInViewport()
  })
})
