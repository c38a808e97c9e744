/** On slow connections, links into a page reach their target. */
import { isPrivatePath, paths } from '@/lib/site'
import type { Page } from 'playwright/test'
import { everyKind, missing, pageTag } from './setup/routes'
import { expect, test } from './setup/test'

test.describe.configure({ mode: 'parallel' })

/** Reports a slow connection to the page. */
async function onSlowConnection(page: Page) {
  await page.addInitScript(() => {
    const connection = Object.assign(new EventTarget(), { rtt: 600, downlink: 1.2, saveData: false })
    Object.defineProperty(navigator, 'connection', { value: connection })
  })
}

test('a link to a section scrolls to it @once @full', async ({ page }) => {
  await onSlowConnection(page)
  await page.goto(`${paths.home}#price`)
  await expect(page.locator('#price')).toBeInViewport()
})

/** Public pages, each of which has at least a skip link. */
const reading = everyKind.filter((path) => !isPrivatePath(path) && path !== missing)

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

test.describe('a linked section is in view', () => {
  for (const path of reading)
    test(`on ${path} after opening, reload and Back @once @full${pageTag(path)}`, async ({ page }) => {
      await onSlowConnection(page)
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
    test(`on ${path} when pressed before the load event @once @full${pageTag(path)}`, async ({ page }) => {
      await onSlowConnection(page)
      // A pending picture delays the load event.
      const { promise: late, resolve: arrive } = Promise.withResolvers<void>()
      await page.route('**/late.png', async (route) => {
        await late
        await route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' })
      })
      await page.addInitScript(() =>
        document.addEventListener('DOMContentLoaded', () => (new Image().src = '/late.png')),
      )
      await page.goto(path, { waitUntil: 'domcontentloaded' })
      const id = (await targets(page)).at(-1) ?? ''
      await page.evaluate((id) => document.querySelector<HTMLElement>(`a[href="#${id}"]`)?.click(), id)
      await settled(page)
      await expect(part(page, id)).toBeInViewport()
      arrive()
      await page.waitForLoadState('load')
      await settled(page)
      await expect(part(page, id)).toBeInViewport()
    })

  test('for a text fragment of a search engine @once @full', async ({ page }) => {
    await onSlowConnection(page)
    await page.goto(`${paths.home}#:~:text=Sources%20on%20this%20page`)
    await settled(page)
    await expect(page.getByRole('heading', { name: 'Sources on this page' })).toBeInViewport()
  })
})
