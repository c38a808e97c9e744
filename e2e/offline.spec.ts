import { readdirSync, readFileSync } from 'node:fs'
import type { Page } from 'playwright/test'
import { paths } from '@/lib/site'
import { openLine, type Line } from './setup/line'
import { look } from './setup/look'
import { expect, origin, test } from './setup/test'
import { declined, withoutCache } from './setup/visit'
import { button } from './setup/steps'

const posts = readdirSync('content/posts')
  .filter((name) => name.endsWith('.md'))
  .toSorted()
  .map((name) => ({ path: paths.post(name.replace(/\.md$/, '')), text: readFileSync(`content/posts/${name}`, 'utf8') }))
  .filter(({ text }) => !/^draft: true/m.test(text))
const pictured = posts.find(({ text }) => text.includes('](/pictures/'))?.path ?? ''
const other = posts.find(({ text }) => !text.includes('](/pictures/'))?.path ?? ''

/** Visible titles only, because the page contains the texts of both its uses. */
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const missing = 'This page isn’t on your device.'
const remove = 'Remove from this device'

async function keep(page: Page, path: string) {
  await page.goto(path)
  await button(page, 'Save for offline').click()
  await expect(page.getByText(/^Saved on this device, [\d.]+ MB\.$/)).toBeVisible()
}

let line: Line
test.beforeEach(async ({ context, quietConsole }) => {
  // Prefetches fail while the connection is cut.
  quietConsole.allow(/net::ERR_/)
  // The browser's own error page has no storage.
  quietConsole.allow(/Access is denied for this document/)
  await declined(context)
  await withoutCache(context)
  line = await openLine(origin())
})
test.afterEach(() => line.cut().catch(() => undefined))

test('a saved post opens offline in its theme; others say they are missing', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await keep(page, `${line.origin}${pictured}`)
  const savedEntry = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const dark = await ground()
  await line.cut()

  await page.goto(`${line.origin}${pictured}`)
  await expect(title(page, savedEntry)).toBeVisible()
  // Nothing else is reachable, with or without the worker.
  const reached = (path: string) => page.evaluate((path) => fetch(path).then(({ status }) => status), path)
  await expect(reached(paths.faq)).rejects.toThrow(/Failed to fetch/)
  await expect(reached('/_next/static/nothing.js')).rejects.toThrow(/Failed to fetch/)
  expect(await ground()).toBe(dark)
  // On slow connections the font loads three seconds after the load event.
  const hasFont = () => page.evaluate(() => [...document.fonts].some(({ status }) => status === 'loaded'))
  await expect.poll(hasFont).toBe(true)
  const picture = page.locator('.prose img').first()
  await picture.scrollIntoViewIfNeeded()
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  await expect(button(page, remove)).toBeVisible()
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(ground).not.toBe(dark)

  for (const path of [other, paths.blog, paths.tag('stuttering')]) {
    await page.goto(`${line.origin}${path}`)
    await expect(title(page, missing)).toBeVisible()
    await expect(page).toHaveTitle(/^Not on this device/)
    await expect(button(page, 'Try again')).toBeVisible()
    await expect(page.getByRole('link', { name: savedEntry })).toBeVisible()
  }
  await look(page, 'the page that stands in')
  await page.getByRole('link', { name: savedEntry }).click()
  await expect(title(page, savedEntry)).toBeVisible()
  // Opened directly, the list is not a fallback page.
  await page.getByRole('link', { name: 'All saved posts' }).click()
  await expect(title(page, 'Saved on this device')).toBeVisible()
  await expect(page).toHaveTitle(/^Saved on this device/)
  await expect(button(page, 'Try again')).toBeHidden()
  await expect(page.getByRole('link', { name: savedEntry })).toBeVisible()
  await look(page, 'the list of saved posts')

  await line.join()
  await page.goto(`${line.origin}${other}`)
  await expect(page.locator('[data-post]')).toBeVisible()
})
