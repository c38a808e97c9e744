/** Every figure of the table and its limit. */
import { isPrivatePath, paths } from '@/lib/site'
import type { BlogSizeFigures } from './blog-size'
import type { BrowserFigures, PageFigures } from './pages'
import type { PressFigures } from './presses'
import type { AnswerFigures, Starts } from './server'
import type { SignedInFigures } from './signed-in'
import { atMost, columns, median, shown, timesBaseline, type Limit, type Row } from './table'

/** The parts that were measured. */
export type Results = {
  chromium?: string
  pages?: BrowserFigures
  presses?: PressFigures
  signedIn?: SignedInFigures
  answers?: AnswerFigures
  starts?: Record<'baseline' | 'site' | 'postgres', Starts>
  blogSizes?: BlogSizeFigures[]
}

/** Pages that have rows of their own. */
type Named = { post: string; longPost: string }

type RowOptions = { baseline?: number; limit?: Limit }

const rowsIn =
  (part: string) =>
  (name: string, unit: Row['unit'], ours: number, { baseline, limit }: RowOptions = {}): Row => ({
    part,
    name,
    unit,
    ours,
    baseline: baseline ?? null,
    limit: limit ?? null,
  })

const kb = (bytes: number) => bytes / 1024

/** The greatest; NaN counts as that. */
const maxOf = (values: readonly number[]) =>
  values.some(Number.isNaN) ? Number.NaN : Math.max(...values, Number.NEGATIVE_INFINITY)

function pageRows({ baseline, pages, fromBlank }: BrowserFigures, { post, longPost }: Named): Row[] {
  const row = rowsIn('Pages, to a visitor who is not signed in')
  // Signing in and paying consist of scripts, so their limits differ.
  const reading = pages.filter(({ path }) => !isPrivatePath(path))
  const interactive = pages.filter(({ path }) => isPrivatePath(path))
  const worst = (figure: (page: PageFigures) => number, of = reading) => maxOf(of.map(figure))
  const pageAt = (path: string) => pages.find((page) => page.path === path)
  const size = (name: string, bytes: number, options: RowOptions = {}) => row(name, 'KB', kb(bytes), options)
  const beforeLoad = (path: string, name: string) =>
    size(`bytes before load, ${name}`, pageAt(path)?.bytesBefore ?? Number.NaN, {
      baseline: kb(baseline.bytesBefore),
      limit: timesBaseline(0.5),
    })
  const others = reading.filter(({ path }) => path !== longPost)
  const long = pageAt(longPost)?.weights
  const scriptBaseline = { baseline: kb(baseline.scriptAll), limit: timesBaseline(1.05) }
  return [
    size(
      'script before load',
      worst(({ scriptBefore }) => scriptBefore),
      { baseline: kb(baseline.scriptBefore), limit: atMost(8) },
    ),
    size(
      '… our inline code, gzip',
      worst(({ weights }) => weights.inlineCode),
      { baseline: kb(baseline.weights.inlineCode) },
    ),
    size(
      '… the framework’s inline data, gzip',
      worst(({ weights }) => weights.inlineData),
      { baseline: kb(baseline.weights.inlineData) },
    ),
    size(
      'all script, once loaded and touched',
      worst(({ scriptAll }) => scriptAll),
      scriptBaseline,
    ),
    size('script of /auth without widget and SDK', pageAt(paths.auth)?.scriptOwn ?? Number.NaN, scriptBaseline),
    beforeLoad(paths.home, 'home'),
    beforeLoad(post, 'a post'),
    size(
      'CSS',
      worst(({ weights }) => weights.css),
      { limit: atMost(8) },
    ),
    size(
      'HTML without scripts and CSS, brotli',
      worst(({ weights }) => weights.htmlBare, others),
      { baseline: kb(baseline.weights.htmlBare), limit: atMost(14) },
    ),
    size(
      '… with the CSS in it',
      worst(({ weights }) => weights.htmlWithoutScripts, others),
    ),
    size('a post of 26,000 characters, likewise', long?.htmlBare ?? Number.NaN, { limit: atMost(14) }),
    size('… as it is sent, with CSS and scripts', long?.html ?? Number.NaN),
    row(
      'requests before load',
      '',
      worst(({ requestsBefore }) => requestsBefore),
      { baseline: baseline.requestsBefore, limit: atMost(5) },
    ),
    row(
      'pages prefetched with Save-Data',
      '',
      worst(({ prefetched }) => prefetched.length, pages),
      { limit: atMost(0) },
    ),
    row(
      'addresses fetched twice',
      '',
      worst(({ duplicates }) => duplicates.length, pages),
      { limit: atMost(0) },
    ),
    row(
      'LCP, the slowest public page',
      'ms',
      worst(({ lcp }) => lcp, pages),
      { baseline: baseline.lcp, limit: timesBaseline(1.3) },
    ),
    row('… of the first page, in a blank window', 'ms', fromBlank.ours, { baseline: fromBlank.baseline }),
    row(
      'CLS, every public page',
      '',
      worst(({ cls }) => cls, pages),
      { limit: atMost(0.01) },
    ),
    row(
      'TBT, pages that are read',
      'ms',
      worst(({ tbt }) => tbt),
      { baseline: baseline.tbt, limit: timesBaseline(0.2) },
    ),
    row(
      'TBT, signing in and the plans',
      'ms',
      worst(({ tbt }) => tbt, interactive),
      { baseline: baseline.tbt },
    ),
  ]
}

