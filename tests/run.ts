/**
 * `npm test`: every check, step by step. A failed step does not stop the others. Failed tests are listed at the end, and
 * the last line is `N passed, M failed`.
 */
import { spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { ensureBrowser } from './setup/browser'
import { ensureEngines } from './setup/engines'
import { ensureNginx } from './setup/nginx'
import { ensurePostgres } from './setup/postgres'
import { ensureRedis } from './setup/redis'

type Result = { passed: number; failed: number; failures?: string[] }
type ToolOptions = { live?: boolean; env?: Record<string, string> }

const reports = mkdtempSync(join(tmpdir(), 'unhurried-reports-'))
const report = (name: string) => join(reports, name)
const readReport = (name: string) => JSON.parse(readFileSync(report(name), 'utf8'))

let outputs = 0

/**
 * Runs a script of node_modules. Its output is printed in one piece at its end, so that tools that run side by side
 * stay readable, or at once with `live`.
 */
function runTool(script: string, args: string[], { live = false, env = {} }: ToolOptions = {}) {
  // A file instead of a pipe, because a pipe stays open as long as any process that the tool started.
  const file = report(`output-${++outputs}`)
  const descriptor = openSync(file, 'w')
  const output = live ? 'inherit' : descriptor
  return new Promise<{ ok: boolean; output: string }>((resolve) => {
    const finish = (ok: boolean) => {
      const text = readFileSync(file, 'utf8')
      process.stdout.write(text)
      resolve({ ok, output: text })
    }
    const child = spawn(process.execPath, [join('node_modules', script), ...args], {
      stdio: ['ignore', output, output],
      env: { ...process.env, ...env },
    })
    closeSync(descriptor)
    child.once('error', () => finish(false))
    child.once('exit', (code) => finish(code === 0))
  })
}

const lastLines = (text: string, count = 40) => stripVTControlCharacters(text).trimEnd().split('\n').slice(-count)
const linesOf = (text: string, pattern: RegExp) => lastLines(text, Infinity).filter((line) => pattern.test(line))

/** A tool that either succeeds or fails as a whole. */
async function check(script: string, ...args: string[]): Promise<Result> {
  const { ok, output } = await runTool(script, args)
  return ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, failures: [lastLines(output).join('\n')] }
}

/** Reads a runner's report. A runner that failed without reporting a failure counts as one failure. */
function resultOf(ok: boolean, output: string, read: () => Result): Result {
  try {
    const result = read()
    if (ok || result.failed > 0) return result
    return { ...result, failed: 1, failures: [lastLines(output).join('\n')] }
  } catch {
    return { passed: 0, failed: 1, failures: [lastLines(output).join('\n')] }
  }
}

type VitestReport = { numPassedTests: number; numFailedTests: number; numFailedTestSuites: number }

