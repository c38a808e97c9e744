/** Whether React reuses the elements that the server sent. */
import type { Page } from 'playwright/test'
import { storageKeys } from '@/lib/site'
import { expect } from './test'

/** Starts the deferred scripts of any page by a session hint that is removed before they read it. */
export async function startScripts(page: Page): Promise<void> {
  await page.evaluate(async (key) => {
    // Listeners are added after the first paint.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)))
    localStorage.setItem(key, '{"uid":"somebody"}')
    dispatchEvent(new StorageEvent('storage', { key }))
    localStorage.removeItem(key)
  }, storageKeys.session)
}

type Marked = HTMLElement & { isServed?: boolean }

/** Marks every server-rendered element, because React would create new ones. */
export function markServedElements() {
  document.addEventListener('DOMContentLoaded', () => {
    for (const element of document.querySelectorAll<Marked>('body *')) element.isServed = true
  })
}

/** Waits for hydration, and returns elements that React created instead of reusing. */
export async function createdElements(page: Page): Promise<string[]> {
  await page.waitForFunction(() => {
    const last = document.querySelector('main')
    return last && Object.keys(last).some((key) => key.startsWith('__reactFiber'))
  })
  await expect(page.locator('[data-island]:not([data-ready])')).toHaveCount(0)
  await page.waitForLoadState('networkidle')
  return page.evaluate(() =>
    [...document.querySelectorAll<Marked>('body *')]
      // Next's own live region for page titles.
      .filter((element) => !element.isServed && element.localName !== 'next-route-announcer')
      .map(({ outerHTML }) => outerHTML.slice(0, 120)),
  )
}
