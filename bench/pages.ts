/** Every public page as a slow phone sees it, beside the baseline's one page. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright'
import { paths } from '@/lib/site'
import { weigh, type Weights } from './page-weight'
import { openPhone, watchNetwork } from './phone'
import { median } from './table'
import { visit, type Visit } from './visit'

/** Each figure is the median of the visits. */
export type PageFigures = Omit<Visit, 'scripts'> & {
  path: string
  visits: number
  /** Script bytes without the identity SDK and the widget. */
  scriptOwn: number
  /** Addresses that were prefetched although the visitor saves data. */
  prefetched: string[]
  weights: Weights
}

/** Text that only files of the widget and the identity SDK contain. */
const libraries = /mdl-js-button|@firebase\//

async function ownBytes(scripts: Visit['scripts']): Promise<number> {
  const sizes = await Promise.all(
    scripts.map(async ({ url, bytes }) => {
      if (bytes === 0) return 0
      const text = await (await fetch(url)).text()
      return libraries.test(text) ? 0 : bytes
    }),
  )
  return sizes.reduce((sum, bytes) => sum + bytes, 0)
}

/** Scrolls through a page with Save-Data on, and returns what was prefetched all the same. */
async function prefetchedOnSaveData(browser: Browser, url: string): Promise<string[]> {
  const { context, page, session } = await openPhone(browser, { slowNetwork: false, slowProcessor: false })
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
    await network.idle(5000)
    return network.requests.filter(({ isPrefetch }) => isPrefetch).map(({ url }) => url)
  } finally {
    await context.close()
  }
}

async function figuresOf(
  browser: Browser,
  origin: string,
  path: string,
  visits: readonly Visit[],
): Promise<PageFigures> {
  const [first] = visits
  type Figure = 'scriptBefore' | 'bytesBefore' | 'requestsBefore' | 'fcp' | 'lcp' | 'cls' | 'tbt'
  const medianOf = (figure: Figure) => median(visits.map((each) => each[figure]))
  return {
    path,
    visits: visits.length,
    status: first?.status ?? 0,
    scriptBefore: medianOf('scriptBefore'),
    // Only the first visit taps an island.
    scriptAll: first?.scriptAll ?? Number.NaN,
    scriptOwn: first ? await ownBytes(first.scripts) : Number.NaN,
    bytesBefore: medianOf('bytesBefore'),
    requestsBefore: medianOf('requestsBefore'),
    duplicates: [...new Set(visits.flatMap(({ duplicates }) => duplicates))],
    prefetched: await prefetchedOnSaveData(browser, origin + path),
    fcp: medianOf('fcp'),
    lcp: medianOf('lcp'),
    cls: medianOf('cls'),
    tbt: medianOf('tbt'),
    weights: await weigh(origin + path),
  }
}

/** A page of another site: to a browser, an IP address and `localhost` are different sites. */
async function startOtherSite(): Promise<{ address: string; stop(): Promise<void> }> {
  const page = '<!doctype html><html lang="en"><title>Elsewhere</title><p>What was found.'
  const server = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end(page))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

export type BrowserFigures = {
  baseline: PageFigures
  pages: PageFigures[]
  fromBlank: { baseline: number; ours: number }
}

type Options = {
  baseline: string
  origin: string
  paths: readonly string[]
  rounds: number
  /** On `performance.now()`: after the first, no round begins that would not end by then. */
  deadline: number
  say: (line: string) => void
}

/** Visits every page once a round, and the baseline twice. Visitors come from a page of another site. */
export async function measurePages(browser: Browser, options: Options): Promise<BrowserFigures> {
  const { baseline, origin, rounds, deadline, say } = options
  // Rendering a page for the first time is not part of what visitors see.
  for (const path of options.paths) await fetch(origin + path).then((page) => page.text())
  const otherSite = await startOtherSite()
  const from = otherSite.address
  const baselineVisits: Visit[] = []
  const blankVisits: { baseline: number[]; ours: number[] } = { baseline: [], ours: [] }
  const visits = new Map(options.paths.map((path) => [path, [] as Visit[]]))
  const startedAt = performance.now()
  for (let round = 0; round < rounds; round++) {
    const now = performance.now()
    if (round > 0 && now + (now - startedAt) / round > deadline) break
    say(`pages, round ${round + 1} of ${rounds}`)
    const half = options.paths.length >> 1
    for (const [index, path] of options.paths.entries()) {
      if (index === 0 || index === half) baselineVisits.push(await visit(browser, baseline, { from }))
      visits.get(path)?.push(await visit(browser, origin + path, { from, tap: round === 0 }))
    }
    blankVisits.baseline.push((await visit(browser, baseline, {})).lcp)
    blankVisits.ours.push((await visit(browser, origin + paths.home, {})).lcp)
  }
  await otherSite.stop()
  say('pages with Save-Data, and page weights')
  const pages: PageFigures[] = []
  for (const [path, pageVisits] of visits) pages.push(await figuresOf(browser, origin, path, pageVisits))
  return {
    baseline: await figuresOf(browser, baseline, '/', baselineVisits),
    pages,
    fromBlank: { baseline: median(blankVisits.baseline), ours: median(blankVisits.ours) },
  }
}
