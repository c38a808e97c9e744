/** Builds and servers that a measurement starts, and their clean-up. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, linkSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inspect } from 'node:util'
import { startProcess, stopProcess } from '@/local/processes'
import { freePort } from '@/local/ports'
import { root } from '@/local/project'

const cleanups: (() => unknown)[] = []
let cleanUpPromise: Promise<void> | undefined

/** Registers a clean-up; the last one registered runs first. */
export function onExit(cleanUp: () => unknown): void {
  cleanups.push(cleanUp)
}

/** Runs every clean-up once; failures are printed. */
export function cleanUp(): Promise<void> {
  return (cleanUpPromise ??= (async () => {
    for (const each of cleanups.toReversed()) {
      try {
        await each()
      } catch (error) {
        console.error(error)
      }
    }
  })())
}

async function abort(why: string, code: number): Promise<never> {
  console.error(`\n${why}`)
  await cleanUp()
  process.exit(code)
}

/**
 * Cleans up on a signal, on an uncaught error, and after a time limit.
 * @param onTimeout runs before the process ends at the limit
 */
export function limitRun(limitMs: number, onTimeout = () => {}): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void abort('stopping …', 130))
  process.on('uncaughtException', (error) => void abort(inspect(error), 1))
  const stop = () => {
    onTimeout()
    void abort(`Stopped after ${Math.round(limitMs / 60_000)} minutes.`, 1)
  }
  setTimeout(stop, limitMs).unref()
}

const packages = join(root, 'node_modules')

/** Hard links fail across file systems. */
function canLink(folder: string): boolean {
  const probe = join(folder, 'probe')
  try {
    linkSync(join(packages, '.package-lock.json'), probe)
  } catch {
    return false
  }
  rmSync(probe)
  return true
}

/** A temporary folder with a copy of some sources and the project's packages. */
async function withPackages(from: string, isCopied: (name: string) => boolean): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'unhurried-bench-'))
  onExit(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  cpSync(from, folder, {
    recursive: true,
    filter: (path) => isCopied(path.slice(from.length + 1).split('/')[0] ?? ''),
  })
  const copyFlags = canLink(folder) ? '-al' : '-a'
  const copy = spawn('cp', [copyFlags, packages, join(folder, 'node_modules')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(copy, 'close')
  if (code !== 0) throw new Error(`The packages could not be copied to ${folder}.`)
  return folder
}

const notCopied = new Set(['.git', '.next', '.data', '.cache', 'node_modules', 'test-results'])

/** A copy of the project, so that a measurement never changes it. */
export const copyOfProject = (): Promise<string> => withPackages(root, (name) => !notCopied.has(name))

/** The smallest project on the same Next. */
export const copyOfBaseline = (): Promise<string> => withPackages(join(root, 'bench/baseline'), () => true)

export const nextProgram = (folder: string) => join(folder, 'node_modules/next/dist/bin/next')

async function kill(child: ChildProcess, closed: Promise<unknown>): Promise<void> {
  child.kill('SIGKILL')
  await closed
}

type Build = {
  totalSeconds: number
  /** Seconds that Next reports for generating static pages. */
  generationSeconds: number
  /** Posts and list pages that were built ahead. */
  prebuilt: number
}

/** @throws with the end of the output when the build fails */
export async function build(folder: string, env: Record<string, string>): Promise<Build> {
  const started = performance.now()
  const child = spawn(process.execPath, [nextProgram(folder), 'build'], {
    cwd: folder,
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const closed = once(child, 'close')
  onExit(() => kill(child, closed))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [code] = await closed
  if (code !== 0) throw new Error(output.slice(-3000))
  const totalSeconds = (performance.now() - started) / 1000
  const [, amount = 'NaN', unit] = /Generating static pages[^\n]*\(\d+\/\d+\) in ([\d.]+)(ms|s|min)/.exec(output) ?? []
  const generationSeconds = Number(amount) * (unit === 'ms' ? 0.001 : unit === 'min' ? 60 : 1)
  const manifest = JSON.parse(readFileSync(join(folder, '.next/prerender-manifest.json'), 'utf8')) as {
    routes: Record<string, unknown>
  }
  // The second step of `npm run build`, which the baseline does not have.
  if (existsSync(join(folder, 'server/build/build.ts')))
    execFileSync(process.execPath, ['--import', 'tsx', 'server/build/build.ts'], { cwd: folder, stdio: 'pipe' })
  const prebuilt = Object.keys(manifest.routes).filter((path) => /^\/blog\/(page\/)?[^/.]+$/.test(path)).length
  return { totalSeconds, generationSeconds, prebuilt }
}

export type Served = {
  origin: string
  port: number
  pid: number
  /** When it was started, on `performance.now()`. */
  startedAt: number
  /** Milliseconds from the start to the first page with status 200. */
  startMs: number
  stop(): Promise<void>
}

type Program = {
  name: string
  /** The program and its arguments, without its address. */
  args: string[]
  env: Record<string, string>
  cwd: string
  /** Folder for its output. */
  logs: string
}

const startLimitMs = 60_000

/**
 * Starts a server on a free port of loopback and waits for its first page.
 * @throws with the end of its output when it exits or takes longer than a minute
 */
export async function serve({ name, args, env, cwd, logs }: Program): Promise<Served> {
  const port = await freePort()
  const startedAt = performance.now()
  const part = startProcess({
    name,
    args: ['--require', join(root, 'local/exit-with-parent.cjs'), ...args, '-H', '127.0.0.1', '-p', `${port}`],
    env: { PATH: process.env.PATH ?? '', ...env, NODE_ENV: 'production', PORT: `${port}` },
    logs,
    cwd,
    onCrash: () => {},
  })
  const stop = () => stopProcess(part)
  onExit(stop)
  const isUp = () =>
    fetch(`http://127.0.0.1:${port}/`, { redirect: 'manual' }).then(
      async (page) => {
        await page.arrayBuffer()
        return page.status === 200
      },
      () => false,
    )
  while (!(await isUp())) {
    if (part.child.exitCode !== null || performance.now() - startedAt > startLimitMs) {
      await stop()
      throw new Error(`${name} did not start:\n${part.tail()}`)
    }
    await sleep(5)
  }
  const startMs = performance.now() - startedAt
  return { origin: `http://localhost:${port}`, port, pid: part.child.pid ?? 0, startedAt, startMs, stop }
}
