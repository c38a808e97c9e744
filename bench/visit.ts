/** One visit to a page with an empty profile: what it fetched and when it was seen. */
import type { Browser, Page } from 'playwright'
import { watchNetwork, type Asked } from './network'
import { openPhone } from './phone'

/** Bytes are as they came over the line, times are milliseconds since the visit began. */
export type Visit = {
  status: number
  /** Scripts asked for before the load event. */
  scriptBefore: number
  /** All scripts, once the line rests and, where that was asked for, the first island was touched; NaN where it could not be. */
  scriptAll: number
  scripts: { url: string; bytes: number }[]
  /** Whatever was asked for before the load event, with headers. */
  bytesBefore: number
  requestsBefore: number
  /** Addresses that were fetched more than once. */
  duplicates: string[]
  fcp: number
  lcp: number
  cls: number
  /** How long the main thread could not be had: of each task, from the first paint on, what it took beyond 50 ms. */
  tbt: number
}

const patienceMs = 30_000
/** After the load event a page is watched until its line rests, within these limits. */
const leastMs = 1000
const mostMs = 3000

type Times = Pick<Visit, 'fcp' | 'lcp' | 'cls' | 'tbt'>

type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean }

/** What the page's own clock has seen, in the browser. */
async function readTimes(): Promise<Times> {
  const all = async (type: string) => {
    const found: PerformanceEntry[] = []
    const observer = new PerformanceObserver((list) => found.push(...list.getEntries()))
    observer.observe({ type, buffered: true })
    await new Promise((resolve) => setTimeout(resolve, 100))
    observer.disconnect()
    return found
  }
  const [paints = [], largest = [], shifts = [], tasks = []] = await Promise.all(
    ['paint', 'largest-contentful-paint', 'layout-shift', 'longtask'].map(all),
  )
  const fcp = paints.find(({ name }) => name === 'first-contentful-paint')?.startTime ?? Number.NaN
  return {
    fcp,
    lcp: largest.at(-1)?.startTime ?? Number.NaN,
    cls: (shifts as Shift[]).reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0),
    tbt: tasks.reduce((sum, { startTime, duration }) => {
      const blocked = startTime + duration - Math.max(startTime + 50, fcp)
      return sum + Math.max(0, blocked)
    }, 0),
  }
}

/**
 * A tap on the first thing of an island that can be used, where the page has one.
 * @returns false when there is one that could not be tapped
 */
export async function touchIsland(page: Page): Promise<boolean> {
  const island = page.locator('[data-island]').filter({ visible: true }).first()
  if ((await island.count()) === 0) return true
  const control = island.locator('input, textarea, button, summary').filter({ visible: true }).first()
  return ((await control.count()) > 0 ? control : island).tap({ timeout: 5000 }).then(
    () => true,
    () => false,
  )
}

const sumOf = (asked: readonly Asked[], figure: 'body' | 'total') => asked.reduce((sum, one) => sum + one[figure], 0)

/** Addresses that came over the line more than once: what was fetched ahead and then used counts once. */
function duplicatesOf(asked: readonly Asked[]): string[] {
  const fetched = asked.filter(({ method, isKept, total }) => method === 'GET' && !isKept && total > 0)
  const seen = fetched.map(({ url }) => url.replace(/#.*/, ''))
  return [...new Set(seen.filter((url, place) => seen.indexOf(url) !== place))]
}

type VisitOptions = {
  /** Address of the page, of another site, on which the link was; without it the window was blank. */
  from?: string
  /** The first island is touched once the line rests, so that all that it needs comes. */
  touch?: boolean
}

/**
 * Opens a page as a slow phone does that was never here.
 * @throws when the page does not load in half a minute
 */
export async function visit(browser: Browser, url: string, { from, touch = false }: VisitOptions): Promise<Visit> {
  const { context, page, session } = await openPhone(browser)
  try {
    if (from) await page.goto(from)
    const network = await watchNetwork(session)
    const response = await page.goto(url, { timeout: patienceMs })
    const loaded = performance.now()
    await network.rest(mostMs)
    await page.waitForTimeout(Math.max(0, leastMs - (performance.now() - loaded)))
    const times = await page.evaluate(readTimes)
    if (touch) await network.rest(patienceMs)
    const touched = !touch || (await touchIsland(page))
    if (touch) await network.rest(patienceMs)
    const { asked } = network
    const before = asked.filter(({ sent }) => sent <= (network.loadedAt() ?? Infinity))
    const scripts = asked.filter(({ isScript }) => isScript)
    return {
      ...times,
      status: response?.status() ?? 0,
      scriptBefore: sumOf(
        before.filter(({ isScript }) => isScript),
        'body',
      ),
      scriptAll: touched ? sumOf(scripts, 'body') : Number.NaN,
      scripts: scripts.map(({ url, body }) => ({ url, bytes: body })),
      bytesBefore: sumOf(before, 'total'),
      requestsBefore: before.length,
      duplicates: duplicatesOf(asked),
    }
  } finally {
    await context.close()
  }
}
