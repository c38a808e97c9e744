import { readdirSync, readFileSync } from 'node:fs'
import type { Page } from 'playwright/test'
import { keeping, paths } from '@/lib/site'
import { openLine, type Line } from './setup/line'
import { look } from './setup/look'
import { expect, origin, test } from './setup/test'
import { declined } from './setup/visit'

const posts = readdirSync('content/posts')
  .filter((name) => name.endsWith('.md'))
  .toSorted()
  .map((name) => ({ path: paths.post(name.replace(/\.md$/, '')), text: readFileSync(`content/posts/${name}`, 'utf8') }))
  .filter(({ text }) => !/^draft: true/m.test(text))
/** A post with a picture, and one without. */
const pictured = posts.find(({ text }) => text.includes('](/pictures/'))?.path ?? ''
const other = posts.find(({ text }) => !text.includes('](/pictures/'))?.path ?? ''

const stored = (page: Page) =>
  page.evaluate(async () => ({
    caches: await caches.keys(),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
  }))
/** By what can be seen: the page has the words of both its uses. */
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const missing = 'This page is not on your device.'
const remove = 'Remove from this device'
const nothing = { caches: [], workers: 0 }

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
async function keep(page: Page, path: string) {
  await page.goto(path)
  await button(page, 'Keep for offline').click()
  await expect(page.getByText(/^Kept on this device, [\d.]+ MB\.$/)).toBeVisible()
}

let line: Line
test.beforeEach(async ({ context, quietConsole }) => {
  // Pages that are fetched ahead cannot be while the line is cut, and the browser says so.
  quietConsole.allow(/net::ERR_/)
  // Nor has the browser's own page about an address that cannot be reached a storage to write to.
  quietConsole.allow(/Access is denied for this document/)
  await declined(context)
  line = await openLine(origin())
})
test.afterEach(() => line.cut().catch(() => undefined))

test('nothing is stored or registered before the press', async ({ page }) => {
  for (const path of [paths.blog, pictured, other]) {
    await page.goto(`${line.origin}${path}`)
    await page.waitForLoadState('networkidle')
  }
  await expect(button(page, 'Keep for offline')).toBeVisible()
  expect(await stored(page)).toEqual(nothing)
})

test('a kept post opens without a connection, whole and in its theme; others say that they are not there @full', async ({
  page,
  isMobile,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await keep(page, `${line.origin}${pictured}`)
  const kept = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const dark = await ground()
  await line.cut()

  await page.goto(`${line.origin}${pictured}`)
  await expect(title(page, kept)).toBeVisible()
  // This is what cut means: nothing that is not kept can be reached, with the worker or beside it.
  const reached = (path: string) => page.evaluate((path) => fetch(path).then(({ status }) => status), path)
  await expect(reached(paths.faq)).rejects.toThrow(/Failed to fetch/)
  await expect(reached('/_next/static/nothing.js')).rejects.toThrow(/Failed to fetch/)
  expect(await ground()).toBe(dark)
  // Where the browser takes the line for a slow one, the font comes three seconds after the load.
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
    await expect(page.getByRole('link', { name: kept })).toBeVisible()
  }
  if (!isMobile) await look(page, 'the page that stands in')
  await page.getByRole('link', { name: kept }).click()
  await expect(title(page, kept)).toBeVisible()
  // The list at its own address stands in for nothing.
  await page.getByRole('link', { name: 'All kept posts' }).click()
  await expect(title(page, 'Kept on this device')).toBeVisible()
  await expect(page).toHaveTitle(/^Kept on this device/)
  await expect(button(page, 'Try again')).toBeHidden()
  await expect(page.getByRole('link', { name: kept })).toBeVisible()
  if (!isMobile) await look(page, 'the list of kept posts')

  await line.join()
  await page.goto(`${line.origin}${other}`)
  await expect(page.locator('[data-post]')).toBeVisible()
})

