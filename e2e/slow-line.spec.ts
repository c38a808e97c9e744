/** On a slow line what lies below the window waits until the page has loaded. Nobody may see that it did. */
import { paths } from '@/lib/site'
import type { Page } from 'playwright/test'
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
  test(`${path} is all there once it has loaded @once`, async ({ page }) => {
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

test('somebody who comes to a part of a page arrives there @once', async ({ page }) => {
  await onSlowLine(page)
  await page.goto(`${paths.home}#price`)
  await expect(page.locator('#price')).toBeInViewport()
})
