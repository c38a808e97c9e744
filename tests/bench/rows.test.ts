import { expect, test } from 'vitest'
import type { PageFigures } from '@/bench/pages'
import { pagesTable, rowsOf, type Results } from '@/bench/rows'
import { isMet } from '@/bench/table'
import { paths } from '@/lib/site'

const kb = 1024
const page = (path: string, given: Partial<PageFigures> = {}): PageFigures => ({
  path,
  visits: 5,
  status: 200,
  scriptBefore: 0,
  scriptAll: 100 * kb,
  scriptOwn: 90 * kb,
  bytesBefore: 40 * kb,
  requestsBefore: 2,
  duplicates: [],
  prefetched: [],
  fcp: 700,
  lcp: 700,
  cls: 0,
  tbt: 0,
  weights: {
    html: 12 * kb,
    htmlWithoutScripts: 15 * kb,
    htmlBare: 10 * kb,
    inlineCode: kb,
    inlineData: 0,
    css: 7 * kb,
    inlineCss: 7 * kb,
  },
  ...given,
})

const baseline = page('/', { scriptBefore: 100 * kb, bytesBefore: 100 * kb, requestsBefore: 6, lcp: 800, tbt: 200 })
const named = { post: '/blog/short', longPost: '/blog/long' }
const pages = [page(paths.home), page(named.post), page(named.longPost), page(paths.auth), page(paths.pricing)]

const rows = (given: Partial<Record<string, Partial<PageFigures>>>) => {
  const seen = pages.map((each) => ({ ...each, ...given[each.path] }))
  return rowsOf({ pages: { baseline, pages: seen, fromBlank: { baseline: 650, ours: 800 } } }, named)
}
const missed = (given: Partial<Record<string, Partial<PageFigures>>>) =>
  rows(given)
    .filter((row) => row.limit && !isMet(row, row.limit))
    .map(({ name }) => name)

test('reports no miss for pages within all limits', () => {
  expect(missed({})).toEqual([])
})

test.each<[string, string, Partial<PageFigures>]>([
  ['script before load', named.post, { scriptBefore: 8.1 * kb }],
  ['all script, once loaded and touched', named.post, { scriptAll: 106 * kb }],
  ['script of /auth without widget and SDK', paths.auth, { scriptOwn: 106 * kb }],
  ['bytes before load, home', paths.home, { bytesBefore: 51 * kb }],
  ['bytes before load, a post', named.post, { bytesBefore: 51 * kb }],
  ['CSS', named.post, { weights: { ...baseline.weights, css: 8.1 * kb } }],
  ['HTML without scripts and CSS, brotli', paths.home, { weights: { ...baseline.weights, htmlBare: 15 * kb } }],
  ['a post of 26,000 characters, likewise', named.longPost, { weights: { ...baseline.weights, htmlBare: 15 * kb } }],
  ['requests before load', paths.home, { requestsBefore: 6 }],
  ['pages prefetched with Save-Data', paths.home, { prefetched: ['/faq'] }],
  ['addresses fetched twice', paths.auth, { duplicates: ['/a.js'] }],
  ['LCP, the slowest public page', paths.pricing, { lcp: 1050 }],
  ['CLS, every public page', paths.auth, { cls: 0.02 }],
  ['TBT, pages that are read', paths.home, { tbt: 41 }],
])('reports a miss if one page exceeds the limit: %s', (name, path, given) => {
  expect(missed({ [path]: given })).toEqual([name])
})

test('judges sign-in and checkout separately from reading pages', () => {
  const heavy = { scriptBefore: 99 * kb, scriptAll: 300 * kb, requestsBefore: 12, tbt: 900 }
  expect(missed({ [paths.auth]: heavy, [paths.pricing]: heavy })).toEqual([])
})

test('counts an unmeasured page as the worst', () => {
  expect(missed({ [paths.home]: { lcp: Number.NaN } })).toEqual(['LCP, the slowest public page'])
})

test('has a separate limit for the long post', () => {
  expect(
    missed({ [named.longPost]: { weights: { ...baseline.weights, html: 30 * kb, htmlWithoutScripts: 19 * kb } } }),
  ).toEqual([])
})

const cost = (cpu: number, perSecond = 1000) => [{ cpu, perSecond }]

const rest: Results = {
  presses: {
    beforeHydration: { menu: [60, 20, 30] },
    hydrated: { menu: [60, 70, 30] },
    firstTap: { 'blog search': [800, 650, 100] },
    earlyTap: { 'blog search': [2000] },
    found: [2000],
  },
  signedIn: { identity: [1000], [paths.profile]: [1900], [paths.pricing]: [2100] },
  answers: {
    baselinePage: cost(1000),
    home: cost(100),
    post: cost(250),
    cached: cost(30, 9000),
    baselineJson: cost(500),
    plan: cost(900),
  },
  starts: {
    baseline: { startMs: [500], idleMb: 100 },
    site: { startMs: [600], idleMb: 140 },
    postgres: { startMs: [950], idleMb: 120 },
  },
  blogSizes: [
    { posts: 100, buildSeconds: 40, generationSeconds: 4, firstHitMs: 30 },
    { posts: 1000, buildSeconds: 40, generationSeconds: 20, firstHitMs: 20 },
    { posts: 10_000, buildSeconds: 60, generationSeconds: 7, firstHitMs: 28 },
  ],
}

test('judges other parts by their medians', () => {
  const judged = rowsOf(rest, named).map((row) => [
    row.name,
    row.ours,
    row.baseline,
    row.limit && isMet(row, row.limit),
  ])
  expect(judged).toEqual([
    ['menu: press to paint, before hydration', 30, null, true],
    ['menu: press to paint, hydrated', 60, null, false],
    ['first tap: blog search', 650, null, true],
    ['… blog search, results', 2000, null, null],
    ['… right after the load: blog search', 2000, null, null],
    ['plan known on /profile', 1900, 1000, true],
    ['plan known on /pricing/start', 2100, 1000, false],
    ['CPU of a static page', 100, 1000, true],
    ['CPU of an ISR post, cached', 250, 1000, false],
    ['CPU of an API read over Postgres (current-plan)', 900, 500, true],
    ['CPU of nginx with its page cache', 30, 1000, true],
    ['… answers over the same 16 connections', 9000, 1000, null],
    ['start to the first page', 600, 500, true],
    ['… over Postgres', 950, 500, false],
    ['memory, idle', 140, 100, null],
    ['… over Postgres', 120, 100, true],
    ['generating pages, 1,000 posts', 20, 4, null],
    ['generating pages, 10,000 posts', 7, 4, true],
    ['first hit of an unbuilt post, slowest median', 30, 20, true],
  ])
})

test('has no rows for parts that were not run', () => {
  expect(rowsOf({}, named)).toEqual([])
})

test('shows each page below the baseline’s row', () => {
  const lines = pagesTable({ baseline, pages, fromBlank: { baseline: 650, ours: 800 } }).split('\n')
  expect(lines.map((line) => line.split(/\s{2,}/)[0])).toEqual(['', 'the baseline', ...pages.map(({ path }) => path)])
})
