import type { BrowserContext, Page, Response } from 'playwright/test'
import { isPrivatePath, storageKeys } from '@/lib/site'
import { samplePost } from './routes'

export const narrow = { width: 320, height: 700 }
export const wide = { width: 1280, height: 800 }

/** Opens a page and waits until its island, where it has one, has asked for what it shows. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  // What a script adds to a page changes what there is to count.
  if (path === samplePost) await page.getByRole('button', { name: 'Keep for offline' }).waitFor()
  if (!isPrivatePath(path)) return
  await page.waitForLoadState('networkidle')
  // On a busy machine the network may rest before the island has begun to ask.
  await page.locator('main :is(a[href], button)').filter({ visible: true }).first().waitFor()
}

/** Somebody who has said no to scripts of others before, and is not asked again. */
export async function declined(context: BrowserContext): Promise<void> {
  await context.addInitScript((key) => {
    try {
      localStorage.setItem(key, 'declined')
    } catch {
      // A frame of somebody else's may have no storage, and asks nobody.
    }
  }, storageKeys.consent)
}

/** Opens every disclosure, so that what is in it is looked at, too. */
export async function unfold(page: Page): Promise<void> {
  await page.evaluate(() => document.querySelectorAll('main details').forEach((each) => each.setAttribute('open', '')))
}

/**
 * Opens a page, and gives back what it is answered. An answer that was for the page before goes with that page, and then
 * both happen once more.
 */
export async function answered(
  page: Page,
  address: RegExp,
  open: () => Promise<unknown>,
): Promise<{ answer: Response; json: unknown }> {
  for (let left = 3; ; left -= 1) {
    const asked = page.waitForResponse(address)
    await open()
    const answer = await asked
    try {
      return { answer, json: (await answer.json()) as unknown }
    } catch (error) {
      if (left === 0) throw error
    }
  }
}
