/** The rows of the table: each figure that something is asked of, out of what a run has measured. */
import { isPrivatePath, paths } from '@/lib/site'
import { atMost, columns, median, shown, timesFloor, type Row } from './figures'
import type { PageFigures } from './pages'
import type { Results } from './results'
import type { Starts } from './starts'

const kb = (bytes: number) => bytes / 1024

type Asked = Partial<Pick<Row, 'floor' | 'must' | 'reach'>>

const row = (part: string, name: string, unit: Row['unit'], ours: number, asked: Asked = {}): Row => ({
  part,
  name,
  unit,
  ours,
  floor: null,
  must: null,
  reach: null,
  ...asked,
})

/** The greatest; what was not seen counts as that. */
const most = (values: readonly number[]) =>
  values.some(Number.isNaN) ? Number.NaN : Math.max(...values, Number.NEGATIVE_INFINITY)

/** Pages that are read, by anybody: not those on which one signs in or pays, which are a script's from top to bottom. */
const isReading = ({ path }: PageFigures) => !isPrivatePath(path)

/** Addresses that have figures of their own. */
export type Named = { post: string; longPost: string }

function pageRows({ floor, pages, fromBlank }: NonNullable<Results['pages']>, { post, longPost }: Named): Row[] {
  const part = 'Pages, to a visitor who is not signed in'
  const reading = pages.filter(isReading)
  const ofReading = (figure: (page: PageFigures) => number) => most(reading.map(figure))
  const at = (path: string) => pages.find((page) => page.path === path)
  const before = (path: string, name: string) =>
    row(part, `bytes before load, ${name}`, 'KB', kb(at(path)?.bytesBefore ?? Number.NaN), {
      floor: kb(floor.bytesBefore),
      must: timesFloor(0.5),
      reach: timesFloor(0.3),
    })
  const others = reading.filter(({ path }) => path !== longPost)
  const long = at(longPost)?.weights
  return [
    row(part, 'script before load', 'KB', kb(ofReading(({ scriptBefore }) => scriptBefore)), {
      floor: kb(floor.scriptBefore),
      must: atMost(8),
      reach: atMost(3),
    }),
    row(part, '… our code that stands in the page, gzip', 'KB', kb(ofReading(({ weights }) => weights.inlineCode)), {
      floor: kb(floor.weights.inlineCode),
    }),
    row(part, '… the framework’s data in the page, gzip', 'KB', kb(ofReading(({ weights }) => weights.inlineData)), {
      floor: kb(floor.weights.inlineData),
    }),
    row(part, 'all script, once loaded and touched', 'KB', kb(ofReading(({ scriptAll }) => scriptAll)), {
      floor: kb(floor.scriptAll),
      must: timesFloor(1.05),
      reach: timesFloor(1),
    }),
    row(part, 'script of /auth without widget and SDK', 'KB', kb(at(paths.auth)?.scriptOwn ?? Number.NaN), {
      floor: kb(floor.scriptAll),
      must: timesFloor(1.05),
    }),
    before(paths.home, 'home'),
    before(post, 'a post'),
    row(part, 'CSS', 'KB', kb(ofReading(({ weights }) => weights.css)), { must: atMost(8) }),
    row(part, 'HTML without scripts and CSS, brotli', 'KB', kb(most(others.map(({ weights }) => weights.htmlBare))), {
      floor: kb(floor.weights.htmlBare),
      must: atMost(14),
    }),
    row(part, '… with the CSS in it', 'KB', kb(most(others.map(({ weights }) => weights.htmlWithoutScripts)))),
    row(part, 'a post of 26,000 characters, likewise', 'KB', kb(long?.htmlBare ?? Number.NaN), {
      must: atMost(14),
      reach: atMost(11),
    }),
    row(part, '… as it is sent, with CSS and scripts', 'KB', kb(long?.html ?? Number.NaN)),
    row(
      part,
      'requests before load',
      '',
      ofReading(({ requestsBefore }) => requestsBefore),
      {
        floor: floor.requestsBefore,
        must: atMost(5),
        reach: atMost(3),
      },
    ),
    row(part, 'pages fetched ahead while data is saved', '', most(pages.map(({ ahead }) => ahead.length)), {
      must: atMost(0),
    }),
    row(part, 'addresses fetched twice', '', most(pages.map(({ duplicates }) => duplicates.length)), {
      must: atMost(0),
    }),
    row(part, 'LCP, the slowest public page', 'ms', most(pages.map(({ lcp }) => lcp)), {
      floor: floor.lcp,
      must: timesFloor(1.05),
      reach: timesFloor(0.9),
    }),
    row(part, '… of the first page, in a window that was blank', 'ms', fromBlank.ours, { floor: fromBlank.floor }),
    row(part, 'CLS, every public page', '', most(pages.map(({ cls }) => cls)), {
      must: atMost(0.01),
      reach: atMost(0),
    }),
    row(
      part,
      'TBT, pages that are read',
      'ms',
      ofReading(({ tbt }) => tbt),
      {
        floor: floor.tbt,
        must: timesFloor(0.2),
        reach: atMost(0),
      },
    ),
    row(
      part,
      'TBT, signing in and the plans',
      'ms',
      most(pages.filter((page) => !isReading(page)).map(({ tbt }) => tbt)),
      {
        floor: floor.tbt,
      },
    ),
  ]
}