async function vitest(name: string, ...projects: string[]): Promise<Result> {
  const file = `${name}.json`
  const { ok, output } = await runTool('vitest/vitest.mjs', [
    'run',
    ...projects.map((project) => `--project=${project}`),
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report(file)}`,
  ])
  return resultOf(ok, output, () => {
    const { numPassedTests: passed, numFailedTests, numFailedTestSuites } = readReport(file) as VitestReport
    // A file that fails before its first test reports no test.
    return { passed, failed: numFailedTests || numFailedTestSuites, failures: linesOf(output, /^ *FAIL /) }
  })
}

/** Starts a step again once in CI, whose machine may be busy. */
async function againInCi(run: () => Promise<Result>): Promise<Result> {
  const result = await run()
  if (result.failed === 0 || !process.env.CI) return result
  console.log(`Failed, and starts again:\n${result.failures?.join('\n')}`)
  return run()
}

/** The walk's stations build on each other, and WebKitGTK may never answer a page's database. */
const walkEngines = () => againInCi(() => vitest('engines', 'engines'))

type Suite = {
  specs?: { title: string; file: string; line: number; tests: { projectName: string; status: string }[] }[]
  suites?: Suite[]
}

/** Journeys that failed, or that passed only at a later attempt. */
const failedJourneys = ({ specs = [], suites = [] }: Suite): string[] => [
  ...specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, status }) => `[${projectName}] ${file}:${line} ${title}: ${status}`),
  ),
  ...suites.flatMap(failedJourneys),
]

async function playwright(): Promise<Result> {
  const { ok, output } = await runTool('playwright/cli.js', ['test', '--reporter=list,json'], {
    live: true,
    env: { CHROMIUM_PATH: ensureBrowser(), PLAYWRIGHT_JSON_OUTPUT_NAME: report('playwright.json') },
  })
  return resultOf(ok, output, () => {
    const { stats, suites } = readReport('playwright.json')
    return {
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
      failures: suites.flatMap(failedJourneys),
    }
  })
}

/** @param folder of the runner, in tests/faults */
async function faults(folder: '' | 'billing', ...args: string[]): Promise<Result> {
  const file = `faults-${folder}.json`
  const script = join('tests/faults', folder, 'run.ts')
  const { ok, output } = await runTool('tsx/dist/cli.mjs', [script, ...args, '--report', report(file)])
  return resultOf(ok, output, () => {
    const { passed, failed } = readReport(file)
    return { passed, failed, failures: failed > 0 ? linesOf(output, /^ {2}- |FAILED/) : [] }
  })
}

type Step = {
  name: string
  /** Names of the steps that must end first. */
  after?: string[]
  run: () => Promise<Result>
}

const programs = [
  { ensure: ensureRedis, setting: 'TEST_REDIS' },
  { ensure: ensureNginx, setting: 'TEST_NGINX' },
  { ensure: ensurePostgres, setting: 'TEST_POSTGRES' },
  // The tests that need these skip themselves, or fail with the same message.
  { ensure: ensureEngines, setting: 'TEST_ENGINES', skips: true },
  { ensure: ensureBrowser, setting: '', skips: true },
]

/** Installs missing programs one by one. Without one, the tests that need it are skipped, and the run fails. */
function installPrograms(): Result {
  const failures = programs.flatMap(({ ensure, setting, skips }) => {
    if (process.env[setting] === 'off') {
      console.log(`${setting} is off: tests that need it are skipped.`)
      return []
    }
    try {
      ensure()
      return []
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      console.error(message)
      if (skips) return []
      process.env[setting] = 'off'
      return [message]
    }
  })
  return { passed: 0, failed: failures.length, failures }
}

// Before the steps, which depend on the settings.
const installed = installPrograms()

const withPostgres = process.env.TEST_POSTGRES !== 'off'
const withEngines = process.env.TEST_ENGINES !== 'off'
const lastBeside = withPostgres ? 'billing under faults' : 'deployment tests'
const engineWalk = 'walk in Firefox and WebKit'

const steps: Step[] = [
  { name: 'lint', run: () => check('oxlint/bin/oxlint', '--deny-warnings') },
  { name: 'format', run: () => check('prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.') },
  {
    name: 'types',
    run: async () => {
      const { ok } = await runTool('next/dist/bin/next', ['typegen'])
      return ok ? check('typescript/bin/tsc', '--noEmit') : { passed: 0, failed: 1 }
    },
  },
  { name: 'unit and integration tests', run: () => vitest('vitest', '!deploy', '!engines') },
  // Writes into `.next`, as the types do.
  { name: 'production build', after: ['types'], run: () => check('tsx/dist/cli.mjs', 'local/build.ts') },
  {
    name: 'deployment tests',
    after: ['production build', 'unit and integration tests'],
    run: () => vitest('deploy', 'deploy'),
  },
  { name: 'end-to-end tests', after: ['production build', 'unit and integration tests'], run: playwright },
  ...(withPostgres
    ? [
        {
          name: 'billing under faults',
          after: ['deployment tests'],
          run: () => faults('billing', '--histories', '20', '--kills', '4'),
        },
      ]
    : []),
  // Like the two steps before it, it runs beside the journeys.
  ...(withEngines ? [{ name: engineWalk, after: [lastBeside], run: walkEngines }] : []),
  // Their requests have deadlines, so that nothing else runs beside them.
  ...(withPostgres
    ? [
        {
          name: 'faults',
          after: ['end-to-end tests', withEngines ? engineWalk : lastBeside],
          run: () => againInCi(() => faults('')),
        },
      ]
    : []),
]

const started = new Map<string, Promise<Result>>()

async function runStep({ name, after = [], run }: Step): Promise<Result> {
  await Promise.all(after.map(start))
  const began = Date.now()
  console.log(`\n── ${name}: started`)
  const result = await run().catch((error: unknown) => ({ passed: 0, failed: 1, failures: [String(error)] }))
  const seconds = Math.round((Date.now() - began) / 1000)
  console.log(`── ${name}: ${result.failed === 0 ? 'passed' : 'FAILED'} (${seconds} s)`)
  return result
}

function start(name: string): Promise<Result> {
  const step = steps.find((one) => one.name === name)
  if (!step) throw new Error(`There is no step "${name}".`)
  const running = started.get(name) ?? runStep(step)
  started.set(name, running)
  return running
}

const ended = await Promise.all(steps.map(async ({ name }) => ({ name, ...(await start(name)) })))
const results = [{ name: 'programs', ...installed }, ...ended]
rmSync(reports, { recursive: true, force: true })

for (const { name, failures = [] } of results) {
  for (const failure of failures) console.log(`\n── ${name}: ${failure}`)
}
const failedSteps = results.filter(({ failed }) => failed > 0).map(({ name }) => name)
if (failedSteps.length > 0) console.log(`\nFailed: ${failedSteps.join(', ')}`)
const sum = (key: 'passed' | 'failed') => results.reduce((total, result) => total + result[key], 0)
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
process.exitCode = failedSteps.length > 0 ? 1 : 0
