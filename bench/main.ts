/**
 * `npm run bench` measures the production build in turns with the smallest project on the same Next, prints the ratios
 * and exits with 1 if one is over its limit. `--rounds 1` is quick.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execFileSync, spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import autocannon from 'autocannon'
import { chromium, devices, type Browser } from 'playwright'
import { everyKind } from '@/e2e/setup/routes'
import { freeStackPorts, startStack } from '@/e2e/setup/stack'
import { ensureBuild } from '@/local/build'
import { freePort } from '@/local/ports'
import { startProcess, stopProcess, waitForResponse } from '@/local/processes'
import { root, siteProgram } from '@/local/project'
import { isPrivatePath, paths } from '@/lib/site'
import { browserFlags, ensureBrowser } from '@/tests/setup/browser'
import { commandOf, processorTime, treeOf } from '@/tests/setup/processes'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } })
const rounds = Number(values.rounds)
if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds takes a number from 1.')

type Server = { origin: string; pid: number }

/** Median of the measured values. */
function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? Number.NaN
}

// Servers

const cleanups: (() => unknown)[] = []

async function cleanUp(): Promise<void> {
  for (const each of cleanups.splice(0).toReversed()) await each()
}

/** Builds and starts the baseline. Its packages are links, because Next takes nothing from outside its folder. */
async function startBaseline(logs: string): Promise<Server> {
  const folder = join(root, '.cache/bench-baseline')
  rmSync(folder, { recursive: true, force: true })
  cpSync(join(root, 'bench/baseline'), folder, { recursive: true })
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
  execFileSync('cp', ['-al', join(root, 'node_modules'), folder])
  const next = join(folder, 'node_modules/next/dist/bin/next')
  const env = { PATH: process.env.PATH ?? '', NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' } as const
  const built = spawnSync(process.execPath, [next, 'build', folder], { cwd: folder, env, encoding: 'utf8' })
  if (built.status !== 0) throw new Error(built.stdout + built.stderr)
  const port = await freePort()
  const part = startProcess({
    name: 'baseline',
    args: ['--require', join(root, 'local/exit-with-parent.cjs'), next, 'start', folder, '-p', `${port}`],
    env,
    logs,
    cwd: folder,
    onCrash: () => {},
  })
  cleanups.push(() => stopProcess(part))
  const origin = `http://localhost:${port}`
  if (!(await waitForResponse(origin, () => part.child.exitCode !== null))) throw new Error(part.tail())
  return { origin, pid: part.child.pid ?? 0 }
}

/** Starts the local stack as `npm run local` does. */
async function startSite(folder: string): Promise<Server> {
  const lock = await ensureBuild((line) => console.log(line))
  cleanups.push(() => lock.release())
  const stack = await startStack(join(folder, 'data'), await freeStackPorts())
  cleanups.push(() => stack.stop())
  const pid = treeOf(process.pid).find((each) => commandOf(each).includes(siteProgram))
  if (pid === undefined) throw new Error('The site’s process was not found.')
  return { origin: stack.origin, pid }
}

// Pages in a browser

/** Bytes are as sent, with headers; times are in milliseconds. */
type Visit = { scripts: number; bytes: number; lcp: number; cls: number; tbt: number }

const kbit = (n: number) => (n * 1024) / 8

/**
 * Slow 4G as Lighthouse applies it: 150 ms, 1.6 Mbit/s down, 750 kbit/s up. The protocol delays answers only, so the
 * latency is multiplied by 3.75 and the throughput by 0.9.
 */
const slow4g = {
  offline: false,
  latency: 150 * 3.75,
  downloadThroughput: kbit(1.6 * 1024 * 0.9),
  uploadThroughput: kbit(750 * 0.9),
}
const slowProcessor = { rate: 4 }

/** The page is watched this long after its load event. */
const watchMs = 2000

/** Runs in the page. */
async function readVisit(): Promise<Visit> {
  type Entry = PerformanceEntry & { value: number; hadRecentInput: boolean }
  const entriesOf = async (type: string) => {
    const entries: Entry[] = []
    const observer = new PerformanceObserver((list) => entries.push(...(list.getEntries() as Entry[])))
    observer.observe({ type, buffered: true })
    await new Promise((resolve) => setTimeout(resolve, 100))
    observer.disconnect()
    return entries
  }
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  const before = files.filter(({ startTime }) => page && startTime < page.loadEventStart)
  const [paints, largest, shifts, tasks] = [
    await entriesOf('paint'),
    await entriesOf('largest-contentful-paint'),
    await entriesOf('layout-shift'),
    await entriesOf('longtask'),
  ]
  const firstPaint = paints.find(({ name }) => name === 'first-contentful-paint')?.startTime ?? Number.NaN
  const blocked = tasks.map((task) => task.startTime + task.duration - Math.max(task.startTime + 50, firstPaint))
  return {
    scripts: before.filter(({ name }) => new URL(name).pathname.endsWith('.js')).length,
    bytes: [page, ...before].reduce((sum, file) => sum + (file?.transferSize ?? 0), 0),
    lcp: largest.at(-1)?.startTime ?? Number.NaN,
    cls: shifts.reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0),
    tbt: blocked.reduce((sum, ms) => sum + Math.max(0, ms), 0),
  }
}

/** Visits a page with an empty profile, as a slow phone. */
async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({ ...devices['Pixel 7'], viewport: { width: 390, height: 844 } })
  try {
    // tsx wraps functions in this helper, which a page does not have.
    await context.addInitScript('globalThis.__name ??= (value) => value')
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', slow4g)
    await session.send('Emulation.setCPUThrottlingRate', slowProcessor)
    await page.goto(url, { waitUntil: 'load' })
    await page.waitForTimeout(watchMs)
    return await page.evaluate(readVisit)
  } finally {
    await context.close()
  }
}

