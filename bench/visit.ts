/** One visit to a page: its requests and paint times. */
import type { Browser, Page } from 'playwright'
import { openPhone, watchNetwork, type NetworkRequest } from './phone'

type Times = { fcp: number; lcp: number; cls: number; tbt: number }

/** Bytes are compressed, times are milliseconds since the visit began. */
export type Visit = Times & {
  status: number
  /** Scripts that were requested before the load event. */
  scriptBefore: number
  /** All scripts; NaN if the first island could not be tapped. */
  scriptAll: number
  scripts: { url: string; bytes: number }[]
  /** All requests before the load event, with headers. */
  bytesBefore: number
  requestsBefore: number
  /** Addresses that were fetched more than once. */
  duplicates: string[]
}

const loadLimitMs = 30_000
/** A page is watched this long after its load event. */
const watchAtLeastMs = 1000
const watchAtMostMs = 3000

type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean }

/** Runs in the page. */
async function readTimes(): Promise<Times> {
  const entries = async (type: string) => {
    const performanceEntries: PerformanceEntry[] = []
    const observer = new PerformanceObserver((list) => performanceEntries.push(...list.getEntries()))
    observer.observe({ type, buffered: true })
    await new Promise((resolve) => setTimeout(resolve, 100))
    observer.disconnect()
    return performanceEntries
  }
  const [paints = [], largest = [], shifts = [], tasks = []] = await Promise.all(
    ['paint', 'largest-contentful-paint', 'layout-shift', 'longtask'].map(entries),
  )
  const fcp = paints.find(({ name }) => name === 'first-contentful-paint')?.startTime ?? Number.NaN
  return {
    fcp,
    lcp: largest.at(-1)?.startTime ?? Number.NaN,
    cls: (shifts as Shift[]).reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0),
    tbt: tasks.reduce((sum, { startTime, duration }) => {
      return sum + Math.max(0, startTime + duration - Math.max(startTime + 50, fcp))
    }, 0),
  }
}

/**
 * Taps the first usable control of the page's first island.
 * @returns false if there is one that could not be tapped
 */
export async function tapIsland(page: Page): Promise<boolean> {
  const island = page.locator('[data-island]').filter({ visible: true }).first()
  if ((await island.count()) === 0) return true
  const control = island.locator('input, textarea, button, summary').filter({ visible: true }).first()
  return ((await control.count()) > 0 ? control : island).tap({ timeout: 5000 }).then(
    () => true,
    () => false,
  )
}

const sumOf = (requests: readonly NetworkRequest[], figure: 'body' | 'total') =>
  requests.reduce((sum, one) => sum + one[figure], 0)

function duplicatesOf(requests: readonly NetworkRequest[]): string[] {
  const fetched = requests.filter(({ method, isCached, total }) => method === 'GET' && !isCached && total > 0)
  const urls = fetched.map(({ url }) => url.replace(/#.*/, ''))
  return [...new Set(urls.filter((url, index) => urls.indexOf(url) !== index))]
}

type VisitOptions = {
  /** Page of another site that the visitor comes from; a blank window by default. */
  from?: string
  /** Taps the first island once the network is idle. */
  tap?: boolean
}

/**
 * Opens a page on a slow phone with an empty profile.
 * @throws when the page does not load in half a minute
 */
export async function visit(browser: Browser, url: string, { from, tap = false }: VisitOptions): Promise<Visit> {
  const { context, page, session } = await openPhone(browser)
  try {
    if (from) await page.goto(from)
    const network = await watchNetwork(session)
    const response = await page.goto(url, { timeout: loadLimitMs })
    const loaded = performance.now()
    await network.idle(watchAtMostMs)
    await page.waitForTimeout(Math.max(0, watchAtLeastMs - (performance.now() - loaded)))
    const times = await page.evaluate(readTimes)
    let tapped = true
    if (tap) {
      await network.idle(loadLimitMs)
      tapped = await tapIsland(page)
      await network.idle(loadLimitMs)
    }
    const { requests } = network
    const before = requests.filter(({ sent }) => sent <= (network.loadedAt() ?? Infinity))
    const scripts = requests.filter(({ isScript }) => isScript)
    return {
      ...times,
      status: response?.status() ?? 0,
      scriptBefore: sumOf(
        before.filter(({ isScript }) => isScript),
        'body',
      ),
      scriptAll: tapped ? sumOf(scripts, 'body') : Number.NaN,
      scripts: scripts.map(({ url, body }) => ({ url, bytes: body })),
      bytesBefore: sumOf(before, 'total'),
      requestsBefore: before.length,
      duplicates: duplicatesOf(requests),
    }
  } finally {
    await context.close()
  }
}
