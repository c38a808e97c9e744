/** What pages weigh and how soon they are seen, by anybody who is not signed in. */
import { isPrivatePath, paths } from '@/lib/site'
import { atMost, columns, shown, timesFloor, type Row } from './figures'
import type { PageFigures } from './pages'
import type { Results } from './results'
import { row } from './row'

const kb = (bytes: number) => bytes / 1024

/** The greatest; what was not seen counts as that. */
const most = (values: readonly number[]) =>
  values.some(Number.isNaN) ? Number.NaN : Math.max(...values, Number.NEGATIVE_INFINITY)

/** Pages that are read, by anybody: not those on which one signs in or pays, which are a script's from top to bottom. */
const isReading = ({ path }: PageFigures) => !isPrivatePath(path)

/** Addresses that have figures of their own. */
export type Named = { post: string; longPost: string }

/** The rows of that part of the table. */
export function pageRows({ floor, pages, fromBlank }: NonNullable<Results['pages']>, { post, longPost }: Named): Row[] {
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
