/**
 * `npm test`: all that must hold, step by step, each on whatever machine this is. A failed
 * step does not hide the ones after it. Ends with a line `N passed, M failed`.
 */
import { spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { ensureBrowser } from './setup/browser'
import { ensureNginx } from './setup/nginx'
import { ensurePostgres } from './setup/postgres'
import { ensureRedis } from './setup/redis'

type Count = { passed: number; failed: number }
type Tooling = { live?: boolean; env?: Record<string, string> }

const reports = mkdtempSync(join(tmpdir(), 'unhurried-reports-'))
let tools = 0
/** What was said last of what failed: it is said again at the very end, where a long output is read first. */
const lastWords: string[] = []
const lastLines = 60

/**
 * Runs one tool of node_modules with our own Node. What it says comes in one piece at its end, so that tools that run
 * side by side do not talk over each other; or, if it is `live`, as it is said.
 */
function tool(script: string, args: string[], { live = false, env = {} }: Tooling = {}): Promise<boolean> {
  // A file, since a pipe stays open for as long as anything that the tool has started.
  const file = join(reports, `output-${++tools}`)
  const said = openSync(file, 'w')
  const output = live ? ('inherit' as const) : said
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join('node_modules', script), ...args], {
      stdio: ['ignore', output, output],
      env: { ...process.env, ...env },
    })
    closeSync(said)
    child.once('error', () => resolve(false))
    child.once('exit', (code) => {
      const words = readFileSync(file, 'utf8')
      process.stdout.write(words)
      if (code !== 0 && words.trim()) lastWords.push(words.trimEnd().split('\n').slice(-lastLines).join('\n'))
      resolve(code === 0)
    })
  })
}

/** A step that either holds or does not. */
const one = async (holds: Promise<boolean>): Promise<Count> =>
  (await holds) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }

/** A runner's own count; one that ended badly without counting a failure counts as one. */
function counted(ok: boolean, read: () => Count): Count {
  try {
    const count = read()
    return ok || count.failed > 0 ? count : { ...count, failed: 1 }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

type Try = { error?: { message?: string } }
type Suite = {
  specs?: {
    title: string
    file: string
    line: number
    tests: { projectName: string; status: string; results: Try[] }[]
  }[]
  suites?: Suite[]
}

/** The end-to-end tests of a suite that failed, or passed at a later try only: where they are, and what was wrong. */
function journeysThatFailed({ specs = [], suites = [] }: Suite): string[] {
  const here = specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, status, results }) => {
        const messages = results.flatMap(({ error }) => error?.message ?? [])
        const why = messages.map((message) => stripVTControlCharacters(message).split('\n').slice(0, 20).join('\n'))
        const how = status === 'flaky' ? `passed at try ${results.length} only` : 'failed'
        return [`[${projectName}] ${file}:${line} ${title}: ${how}`, ...why].join('\n')
      }),
  )
  return [...here, ...suites.flatMap(journeysThatFailed)]
}

const report = (name: string) => JSON.parse(readFileSync(join(reports, name), 'utf8'))

