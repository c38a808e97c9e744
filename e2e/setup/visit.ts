import type { BrowserContext, Page, Response } from 'playwright/test'
import { isPrivatePath, paths, storageKeys } from '@/lib/site'
import { samplePost } from './routes'

export const narrow = { width: 320, height: 700 }
export const wide = { width: 1280, height: 800 }

/** Opens a page and waits until its islands have loaded their data. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  // Scripts add this button, which changes the tab stops.
  if (path === samplePost) await page.getByRole('button', { name: 'Save for offline' }).waitFor()
  if (!isPrivatePath(path)) return
  await page.waitForLoadState('networkidle')
  // On a busy machine the network may be idle before the island starts. Only lists of terms have links without it.
  // On the sign-in page, the text above the form has a link of its own.
  const content = path === paths.auth ? 'main .firebaseui-idp-button' : 'main :is(a[href], button):not(dd *)'
  await page.locator(content).filter({ visible: true }).first().waitFor()
}

/** Stores a declined consent, so that the consent bar stays hidden. */
export async function declined(context: BrowserContext): Promise<void> {
  await context.addInitScript((key) => {
    try {
      localStorage.setItem(key, 'declined')
    } catch {
      // Frames of other sites may have no storage.
    }
  }, storageKeys.consent)
}

/** Finds no prefetched page offline. Playwright switches the cache off where it may answer requests. */
export const withoutCache = (context: BrowserContext) => context.route('**/nothing', (route) => route.abort())

/** Opens every disclosure, so that its content is checked as well. */
export async function unfold(page: Page): Promise<void> {
  await page.evaluate(() => document.querySelectorAll('main details').forEach((each) => each.setAttribute('open', '')))
}

/** Opens a page and returns a response. Retries when the response belonged to the previous page and was discarded. */
export async function answered(
  page: Page,
  address: RegExp,
  open: () => Promise<unknown>,
): Promise<{ answer: Response; json: unknown }> {
  for (let left = 3; ; left -= 1) {
    const response = page.waitForResponse(address)
    await open()
    const answer = await response
    try {
      return { answer, json: (await answer.json()) as unknown }
    } catch (error) {
      if (left === 0) throw error
    }
  }
}

/** Scrolls to the end, so that everything triggered by scrolling is loaded. */
export async function scrollThrough(page: Page) {
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += innerHeight / 2) {
      scrollTo(0, y)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    scrollTo(0, 0)
  })
  await page.waitForLoadState('networkidle')
}
