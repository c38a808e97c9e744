/** Every public page as a slow phone sees it, beside the floor's one page. */
import type { Browser } from 'playwright'
import { paths } from '@/lib/site'
import { weigh, type Weights } from './document'
import { startElsewhere } from './elsewhere'
import { median } from './figures'
import { watchNetwork } from './network'
import { openPhone } from './phone'
import { visit, type Visit } from './visit'

export type PageFigures = {
  path: string
  /** How often it was visited; each figure is the middle one, and bytes are those of the line. */
  visits: number
  status: number
  scriptBefore: number
  /** Once loaded, and after the first island was touched: of the first visit alone. */
  scriptAll: number
  /** Of these, without the identity SDK and the widget. */
  scriptOwn: number
  bytesBefore: number
  requestsBefore: number
  duplicates: string[]
  /** What was fetched for a page to come, though the visitor saves data. */
  ahead: string[]
  fcp: number
  lcp: number
  cls: number
  tbt: number
  weights: Weights
}

/** Words that only the widget and the identity SDK have, whatever the build calls the files that they are in. */
const libraries = /mdl-js-button|@firebase\//

async function ownBytes(scripts: Visit['scripts']): Promise<number> {
  const own = await Promise.all(
    scripts.map(async ({ url, bytes }) => {
      if (bytes === 0) return 0
      const text = await (await fetch(url)).text()
      return libraries.test(text) ? 0 : bytes
    }),
  )
  return own.reduce((sum, bytes) => sum + bytes, 0)
}

/** Looks through all of a page as somebody who asked to be sent little, and says what was fetched ahead all the same. */
async function aheadOnSaver(browser: Browser, url: string): Promise<string[]> {
  const { context, page, session } = await openPhone(browser, { slowLine: false, slowProcessor: false })
  try {
    await context.setExtraHTTPHeaders({ 'Save-Data': 'on' })
    await session.send('Emulation.setDataSaverOverride', { dataSaverEnabled: true })
    const network = await watchNetwork(session)
    await page.goto(url)
    await page.evaluate(async () => {
      for (let y = 0; y < document.body.scrollHeight; y += innerHeight / 2) {
        scrollTo(0, y)
        await new Promise(requestAnimationFrame)
      }
    })
    await network.rest(5000)
    return network.asked.filter(({ isAhead }) => isAhead).map(({ url }) => url)
  } finally {
    await context.close()
  }
}

async function figuresOf(browser: Browser, origin: string, path: string, visits: readonly Visit[]) {
  const [first] = visits
  const middle = (figure: 'scriptBefore' | 'bytesBefore' | 'requestsBefore' | keyof Times) =>
    median(visits.map((each) => each[figure]))
  return {
    path,
    visits: visits.length,
    status: first?.status ?? 0,
    scriptBefore: middle('scriptBefore'),
    scriptAll: first?.scriptAll ?? Number.NaN,
    scriptOwn: first ? await ownBytes(first.scripts) : Number.NaN,
    bytesBefore: middle('bytesBefore'),
    requestsBefore: middle('requestsBefore'),
    duplicates: [...new Set(visits.flatMap(({ duplicates }) => duplicates))],
    ahead: await aheadOnSaver(browser, origin + path),
    fcp: middle('fcp'),
    lcp: middle('lcp'),
    cls: middle('cls'),
    tbt: middle('tbt'),
    weights: await weigh(origin + path),
  } satisfies PageFigures
}

type Times = Pick<Visit, 'fcp' | 'lcp' | 'cls' | 'tbt'>

type Site = { origin: string; paths: readonly string[] }

/** Milliseconds of the largest paint of the first page. */
type FirstPaints = { floor: number; ours: number }

export type BrowserFigures = {
  floor: PageFigures
  pages: PageFigures[]
  /** In a window that was blank, whose process a browser may go on using. */
  fromBlank: FirstPaints
}

/**
 * Visits all pages once a round, and the floor's at the beginning and in the middle of each. People come from a page of
 * another site: from a search, or a letter; so does each visit, and one of each begins in a blank window besides.
 * @param until on `performance.now()`: no round begins that would not be over by then, but for the first
 */
export async function measurePages(
  browser: Browser,
  floor: string,
  site: Site,
  { rounds, until, say }: { rounds: number; until: number; say: (line: string) => void },
): Promise<BrowserFigures> {
  // What a server does once for a page is no part of what visitors see.
  for (const path of site.paths) await fetch(site.origin + path).then((page) => page.text())
  const elsewhere = await startElsewhere()
  const from = elsewhere.address
  const floorVisits: Visit[] = []
  const blank: { floor: number[]; ours: number[] } = { floor: [], ours: [] }
  const visits = new Map(site.paths.map((path) => [path, [] as Visit[]]))
  const began = performance.now()
  for (let round = 0; round < rounds; round++) {
    const now = performance.now()
    if (round > 0 && now + (now - began) / round > until) break
    say(`pages, round ${round + 1} of ${rounds}`)
    const half = site.paths.length >> 1
    for (const [at, path] of site.paths.entries()) {
      if (at === 0 || at === half) floorVisits.push(await visit(browser, floor, { from }))
      visits.get(path)?.push(await visit(browser, site.origin + path, { from, touch: round === 0 }))
    }
    blank.floor.push((await visit(browser, floor, {})).lcp)
    blank.ours.push((await visit(browser, site.origin + paths.home, {})).lcp)
  }
  await elsewhere.stop()
  say('pages for somebody who saves data, and what they weigh')
  const pages: PageFigures[] = []
  for (const [path, made] of visits) pages.push(await figuresOf(browser, site.origin, path, made))
  return {
    floor: await figuresOf(browser, floor, '/', floorVisits),
    pages,
    fromBlank: { floor: median(blank.floor), ours: median(blank.ours) },
  }
}