test('what is kept can be removed, at the post and in the list, and then nothing remains', async ({ page }) => {
  await keep(page, `${line.origin}${pictured}`)
  await keep(page, `${line.origin}${other}`)
  expect(await stored(page)).toEqual({ caches: [keeping.cache], workers: 1 })
  await button(page, remove).click()
  await expect(page.getByText('Removed from this device.')).toBeVisible()
  expect(await stored(page)).toEqual({ caches: [keeping.cache], workers: 1 })

  await page.goto(`${line.origin}${paths.blog}`)
  const list = page.getByRole('region', { name: 'Kept on this device' })
  await expect(list.getByRole('link')).toHaveCount(1)
  await list.getByRole('button').click()
  await expect(list.getByRole('link')).toHaveCount(0)
  await expect(list.getByRole('heading')).toHaveCount(0)
  expect(await stored(page)).toEqual(nothing)

  // And again, from the beginning.
  await keep(page, `${line.origin}${other}`)
  expect(await stored(page)).toEqual({ caches: [keeping.cache], workers: 1 })
})

test('pressing twice keeps the post and does not remove it', async ({ page }) => {
  await page.goto(`${line.origin}${other}`)
  await button(page, 'Keep for offline').scrollIntoViewIfNeeded()
  const box = await button(page, 'Keep for offline').boundingBox()
  const there = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2] as const
  const isKept = page.getByText(/^Kept on this device, [\d.]+ MB\.$/)
  await page.mouse.click(...there)
  await expect(isKept).toBeVisible()
  await page.mouse.click(...there)
  await page.keyboard.press('Enter')
  await expect(isKept).toBeVisible()
  expect(await stored(page)).toEqual({ caches: [keeping.cache], workers: 1 })
})

test('without a script the list of kept posts says why it is empty @once', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${origin()}${keeping.standIn}`)
  await expect(title(page, 'Kept on this device')).toBeVisible()
  await expect(page.getByText(/scripts are off in this browser/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'All posts', exact: true })).toHaveAttribute('href', paths.blog)
  await context.close()
})

test('two tabs agree', async ({ page, context }) => {
  await page.goto(`${line.origin}${other}`)
  await expect(button(page, 'Keep for offline')).toBeVisible()
  const second = await context.newPage()
  await keep(second, `${line.origin}${other}`)
  await expect(button(page, remove)).toBeVisible()
  await button(page, remove).click()
  await expect(button(second, 'Keep for offline')).toBeVisible()
  expect(await stored(second)).toEqual(nothing)
})

test('a line that breaks before a post is kept leaves nothing behind', async ({ page, quietConsole }) => {
  quietConsole.allow(/when fetching the script/)
  await page.goto(`${line.origin}${other}`)
  await expect(button(page, 'Keep for offline')).toBeVisible()
  // The scripts of the page have come; those of the worker have not.
  await page.waitForLoadState('networkidle')
  await line.cut()
  await button(page, 'Keep for offline').click()
  await expect(page.getByText(/so nothing was kept/)).toBeVisible()
  expect(await stored(page)).toEqual(nothing)
})

test('a post that has gone is removed when it is visited @once', async ({ page, quietConsole }) => {
  quietConsole.allow(/404/)
  await keep(page, `${line.origin}${other}`)
  // The list names a post that the site does not have.
  await page.evaluate(async ({ cache, list }) => {
    const store = await caches.open(cache)
    const kept = await (await store.match(list))?.json()
    kept.posts.push({ ...kept.posts[0], slug: 'gone-long-ago' })
    await store.put(list, Response.json(kept))
  }, keeping)
  expect((await page.goto(`${line.origin}${paths.post('gone-long-ago')}`))?.status()).toBe(404)
  const slugs = () =>
    page.evaluate(async ({ cache, list }) => {
      const kept = await (await caches.match(list, { cacheName: cache }))?.json()
      return kept?.posts.map(({ slug }: { slug: string }) => slug)
    }, keeping)
  await expect.poll(slugs).toEqual([other.slice(paths.blog.length + 1)])
})
