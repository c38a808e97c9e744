/** Pages whose deferred scripts are blocked until the test releases them. */
import type { Page } from 'playwright/test'

/** Deferred files: built scripts and the page data that they start from. */
export const deferredFile = /\/_next\/static\/(?:chunks\/[^/]+\.js|pages\/[^/]+\.json)$/

/** Blocks the deferred files until `release` is called. */
export async function blockDeferredFiles(page: Page): Promise<{ release: () => void; requests: string[] }> {
  const gate = Promise.withResolvers<void>()
  const requests: string[] = []
  await page.route(deferredFile, async (route) => {
    requests.push(new URL(route.request().url()).pathname)
    await gate.promise
    // The page may be closed by now.
    await route.continue().catch(() => undefined)
  })
  return { release: gate.resolve, requests }
}

export const unreadyIslands = (page: Page) => page.locator('[data-island]:not([data-ready])')
export const statusLine = (page: Page) => page.locator('#offline')

/** Opens a page and waits for idle time, when scripts without a trigger would start. */
export async function openUntilIdle(page: Page, path: string) {
  await page.goto(path)
  await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 4000 })))
}
