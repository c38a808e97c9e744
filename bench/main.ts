/**
 * `npm run bench` measures the site in turns with the smallest project on the same Next, prints a table and writes
 * bench/results.json and bench/results.md. `--only browser` measures one part and writes nothing; `--rounds 1` is quick.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { everyKind, samplePost } from '@/e2e/setup/routes'
import { root } from '@/local/project'
import { paths } from '@/lib/site'
import { startPostgres } from '@/tests/setup/postgres'
import { measureBlogSizes } from './blog-size'
import { measurePages } from './pages'
import { openBrowser } from './phone'
import { measurePresses } from './presses'
import { cleanUp, limitRun, onExit } from './processes'
import { pagesTable, rowsOf, type Results } from './rows'
import { measureAnswers, measureStarts } from './server'
import { measureSignedIn } from './signed-in'
import { markdownOf, tableOf } from './table'
import { longPost, openServers, type Servers } from './servers'

const parts = ['browser', 'presses', 'signed-in', 'server', 'starts', 'blog-size'] as const
type Part = (typeof parts)[number]

const limitMs = 15 * 60_000
/** A slow machine makes fewer rounds of the pages, so that the other parts have time. */
const pagesLimitMs = 6 * 60_000

/** One public page of each kind, and a long post. */
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
const isSelected = (...selected: Part[]) => only.length === 0 || selected.some((part) => only.includes(part))

const startedAt = performance.now()
const elapsedSeconds = () => Math.round((performance.now() - startedAt) / 1000)
const logProgress = (line: string) => {
  const seconds = elapsedSeconds()
  console.log(`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}  ${line}`)
}

const results: Results = {}

async function measureInBrowser({ baseline, site }: Servers): Promise<void> {
  const browser = await openBrowser()
  onExit(() => browser.close())
  results.chromium = browser.version()
  if (isSelected('browser')) {
    const deadline = startedAt + pagesLimitMs
    results.pages = await measurePages(browser, {
      baseline: baseline.origin,
      origin: site.origin,
      paths: publicPaths,
      rounds,
      deadline,
      say: logProgress,
    })
  }
  if (isSelected('presses'))
    results.presses = await measurePresses(browser, site.origin, samplePost, { rounds, say: logProgress })
  if (isSelected('signed-in')) {
    logProgress('pages for a signed-in person')
    results.signedIn = await measureSignedIn(browser, baseline.origin, site.origin, rounds)
  }
  await browser.close()
}

async function measureServer(servers: Servers): Promise<void> {
  const postgres = await startPostgres()
  onExit(() => postgres.stop())
  if (isSelected('server')) {
    logProgress('answers')
    results.answers = await measureAnswers(servers, postgres.url, rounds)
  }
  if (isSelected('starts')) {
    logProgress('starts')
    const { baseline, site } = servers.start
    const starts = { baseline, site: () => site(), postgres: () => site({ DATABASE_URL: postgres.url }) }
    results.starts = await measureStarts(starts, rounds)
  }
}

const versionOf = (name: string): string =>
  (JSON.parse(readFileSync(join(root, `node_modules/${name}/package.json`), 'utf8')) as { version: string }).version

const machine = () => ({
  processor: cpus()[0]?.model.trim() ?? '',
  cores: availableParallelism(),
  memoryGb: Math.round(totalmem() / 1024 ** 3),
  node: process.version,
  next: versionOf('next'),
})

const namedPages = { post: samplePost, longPost }

function printResults(): void {
  console.log(`\n${tableOf(rowsOf(results, namedPages))}\n`)
  if (!results.pages) return
  const [first] = results.pages.pages
  console.log(`Each page, in KB and ms, the median of ${first?.visits}:\n\n${pagesTable(results.pages)}\n`)
}

function writeResults(): void {
  const thisMachine = machine()
  const date = new Date().toISOString()
  const rows = rowsOf(results, namedPages)
  const record = { date, seconds: elapsedSeconds(), rounds, machine: thisMachine, rows, results }
  const title = `Measured on ${date.slice(0, 10)} on ${thisMachine.cores} cores with Next ${thisMachine.next}, a phone with a quarter of a core on slow 4G. The baseline is the smallest project on the same Next.`
  writeFileSync(join(root, 'bench/results.json'), `${JSON.stringify(record, null, 2)}\n`)
  writeFileSync(join(root, 'bench/results.md'), `# Results\n\n${title}\n\n${markdownOf(rows)}\n`)
  console.log('Written: bench/results.json and bench/results.md.')
}

limitRun(limitMs, printResults)
try {
  if (isSelected('browser', 'presses', 'signed-in', 'server', 'starts')) {
    const servers = await openServers(logProgress)
    if (isSelected('browser', 'presses', 'signed-in')) await measureInBrowser(servers)
    if (isSelected('server', 'starts')) await measureServer(servers)
  }
  if (isSelected('blog-size')) results.blogSizes = await measureBlogSizes(logProgress)
  printResults()
  if (only.length === 0) writeResults()
  else console.log('Results are only written when every part is measured.')
} catch (error) {
  printResults()
  throw error
} finally {
  await cleanUp()
}
process.exit()
