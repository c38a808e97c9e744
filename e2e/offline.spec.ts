import { readdirSync, readFileSync } from 'node:fs'
import type { Page } from 'playwright/test'
import { offlinePage, paths } from '@/lib/site'
import { openLine, type Line } from './setup/line'
import { look } from './setup/look'
import { expect, origin, test } from './setup/test'
import { declined } from './setup/visit'
import { button } from './setup/steps'

const posts = readdirSync('content/posts')
  .filter((name) => name.endsWith('.md'))
  .toSorted()
  .map((name) => ({ path: paths.post(name.replace(/\.md$/, '')), text: readFileSync(`content/posts/${name}`, 'utf8') }))
  .filter(({ text }) => !/^draft: true/m.test(text))
const pictured = posts.find(({ text }) => text.includes('](/pictures/'))?.path ?? ''
const other = posts.find(({ text }) => !text.includes('](/pictures/'))?.path ?? ''

const postCache = (slug: string) => `unhurried-post-${slug}`
const slugOf = (path: string) => path.slice(paths.blog.length + 1)

const stored = (page: Page) =>
  page.evaluate(async () => ({
    caches: await caches.keys(),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
  }))
/** Visible titles only, because the page contains the texts of both its uses. */
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const missing = 'This page isn’t on your device.'
const remove = 'Remove from this device'
const nothing = { caches: [], workers: 0 }

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
  line = await openLine(origin())
})
test.afterEach(() => line.cut().catch(() => undefined))

test('stores and registers nothing before the press', async ({ page }) => {
  for (const path of [paths.blog, pictured, other]) {
    await page.goto(`${line.origin}${path}`)
    await page.waitForLoadState('networkidle')
  }
  await expect(button(page, 'Save for offline')).toBeVisible()
  expect(await stored(page)).toEqual(nothing)
})

test('a saved post opens offline in its theme; others say they are missing @full', async ({ page, isMobile }) => {
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
  if (!isMobile) await look(page, 'the page that stands in')
  await page.getByRole('link', { name: savedEntry }).click()
  await expect(title(page, savedEntry)).toBeVisible()
  // Opened directly, the list is not a fallback page.
  await page.getByRole('link', { name: 'All saved posts' }).click()
  await expect(title(page, 'Saved on this device')).toBeVisible()
  await expect(page).toHaveTitle(/^Saved on this device/)
  await expect(button(page, 'Try again')).toBeHidden()
  await expect(page.getByRole('link', { name: savedEntry })).toBeVisible()
  if (!isMobile) await look(page, 'the list of saved posts')

  await line.join()
  await page.goto(`${line.origin}${other}`)
  await expect(page.locator('[data-post]')).toBeVisible()
})

test('pressing twice saves the post and does not remove it', async ({ page }) => {
  await page.goto(`${line.origin}${other}`)
  await button(page, 'Save for offline').scrollIntoViewIfNeeded()
  const box = await button(page, 'Save for offline').boundingBox()
  const there = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2] as const
  const isKept = page.getByText(/^Saved on this device, [\d.]+ MB\.$/)
  await page.mouse.click(...there)
  await expect(isKept).toBeVisible()
  await page.mouse.click(...there)
  await page.keyboard.press('Enter')
  await expect(isKept).toBeVisible()
  expect(await stored(page)).toEqual({ caches: [offlinePage.cacheName, postCache(slugOf(other))], workers: 1 })
})

test('without scripts the list of saved posts explains itself @once', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${origin()}${offlinePage.path}`)
  await expect(title(page, 'Saved on this device')).toBeVisible()
  await expect(page.getByText(/switch on JavaScript in this browser/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'All posts', exact: true })).toHaveAttribute('href', paths.blog)
  await context.close()
})

test('two tabs show the same state', async ({ page, context }) => {
  await page.goto(`${line.origin}${other}`)
  await expect(button(page, 'Save for offline')).toBeVisible()
  const second = await context.newPage()
  await keep(second, `${line.origin}${other}`)
  await expect(button(page, remove)).toBeVisible()
  await button(page, remove).click()
  await expect(button(second, 'Save for offline')).toBeVisible()
  expect(await stored(second)).toEqual(nothing)
})

test('a connection lost during saving leaves nothing behind', async ({ page, quietConsole }) => {
  quietConsole.allow(/when fetching the script/)
  // The page's scripts are prefetched when the browser is idle, the worker's are not.
  const firstScript = page.waitForResponse(/\/_next\/static\/.*\.js/)
  await page.goto(`${line.origin}${other}`)
  await firstScript
  await page.waitForLoadState('networkidle')
  await line.cut()
  await button(page, 'Save for offline').click()
  await expect(page.getByText(/so nothing was saved/)).toBeVisible()
  expect(await stored(page)).toEqual(nothing)
})

test('removes a saved post that no longer exists @once', async ({ page, quietConsole }) => {
  quietConsole.allow(/404/)
  await keep(page, `${line.origin}${other}`)
  // Adds a post that the site does not have.
  await page.evaluate(
    async ({ from, to, header }) => {
      const path = '/blog/gone-long-ago'
      const response = await (await caches.open(from.cacheName)).match(from.path)
      const post = JSON.parse(decodeURIComponent(response?.headers.get(header) ?? ''))
      const headers = new Headers(response?.headers)
      headers.set(header, encodeURIComponent(JSON.stringify({ ...post, slug: 'gone-long-ago' })))
      await (await caches.open(to)).put(path, new Response(await response?.blob(), { headers }))
    },
    {
      from: { cacheName: postCache(slugOf(other)), path: other },
      to: postCache('gone-long-ago'),
      header: 'x-saved-post',
    },
  )
  expect((await page.goto(`${line.origin}${paths.post('gone-long-ago')}`))?.status()).toBe(404)
  const names = async () => (await stored(page)).caches
  await expect.poll(names).toEqual([offlinePage.cacheName, postCache(slugOf(other))])
})
