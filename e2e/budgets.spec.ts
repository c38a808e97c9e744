import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright/test'
import { longRead } from '@/bench/long-text'
import { isPrivatePath, paths } from '@/lib/site'
import { startPostsSite } from './setup/posts-site'
import { everyPage } from './setup/routes'
import { inBrotli, inGzip, pageSent, sent } from './setup/sent'
import { expect, origin, test } from './setup/test'

/**
 * All scripts of the smallest project of the same Next (one static page, one JSON route), in bytes as `next start`
 * sends them, with gzip: built apart and added up, as `npm run bench` does each time.
 */
const floor = 134_904

/** Pages that are read; the others are islands as a whole. */
const reading = everyPage.filter((path) => !isPrivatePath(path))

type Element = { attributes: string; text: string }

const elements = (html: string, name: 'script' | 'style'): Element[] =>
  [...html.matchAll(new RegExp(`<${name}\\b([^>]*)>(.*?)</${name}>`, 'gs'))].map(([, attributes = '', text = '']) => ({
    attributes,
    text,
  }))
const count = (html: string, pattern: RegExp) => html.match(pattern)?.length ?? 0
const isData = ({ attributes }: Element) => /type="application\/(?:ld\+)?json"/.test(attributes)
const isFile = ({ attributes }: Element) => /\ssrc=/.test(attributes)
const inlineScripts = (html: string) =>
  elements(html, 'script').flatMap((element) => (isData(element) || isFile(element) ? [] : [element.text]))
const styles = (html: string) => elements(html, 'style').map(({ text }) => text)
const bare = (html: string) => html.replaceAll(/<(script|style)\b.*?<\/\1>/gs, '')

/** What goes over its limit, so that a failure names each page with its figure. */
const over = (figures: Record<string, number>, limit: number) =>
  Object.fromEntries(Object.entries(figures).filter(([, figure]) => !(figure <= limit)))

test.describe('what is sent of a page that is read', () => {
  const pages: Record<string, string> = {}
  test.beforeAll(async () => {
    for (const path of reading) pages[path] = (await pageSent(origin() + path)).html
  })

  for (const [what, limit, figure] of [
    ['scripts that it names', 0, (html) => elements(html, 'script').filter(isFile).length],
    ['scripts that it has fetched ahead', 0, (html) => count(html, /<link\b[^>]*(?:as="script"|modulepreload)/g)],
    ['bytes of scripts that stand in it, gzip', 5_000, (html) => inGzip(inlineScripts(html).join(''))],
    ['pieces of what the framework hands over', 0, (html) => count(html, /<script>\(?self\.__next_f/g)],
    ['style sheets that it waits for', 0, (html) => count(html, /<link\b[^>]*rel="stylesheet"(?![^>]*\bdisabled)/g)],
    ['style sheets that stand in it', 1, (html) => styles(html).length],
    ['bytes of style, Brotli', 8_000, (html) => inBrotli(styles(html).join(''))],
    ['bytes before its heading, Brotli', 12_000, (html) => inBrotli(html.slice(0, html.indexOf('<h1')))],
    ['bytes without scripts and styles, Brotli', 14_000, (html) => inBrotli(bare(html))],
  ] satisfies [string, number, (html: string) => number][]) {
    test(`${what}: ${limit} at most`, () => {
      const figures = Object.entries(pages).map(([path, html]) => [path, figure(html)] as const)
      expect(figures.length).toBe(reading.length)
      expect(over(Object.fromEntries(figures), limit)).toEqual({})
    })
  }

  test('its rules stand in it', () => {
    expect(Object.entries(pages).filter(([, html]) => styles(html).length !== 1)).toEqual([])
  })
})

/** Bytes of the whole page; its words alone take 8,300 of them. */
const longPost = 14 * 1024

test(`a post of 26,000 characters: ${longPost} bytes without scripts and styles at most, Brotli`, async () => {
  const from = 'content/posts'
  const posts = readdirSync(from).filter((name) => name.endsWith('.md'))
  const texts = posts.toSorted().map((name) => readFileSync(join(from, name), 'utf8'))
  const text = longRead(texts, 26_000)
  const head =
    '---\ntitle: A long read\ndescription: As long as the longest.\ntags: [services]\nwritten: 2024-01-01\n---\n'
  // With the others beside it, to which it leads.
  const site = await startPostsSite((folder) => {
    cpSync(from, folder, { recursive: true })
    writeFileSync(join(folder, 'long.md'), head + text)
  })
  try {
    const { html } = await pageSent(site.origin + paths.post('long'))
    expect(html.length, 'all of it is there').toBeGreaterThan(text.length)
    expect(count(html, /self\.__next_f\.push/g), 'and once').toBe(0)
    expect(inBrotli(bare(html))).toBeLessThanOrEqual(longPost)
  } finally {
    await site.stop()
  }
})

const isIcon = (path: string) => /^\/(icon\.svg|favicon\.ico)(\?|$)/.test(path)

type Asked = { path: string; type: string; isBeforeLoad: boolean }

/** Opens a page as somebody who was never here, and notes what it asks for. */
async function opened(browser: Browser, path: string, prepare?: (page: Page) => Promise<unknown>) {
  const context = await browser.newContext({ baseURL: origin() })
  const page = await context.newPage()
  await prepare?.(page)
  const asked: Asked[] = []
  let isLoaded = false
  page.once('load', () => (isLoaded = true))
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    asked.push({
      path: pathname + search,
      type: request.resourceType(),
      isBeforeLoad: !isLoaded,
    })
  })
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  return { page, asked, close: () => context.close() }
}

