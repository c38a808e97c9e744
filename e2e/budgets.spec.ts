import { statSync } from 'node:fs'
import { isPrivatePath, paths } from '@/lib/site'
import { inGzip, scriptFloor, sentBytes, twice, usedLibraries, watchRequests } from './setup/requests'
import { busyPages } from './setup/routes'
import { htmlOf } from './setup/served'
import { expect, test } from './setup/test'

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
  ['bytes before the heading, gzip', 28_000, (html) => inGzip(html.slice(0, html.indexOf('<h1')))],
  ['bytes without scripts and styles, gzip', 18_000, (html) => inGzip(bare(html))],
]

/** A page without islands, and those with islands of their own. */
const measured = [paths.features, ...busyPages.filter((path) => !isPrivatePath(path))]

test('public pages stay within their numbers of elements and bytes', async () => {
  for (const path of measured) {
    const html = await htmlOf(path)
    for (const [what, limit, figure] of limits)
      expect.soft(figure(html), `${what} of ${path}`).toBeLessThanOrEqual(limit)
  }
})

test('the sign-in page without widget and identity SDK stays within its bytes', async ({ page }) => {
  const requests = watchRequests(page)
  await page.goto(paths.auth)
  await expect(page.getByRole('button', { name: 'Continue with email' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const own: string[] = []
  for (const { path } of requests.filter(({ type }) => type === 'script')) {
    const libraries = await usedLibraries([path])
    if (!libraries.includes('widget') && !libraries.includes('identity')) own.push(path)
  }
  // With the adapter, which the build keeps apart from the widget of each language.
  expect(await sentBytes(own)).toBeLessThanOrEqual(1.48 * scriptFloor)
  expect(twice(requests)).toEqual([])
})

/** Every start reads this file; a single import of the schema library once added 600,000 bytes. */
const ownServer = 1_100_000

test(`the server bundle has at most ${ownServer} bytes`, () => {
  expect(statSync('.next/site.mjs').size).toBeLessThanOrEqual(ownServer)
})
