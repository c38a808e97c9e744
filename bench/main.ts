/**
 * `npm run bench`: what the site costs a visitor and a server, beside the smallest project of the same Next, both
 * measured by turns in one run on this machine. Prints a table, and writes bench/results.json and bench/results.svg.
 * `npm run bench -- --only browser` measures a part and writes nothing; `--rounds 1` is for a quick look.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { everyKind, samplePost } from '@/e2e/setup/routes'
import { root } from '@/local/project'
import { paths } from '@/lib/site'
import { startPostgres } from '@/tests/setup/postgres'
import { measureAnswers } from './answers'
import { measureArchives } from './archive'
import { endAll, endInTime, endWith } from './endings'
import { tableOf } from './figures'
import { measurePages } from './pages'
import { openBrowser } from './phone'
import { pictureOf } from './picture'
import { measurePresses } from './presses'
import type { Results } from './results'
import { pagesTable } from './page-rows'
import { rowsOf } from './rows'
import { measureSignedIn } from './signed-in'
import { measureStarts } from './starts'
import { longPost, openWorld, type World } from './world'

const parts = ['browser', 'presses', 'signed-in', 'server', 'starts', 'build'] as const
type Part = (typeof parts)[number]
const inBrowser: readonly Part[] = ['browser', 'presses', 'signed-in']

const mostMs = 15 * 60_000
/** By then the pages have been visited: a machine that is too slow for five rounds makes fewer, and the table says how many. */
const pagesMs = 7.5 * 60_000
const archives = [100, 1_000, 10_000]

/** Every page that somebody can see who is not signed in, one of each kind, and a long post. */
const publicPaths = [...everyKind.filter((path) => path !== paths.profile), longPost]

const { values } = parseArgs({
  options: { only: { type: 'string', multiple: true }, rounds: { type: 'string', default: '5' } },
})
const only = (values.only ?? []).flatMap((names) => names.split(','))
const rounds = Number(values.rounds)
if (!only.every((name) => parts.some((part) => part === name)) || !Number.isInteger(rounds) || rounds < 1) {
  console.error(`--only takes ${parts.join(', ')}; --rounds a number from 1.`)
  process.exit(1)
}
const runs = (part: Part) => only.length === 0 || only.includes(part)

const began = performance.now()
const secondsSince = () => Math.round((performance.now() - began) / 1000)
const say = (line: string) => {
  const seconds = secondsSince()
  console.log(`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}  ${line}`)
}

const results: Results = {}

async function measureInBrowser({ floor, site }: World): Promise<void> {
  const browser = await openBrowser()
  endWith(() => browser.close())
  results.chromium = browser.version()
  if (runs('browser')) {
    const pages = { origin: site.origin, paths: publicPaths }
    results.pages = await measurePages(browser, floor.origin, pages, { rounds, until: began + pagesMs, say })
  }
  if (runs('presses')) results.presses = await measurePresses(browser, site.origin, samplePost, { rounds, say })
  if (runs('signed-in')) {
    say('pages of somebody who is signed in')
    results.signedIn = await measureSignedIn(browser, floor.origin, site.origin, rounds)
  }
  await browser.close()
}

async function measureSite(): Promise<void> {
  const world = await openWorld(say)
  if (inBrowser.some(runs)) await measureInBrowser(world)
  if (runs('server')) {
    say('answers')
    results.answers = await measureAnswers(world, rounds)
  }
  if (runs('starts')) {
    say('starts')
    const postgres = await startPostgres()
    endWith(() => postgres.stop())
    const { floor, site } = world.start
    const starts = { floor, site: () => site(), postgres: () => site({ DATABASE_URL: postgres.url }) }
    results.starts = await measureStarts(starts, rounds)
  }
}

const versionOf = (name: string): string =>
  (JSON.parse(readFileSync(join(root, `node_modules/${name}/package.json`), 'utf8')) as { version: string }).version

function machine() {
  const [first] = cpus()
  return {
    processor: first?.model.trim() ?? '',
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 1024 ** 3),
    node: process.version,
    next: versionOf('next'),
  }
}

const named = { post: samplePost, longPost }

function print(): void {
  console.log(`\n${tableOf(rowsOf(results, named))}\n`)
  if (!results.pages) return
  const [first] = results.pages.pages
  console.log(`Each page, in KB and ms, the middle of ${first?.visits}:\n\n${pagesTable(results.pages)}\n`)
}

/** Leaves the figures and their picture beside this file. */
function write(): void {
  const here = machine()
  const date = new Date().toISOString()
  const rows = rowsOf(results, named)
  const subtitle = `${date.slice(0, 10)}, ${here.cores} cores, Next ${here.next}, a phone with a quarter of a core on slow 4G`
  const record = { date, seconds: secondsSince(), rounds, machine: here, rows, results }
  writeFileSync(join(root, 'bench/results.json'), `${JSON.stringify(record, null, 2)}\n`)
  writeFileSync(join(root, 'bench/results.svg'), pictureOf(rows, subtitle))
  console.log('Written: bench/results.json and bench/results.svg.')
}

endInTime(mostMs, print)
try {
  if (parts.some((part) => part !== 'build' && runs(part))) await measureSite()
  if (runs('build')) results.archives = await measureArchives(archives, say)
  print()
  if (only.length === 0) write()
  else console.log('A part alone is not written down.')
} finally {
  await endAll()
}
process.exit()