/** The same figures page by page; bytes in KB, times in ms. */
export function pagesTable({ baseline, pages }: BrowserFigures): string {
  const cells = (name: string, page: PageFigures) => [
    name,
    ...[kb(page.scriptBefore), kb(page.scriptAll), kb(page.bytesBefore), page.requestsBefore].map(shown),
    ...[page.weights.html, page.weights.htmlWithoutScripts, page.weights.css].map((bytes) => shown(kb(bytes))),
    ...[page.fcp, page.lcp, page.cls, page.tbt].map(shown),
  ]
  const head = ['', 'script', 'all', 'bytes', 'requests', 'HTML', 'no script', 'CSS', 'FCP', 'LCP', 'CLS', 'TBT']
  return columns([head, cells('the baseline', baseline), ...pages.map((page) => cells(page.path, page))]).join('\n')
}

function pressRows({ beforeHydration, hydrated, firstTap, earlyTap, found }: PressFigures): Row[] {
  const press = rowsIn('From a press to the paint')
  const tap = rowsIn('From the first tap on an island to its effect')
  const limit = atMost(50)
  return [
    ...Object.entries(beforeHydration).flatMap(([name, times]) => [
      press(`${name}: press to paint, before hydration`, 'ms', median(times), { limit }),
      press(`${name}: press to paint, hydrated`, 'ms', median(hydrated[name] ?? []), { limit }),
    ]),
    ...Object.entries(firstTap).map(([name, times]) =>
      tap(`first tap: ${name}`, 'ms', median(times), { limit: atMost(700) }),
    ),
    tap('… blog search, results', 'ms', median(found)),
    ...Object.entries(earlyTap).map(([name, times]) => tap(`… right after the load: ${name}`, 'ms', median(times))),
  ]
}

function signedInRows({ identity, ...times }: SignedInFigures): Row[] {
  const row = rowsIn('Signed in, beside the identity SDK alone')
  return Object.entries(times).map(([path, each]) =>
    row(`plan known on ${path}`, 'ms', median(each), { baseline: median(identity), limit: timesBaseline(2) }),
  )
}

function answerRows(answers: AnswerFigures): Row[] {
  const row = rowsIn('Server, processor time (CPU) of an answer')
  const cpu = (name: keyof AnswerFigures) => median(answers[name].map((each) => each.cpu))
  const rate = (name: keyof AnswerFigures) => median(answers[name].map(({ perSecond }) => perSecond))
  const baseline = cpu('baselinePage')
  return [
    row('CPU of a static page', 'µs', cpu('home'), { baseline, limit: timesBaseline(0.15) }),
    row('CPU of an ISR post, cached', 'µs', cpu('post'), { baseline, limit: timesBaseline(0.2) }),
    row('CPU of an API read over Postgres (current-plan)', 'µs', cpu('plan'), {
      baseline: cpu('baselineJson'),
      limit: timesBaseline(3),
    }),
    row('CPU of nginx with its page cache', 'µs', cpu('cached'), { baseline, limit: timesBaseline(1 / 25) }),
    row('… answers over the same 16 connections', 'a second', rate('cached'), { baseline: rate('baselinePage') }),
  ]
}

function startRows({ baseline, site, postgres }: NonNullable<Results['starts']>): Row[] {
  const row = rowsIn('Start and memory')
  const start = ({ startMs }: Starts) => median(startMs)
  const startLimit = { baseline: start(baseline), limit: timesBaseline(1.8) }
  return [
    row('start to the first page', 'ms', start(site), startLimit),
    row('… over Postgres', 'ms', start(postgres), startLimit),
    row('memory, idle', 'MB', site.idleMb, { baseline: baseline.idleMb }),
    row('… over Postgres', 'MB', postgres.idleMb, { baseline: baseline.idleMb, limit: timesBaseline(1.3) }),
  ]
}

const posts = (n: number) => `${n.toLocaleString('en')} posts`

function blogSizeRows(blogSizes: readonly BlogSizeFigures[]): Row[] {
  const [fewest, ...more] = blogSizes
  if (!fewest) return []
  const row = rowsIn(`Builds, beside ${posts(fewest.posts)} or the quickest`)
  const hits = blogSizes.map(({ firstHitMs }) => firstHitMs)
  return [
    ...more.map((size) =>
      row(`generating pages, ${posts(size.posts)}`, 's', size.generationSeconds, {
        baseline: fewest.generationSeconds,
        ...(size === more.at(-1) && { limit: timesBaseline(2) }),
      }),
    ),
    row('first hit of an unbuilt post, slowest median', 'ms', Math.max(...hits), {
      baseline: Math.min(...hits),
      limit: timesBaseline(1.5),
    }),
  ]
}

/** All rows of the parts that were run, in the order of the table. */
export function rowsOf(results: Results, named: Named): Row[] {
  const { pages, presses, signedIn, answers, starts, blogSizes } = results
  return [
    ...(pages ? pageRows(pages, named) : []),
    ...(presses ? pressRows(presses) : []),
    ...(signedIn ? signedInRows(signedIn) : []),
    ...(answers ? answerRows(answers) : []),
    ...(starts ? startRows(starts) : []),
    ...(blogSizes ? blogSizeRows(blogSizes) : []),
  ]
}