const reading = everyKind.filter((path) => !isPrivatePath(path))

type Pages = { baseline: Visit[]; pages: Record<string, Visit[]> }

async function measurePages(baseline: Server, site: Server): Promise<Pages> {
  // The first rendering of a page is not part of what visitors see.
  for (const path of reading) await fetch(site.origin + path).then((page) => page.text())
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args: browserFlags })
  cleanups.push(() => browser.close())
  const result: Pages = { baseline: [], pages: Object.fromEntries(reading.map((path) => [path, []])) }
  for (let round = 0; round < rounds; round++) {
    console.log(`pages, round ${round + 1} of ${rounds}`)
    result.baseline.push(await visit(browser, baseline.origin))
    for (const path of reading) result.pages[path]?.push(await visit(browser, site.origin + path))
  }
  return result
}

// Processor time of an answer

const connections = 16
const warmUp = 2000
/** Linux counts processor time in steps of 10 ms, so a round is long. */
const requests = 4000

async function load(url: string, amount: number): Promise<void> {
  const { errors, ['5xx']: failed } = await autocannon({
    url: url.replace('localhost', '127.0.0.1'),
    connections,
    amount,
    headers: { 'accept-encoding': 'gzip' },
  })
  if (errors + failed > 0) throw new Error(`${errors + failed} of ${amount} answers of ${url} failed.`)
}

type Target = { url: string; pid: number }

/** @returns microseconds of processor time for an answer, measured in turns */
async function measureAnswers<Name extends string>(targets: Record<Name, Target>): Promise<Record<Name, number>> {
  const all = Object.entries<Target>(targets).map(([name, target]) => ({ name, ...target, costs: [] as number[] }))
  for (const { url } of all) await load(url, warmUp)
  for (let round = 0; round < rounds; round++) {
    console.log(`answers, round ${round + 1} of ${rounds}`)
    for (const { url, pid, costs } of all) {
      const before = processorTime([pid])
      await load(url, requests)
      costs.push(((processorTime([pid]) - before) * 1000) / requests)
    }
  }
  return Object.fromEntries(all.map(({ name, costs }) => [name, median(costs)])) as Record<Name, number>
}

// Results

type Row = { name: string; ours: number; baseline: number; unit: string; limit: number; isRatio: boolean }

/** The worst page counts. */
function pageRows({ baseline, pages }: Pages): Row[] {
  const worst = (figure: keyof Visit) =>
    Object.entries(pages)
      .map(([path, visits]) => ({ path, value: median(visits.map((each) => each[figure])) }))
      .reduce((most, each) => (each.value > most.value || Number.isNaN(each.value) ? each : most))
  const row = (name: string, figure: keyof Visit, unit: string, limit: number, isRatio: boolean): Row => {
    const { path, value } = worst(figure)
    const floor = median(baseline.map((each) => each[figure]))
    return { name: `${name} (${path})`, ours: value, baseline: floor, unit, limit, isRatio }
  }
  return [
    row('scripts before load', 'scripts', '', 0, false),
    row('bytes before load', 'bytes', 'B', 0.35, true),
    row('total blocking time', 'tbt', 'ms', 0.2, true),
    row('largest contentful paint', 'lcp', 'ms', 1.3, true),
    row('layout shift', 'cls', '', 0.01, false),
  ]
}

const valueOf = ({ ours, baseline, isRatio }: Row) => (isRatio && ours > 0 ? ours / baseline : ours)

/** A figure that could not be measured (NaN) is not within its limit. */
const isMet = (row: Row) => valueOf(row) <= row.limit

function print(rows: readonly Row[]): void {
  const round = (value: number) => String(Number(value.toPrecision(3)))
  const cells = rows.map((row) => [
    isMet(row) ? 'ok  ' : 'OVER',
    row.name,
    `${round(row.ours)} ${row.unit}`,
    `smallest page ${round(row.baseline)} ${row.unit}`,
    row.isRatio ? `${round(valueOf(row))} × of at most ${row.limit} ×` : `at most ${row.limit}`,
  ])
  const width = (column: number) => Math.max(...cells.map((each) => each[column]?.length ?? 0))
  for (const each of cells)
    console.log(
      each
        .map((cell, column) => cell.padEnd(width(column)))
        .join('  ')
        .trimEnd(),
    )
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void cleanUp().finally(() => process.exit(130)))
}
try {
  const folder = mkdtempSync(join(tmpdir(), 'unhurried-bench-'))
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
  const baseline = await startBaseline(folder)
  const site = await startSite(folder)
  const pages = pageRows(await measurePages(baseline, site))
  const { floor, home, missing } = await measureAnswers({
    floor: { url: `${baseline.origin}/`, pid: baseline.pid },
    home: { url: site.origin + paths.home, pid: site.pid },
    missing: { url: site.origin + paths.post('no-such-post'), pid: site.pid },
  })
  const cpu = { baseline: floor, unit: 'µs', isRatio: true }
  const rows = [
    ...pages,
    { ...cpu, name: 'processor time of a static page', ours: home, limit: 0.2 },
    { ...cpu, name: 'processor time of an unknown post', ours: missing, limit: 1 },
  ]
  print(rows)
  process.exitCode = rows.every(isMet) ? 0 : 1
} finally {
  await cleanUp()
}