const steps: Record<string, () => Promise<Count>> = {
  'lint, with the import law': () => one(tool('oxlint/bin/oxlint', ['--deny-warnings'])),
  format: () => one(tool('prettier/bin/prettier.cjs', ['--check', '--log-level', 'warn', '.'])),
  types: async () =>
    one(tool('next/dist/bin/next', ['typegen']).then((made) => made && tool('typescript/bin/tsc', ['--noEmit']))),
  'unit and integration tests': async () => {
    const output = join(reports, 'vitest.json')
    const ok = await tool('vitest/vitest.mjs', [
      'run',
      // What needs the build has a step of its own, after it.
      '--project=!deploy',
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${output}`,
    ])
    return counted(ok, () => {
      const { numPassedTests, numFailedTests } = report('vitest.json')
      return { passed: numPassedTests, failed: numFailedTests }
    })
  },
  'production build': () => one(tool('tsx/dist/cli.mjs', ['local/build.ts'])),
  'image, proxy and manifests': async () => {
    const output = join(reports, 'deploy.json')
    const options = ['run', '--project=deploy', '--reporter=dot', '--reporter=json', `--outputFile.json=${output}`]
    const ok = await tool('vitest/vitest.mjs', options)
    return counted(ok, () => {
      const { numPassedTests, numFailedTests } = report('deploy.json')
      return { passed: numPassedTests, failed: numFailedTests }
    })
  },
  ...(process.env.TEST_POSTGRES !== 'off' && {
    'money under faults': async () => {
      const output = join(reports, 'money.json')
      const numbers = ['--histories', '50', '--kills', '10', '--report', output]
      const ok = await tool('tsx/dist/cli.mjs', ['tests/faults/billing.ts', ...numbers])
      return counted(ok, () => report('money.json'))
    },
    faults: async () => {
      const output = join(reports, 'faults.json')
      const ok = await tool('tsx/dist/cli.mjs', ['tests/faults/run.ts', '--small', '--report', output])
      return counted(ok, () => report('faults.json'))
    },
  }),
  'end-to-end tests': async () => {
    const CHROMIUM_PATH = ensureBrowser()
    const ok = await tool('playwright/cli.js', ['test', '--reporter=list,json'], {
      live: true,
      env: { CHROMIUM_PATH, PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, 'playwright.json') },
    })
    return counted(ok, () => {
      const { stats, suites } = report('playwright.json')
      const { expected, unexpected, flaky } = stats
      lastWords.push(...suites.flatMap(journeysThatFailed))
      return { passed: expected + flaky, failed: unexpected }
    })
  },
}

/** What tests need beside Node, and by which setting somebody does without it. */
const programs = [
  { ensure: ensureRedis, setting: 'TEST_REDIS' },
  { ensure: ensureNginx, setting: 'TEST_NGINX' },
  { ensure: ensureBrowser },
  { ensure: ensurePostgres, setting: 'TEST_POSTGRES' },
]
// One after the other, since tests that run side by side would stand in each other's way; what cannot be had is said
// by the tests that need it.
for (const { ensure, setting = '' } of programs) {
  try {
    if (process.env[setting] === 'off') console.log(`${setting} is off: what needs it is left out.`)
    else ensure()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
  }
}

const total: Count = { passed: 0, failed: 0 }
const broken: string[] = []
async function take(name: string, run: () => Promise<Count>): Promise<void> {
  const started = Date.now()
  console.log(`\n── ${name}: begins`)
  const count = await run().catch((error: unknown) => {
    console.error(error)
    return { passed: 0, failed: 1 }
  })
  total.passed += count.passed
  total.failed += count.failed
  if (count.failed > 0) broken.push(name)
  console.log(`── ${name}: ${count.failed === 0 ? 'holds' : 'FAILED'} (${Math.round((Date.now() - started) / 1000)} s)`)
}

/**
 * What each step waits for; the others begin at once. Tests that look at how long things take, of units and of faults,
 * have the machine for themselves, or nearly so.
 */
const after: Record<string, string[]> = {
  // Both write into `.next`.
  'production build': ['types'],
  'image, proxy and manifests': ['production build', 'unit and integration tests'],
  'money under faults': ['image, proxy and manifests'],
  'end-to-end tests': ['production build', 'unit and integration tests'],
  faults: ['money under faults', 'end-to-end tests'],
}

const begun = new Map<string, Promise<void>>()
function begin(name: string): Promise<void> {
  const run = steps[name]
  if (!run) throw new Error(`There is no step "${name}".`)
  const step = begun.get(name) ?? Promise.all((after[name] ?? []).map(begin)).then(() => take(name, run))
  begun.set(name, step)
  return step
}
await Promise.all(Object.keys(steps).map(begin))
rmSync(reports, { recursive: true, force: true })
for (const words of lastWords) console.log(`\n── said by what did not hold at once:\n${words}`)
if (broken.length > 0) console.log(`\nFailed: ${broken.join(', ')}`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0
