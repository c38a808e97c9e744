import { statSync } from 'node:fs'
import type { Browser } from 'playwright/test'
import { isPrivatePath, paths } from '@/lib/site'
import { busyPages } from './setup/routes'
import { inBrotli, inGzip, pageSent, sent } from './setup/sent'
import { expect, origin, test } from './setup/test'
import { scrollThrough } from './setup/visit'

/** Bytes (gzip) of all scripts of the smallest Next page (`bench/baseline`). */
const floor = 134_904

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
const bare = (html: string) => html.replaceAll(/<(script|style)\b.*?<\/\1>/gs, '')

const limits: [what: string, limit: number, figure: (html: string) => number][] = [
  ['external scripts', 0, (html) => elements(html, 'script').filter(isFile).length],
  ['preloaded scripts', 0, (html) => count(html, /<link\b[^>]*(?:as="script"|modulepreload)/g)],
  ['bytes of inline scripts, gzip', 5_700, (html) => inGzip(inlineScripts(html).join(''))],
  ['chunks of framework data', 0, (html) => count(html, /<script>\(?self\.__next_f/g)],
  ['style sheets', 1, (html) => count(html, /<style\b/g)],
  ['loaded style sheets', 0, (html) => count(html, /<link\b[^>]*rel="stylesheet"(?![^>]*disabled)/g)],
  ['bytes before the heading, Brotli', 24_000, (html) => inBrotli(html.slice(0, html.indexOf('<h1')))],
  ['bytes without scripts and styles, Brotli', 14_000, (html) => inBrotli(bare(html))],
]

type PageRequest = { path: string; type: string; isBeforeLoad: boolean }

/** Opens a page in a new context and records its requests. */
async function opened(browser: Browser, path: string) {
  const context = await browser.newContext({ baseURL: origin() })
  const page = await context.newPage()
  const requests: PageRequest[] = []
  let isLoaded = false
  page.once('load', () => (isLoaded = true))
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    requests.push({
      path: pathname + search,
      type: request.resourceType(),
      isBeforeLoad: !isLoaded,
    })
  })
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  return { page, requests, close: () => context.close() }
}

const bytes = new Map<string, number>()
/** Total bytes of the files in Brotli's best quality, which a proxy may reach. */
async function sentBytes(files: string[]): Promise<number> {
  let sum = 0
  for (const file of new Set(files)) {
    if (!bytes.has(file)) bytes.set(file, inBrotli((await sent(origin() + file, 'identity')).body.toString()))
    sum += bytes.get(file) ?? 0
  }
  return sum
}

const twice = (requests: PageRequest[]) =>
  requests.map(({ path }) => path).filter((path, index, all) => all.indexOf(path) !== index)

/** Text that identifies a library in a built file. */
const libraries = [/mdl-js-button/, /@firebase\//, /identitytoolkit\.googleapis\.com/, /AxiosError/]

/** A page without islands, and those with islands of their own. */
const measured = [paths.features, ...busyPages.filter((path) => !isPrivatePath(path))]

test('public pages stay within their numbers of elements and bytes', async () => {
  for (const path of measured) {
    const { html } = await pageSent(origin() + path)
    for (const [what, limit, figure] of limits)
      expect.soft(figure(html), `${what} of ${path}`).toBeLessThanOrEqual(limit)
  }
})

for (const path of measured) {
  test(`${path} stays within its requests and script bytes`, async ({ browser }) => {
    const { page, requests, close } = await opened(browser, path)
    const before = requests.filter(({ isBeforeLoad }) => isBeforeLoad)
    expect(before.filter(({ type }) => !['document', 'font', 'image'].includes(type))).toEqual([])
    // The document, the font, and the covers of a list near the window, because `load` waits for the font.
    const pictures = before.filter(({ type }) => type === 'image').map((each) => each.path)
    expect(pictures.length, pictures.join(' ')).toBeLessThanOrEqual(path.startsWith('/blog') ? 6 : 1)
    expect(before.length - pictures.length).toBeLessThanOrEqual(2)

    await scrollThrough(page)
    for (const island of await page.locator('[data-island]').all()) await island.dispatchEvent('pointerover')
    await expect(page.locator('[data-island]:not([data-ready])')).toHaveCount(0)
    await page.waitForLoadState('networkidle')
    expect(twice(requests)).toEqual([])
    expect(requests.filter((each) => each.path.startsWith('/api/') && each.path !== '/api/plans')).toEqual([])
    const scripts = requests.filter(({ type }) => type === 'script').map((each) => each.path)
    expect(scripts.length > 0, 'a page has scripts if it has islands').toBe(
      (await page.locator('[data-island]').count()) > 0,
    )
    expect(await sentBytes(scripts)).toBeLessThanOrEqual(1.05 * floor)
    // Visitors need neither the widget nor the identity SDK; the prices and the contact form call the API.
    const texts = await Promise.all(
      scripts.map(async (file) => (await sent(origin() + file, 'identity')).body.toString()),
    )
    const needless = path === paths.home || path === paths.contact ? libraries.slice(0, 3) : libraries
    expect(needless.filter((library) => texts.some((text) => library.test(text)))).toEqual([])
    await close()
  })
}

test('the sign-in page without widget and identity SDK stays within its bytes', async ({ browser }) => {
  const { page, requests, close } = await opened(browser, paths.auth)
  await expect(page.getByRole('button', { name: 'Continue with email' })).toBeVisible()
  const own: string[] = []
  for (const { path } of requests.filter(({ type }) => type === 'script')) {
    const text = (await sent(origin() + path, 'identity')).body.toString()
    if (!libraries.slice(0, 2).some((library) => library.test(text))) own.push(path)
  }
  // With the adapter, which the build keeps apart from the widget of each language.
  expect(await sentBytes(own)).toBeLessThanOrEqual(1.28 * floor)
  expect(twice(requests)).toEqual([])
  await close()
})

/** Every start reads this file; a single import of the schema library once added 600,000 bytes. */
const ownServer = 1_100_000

test(`the server bundle has at most ${ownServer} bytes`, () => {
  expect(statSync('.next/site.mjs').size).toBeLessThanOrEqual(ownServer)
})