function pressRows({ beforeHydration, hydrated, firstTap, earlyTap, found }: NonNullable<Results['presses']>): Row[] {
  const quick = { must: atMost(50), reach: atMost(24) }
  const tap = { must: atMost(700), reach: atMost(300) }
  const taps = 'From the first tap on an island to its effect'
  return [
    ...Object.entries(beforeHydration).flatMap(([name, times]) => [
      row('From a press to the paint', `${name}: press to paint, before hydration`, 'ms', median(times), quick),
      row('From a press to the paint', `${name}: press to paint, hydrated`, 'ms', median(hydrated[name] ?? []), quick),
    ]),
    ...Object.entries(firstTap).map(([name, times]) => row(taps, `first tap: ${name}`, 'ms', median(times), tap)),
    row(taps, '… blog search, what was found', 'ms', median(found)),
    ...Object.entries(earlyTap).map(([name, times]) =>
      row(taps, `… right after the load: ${name}`, 'ms', median(times)),
    ),
  ]
}

function signedInRows({ identity, ...times }: NonNullable<Results['signedIn']>): Row[] {
  return Object.entries(times).map(([path, each]) =>
    row('Signed in, beside the identity SDK alone', `plan known on ${path}`, 'ms', median(each), {
      floor: median(identity),
      must: timesFloor(2),
    }),
  )
}

function answerRows(answers: NonNullable<Results['answers']>): Row[] {
  const cpu = (name: keyof typeof answers) => median(answers[name].map((each) => each.cpu))
  const rate = (name: keyof typeof answers) => median(answers[name].map(({ perSecond }) => perSecond))
  const part = 'Server, processor time (CPU) of an answer'
  const page = cpu('floorPage')
  return [
    row(part, 'CPU of a static page', 'µs', cpu('home'), {
      floor: page,
      must: timesFloor(0.15),
      reach: timesFloor(0.06),
    }),
    row(part, 'CPU of an ISR post, kept', 'µs', cpu('post'), {
      floor: page,
      must: timesFloor(0.2),
      reach: timesFloor(0.1),
    }),
    row(part, 'CPU of an API read (current-plan)', 'µs', cpu('plan'), {
      floor: cpu('floorJson'),
      must: timesFloor(2),
      reach: timesFloor(1.2),
    }),
    row(part, 'CPU of nginx with its page cache', 'µs', cpu('cached'), {
      floor: page,
      must: timesFloor(1 / 30),
      reach: timesFloor(1 / 60),
    }),
    row(part, '… answers over the same 16 connections', 'a second', rate('cached'), { floor: rate('floorPage') }),
  ]
}

function startRows({ floor, site, postgres }: NonNullable<Results['starts']>): Row[] {
  const part = 'Start and memory'
  const beside = (figure: (starts: Starts) => number) => ({ floor: figure(floor), must: timesFloor(1.3) })
  const start = ({ startMs }: Starts) => median(startMs)
  const idle = ({ idleMb }: Starts) => idleMb
  return [
    row(part, 'start to the first page', 'ms', start(site), beside(start)),
    row(part, '… over Postgres', 'ms', start(postgres), beside(start)),
    row(part, 'memory, idle', 'MB', idle(site), beside(idle)),
    row(part, '… over Postgres', 'MB', idle(postgres), beside(idle)),
  ]
}

const posts = (n: number) => `${n.toLocaleString('en')} posts`

function archiveRows(archives: NonNullable<Results['archives']>): Row[] {
  const [fewest, ...more] = archives
  if (!fewest) return []
  const part = `Builds, beside ${posts(fewest.posts)} or the quickest`
  const most = more.at(-1)
  const hits = archives.map(({ firstHitMs }) => firstHitMs)
  return [
    ...more.map(({ posts: n, generationSeconds }) =>
      row(part, `generating pages, ${posts(n)}`, 's', generationSeconds, {
        floor: fewest.generationSeconds,
        must: n === most?.posts ? timesFloor(2) : null,
      }),
    ),
    row(part, 'slowest first hit of an unbuilt post', 'ms', Math.max(...hits), {
      floor: Math.min(...hits),
      must: timesFloor(1.5),
    }),
  ]
}

/** All rows of the parts that were run, in the order of the table. */
export function rowsOf(results: Results, named: Named): Row[] {
  const { pages, presses, signedIn, answers, starts, archives } = results
  return [
    ...(pages ? pageRows(pages, named) : []),
    ...(presses ? pressRows(presses) : []),
    ...(signedIn ? signedInRows(signedIn) : []),
    ...(answers ? answerRows(answers) : []),
    ...(starts ? startRows(starts) : []),
    ...(archives ? archiveRows(archives) : []),
  ]
}

/** The same figures page by page; bytes in KB, times in ms. */
export function pagesTable({ floor, pages }: NonNullable<Results['pages']>): string {
  const cells = (name: string, page: PageFigures) => [
    name,
    ...[kb(page.scriptBefore), kb(page.scriptAll), kb(page.bytesBefore), page.requestsBefore].map(shown),
    ...[page.weights.html, page.weights.htmlWithoutScripts, page.weights.css].map((bytes) => shown(kb(bytes))),
    ...[page.fcp, page.lcp, page.cls, page.tbt].map(shown),
  ]
  const head = ['', 'script', 'all', 'bytes', 'requests', 'HTML', 'no script', 'CSS', 'FCP', 'LCP', 'CLS', 'TBT']
  return columns([head, cells('the floor', floor), ...pages.map((page) => cells(page.path, page))]).join('\n')
}