/** All of the page has been seen, so that whatever is fetched on the way is. */
async function scrollThrough(page: Page) {
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += innerHeight / 2) {
      scrollTo(0, y)
      await new Promise(requestAnimationFrame)
    }
  })
  await page.waitForLoadState('networkidle')
}

const bytes = new Map<string, number>()
/** Bytes of files together as the server sends them to a browser. */
async function sentBytes(files: string[]): Promise<number> {
  let sum = 0
  for (const file of new Set(files)) {
    if (!bytes.has(file)) bytes.set(file, (await sent(origin() + file, 'br')).body.byteLength)
    sum += bytes.get(file) ?? 0
  }
  return sum
}

const twice = (asked: Asked[]) =>
  asked.map(({ path }) => path).filter((path, index, all) => all.indexOf(path) !== index)

for (const path of reading) {
  test(`${path}: requests, and scripts once its islands have run`, async ({ browser }) => {
    const { page, asked, close } = await opened(browser, path)
    const before = asked.filter(({ isBeforeLoad }) => isBeforeLoad)
    expect(before.filter(({ type }) => !['document', 'font', 'image'].includes(type))).toEqual([])
    expect(before.length, before.map((each) => each.path).join(' ')).toBeLessThanOrEqual(3)

    await scrollThrough(page)
    for (const island of await page.locator('[data-island]').all()) await island.dispatchEvent('pointerover')
    await expect(page.locator('[data-island]:not([data-ready])')).toHaveCount(0)
    await page.waitForLoadState('networkidle')
    expect(twice(asked)).toEqual([])
    const scripts = asked.filter(({ type }) => type === 'script').map((each) => each.path)
    expect(scripts.length > 0, 'a page has scripts if it has islands').toBe(
      (await page.locator('[data-island]').count()) > 0,
    )
    const sum = await sentBytes(scripts)
    expect(sum).toBeLessThanOrEqual(1.05 * floor)
    await close()
  })

  test(`${path}: nothing is fetched that is not asked for, for somebody who saves data @full`, async ({ browser }) => {
    const { page, asked, close } = await opened(browser, path, (page) =>
      page.addInitScript(() =>
        Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } }),
      ),
    )
    await scrollThrough(page)
    // Pictures come as they are scrolled to, and a browser with tabs fetches the icon for its own.
    const byPage = asked.filter(({ path, type }) => type !== 'image' && !(type === 'other' && isIcon(path)))
    expect(byPage.filter(({ isBeforeLoad }) => !isBeforeLoad)).toEqual([])
    await close()
  })
}

/** What a browser took for the largest thing that it painted, on a phone of somebody who was never here. */
async function largest(browser: Browser, path: string) {
  const context = await browser.newContext({ baseURL: origin(), viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await page.goto(path)
  const found = await page.evaluate(
    () =>
      new Promise<{ text: string; isQuestion: boolean }>((resolve) =>
        new PerformanceObserver((list) => {
          const { element } = list.getEntries().at(-1) as PerformanceEntry & { element: HTMLElement | null }
          resolve({ text: element?.textContent ?? '', isQuestion: Boolean(element?.closest('#consent')) })
        }).observe({ type: 'largest-contentful-paint', buffered: true }),
      ),
  )
  await context.close()
  return found
}

test('the question about scripts, which ends a page, is nowhere the largest thing that is seen @full', async ({
  browser,
}) => {
  for (const path of reading) {
    const { text, isQuestion } = await largest(browser, path)
    expect(text, path).not.toBe('')
    expect(isQuestion, path).toBe(false)
  }
})

/** Words that only one library has, whatever the build calls the file that it is in. */
const libraries = [/mdl-js-button/, /@firebase\//]

test('the sign-in page without the widget and the identity service’s library', async ({ browser }) => {
  const { page, asked, close } = await opened(browser, paths.auth)
  await expect(page.getByRole('button', { name: 'Sign in with email' })).toBeVisible()
  const own: string[] = []
  for (const { path } of asked.filter(({ type }) => type === 'script')) {
    const text = (await sent(origin() + path, 'identity')).body.toString()
    if (!libraries.some((library) => library.test(text))) own.push(path)
  }
  expect(await sentBytes(own)).toBeLessThanOrEqual(1.05 * floor)
  expect(twice(asked)).toEqual([])
  await close()
})

/** A start reads all of it; the library for shapes alone was once 600,000 bytes of it, for the sake of one import. */
const ownServer = 1_100_000

test(`the site's own server: ${ownServer} bytes at most`, () => {
  expect(statSync('.next/site.mjs').size).toBeLessThanOrEqual(ownServer)
})
