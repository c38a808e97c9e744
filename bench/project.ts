import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, linkSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { freePort } from '@/local/ports'
import { endWith } from './endings'

const root = resolve(import.meta.dirname, '..')
const left = new Set(['.git', '.next', '.data', '.cache', 'node_modules', 'test-results'])

const packages = join(root, 'node_modules')

/** Whether a file of the packages can have a second name there: not on another file system. */
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

/** Hard links to the packages where there can be any, which take no time and no room; else a copy. @throws with its last words */
async function takePackages(folder: string): Promise<void> {
  const how = canLink(folder) ? '-al' : '-a'
  const taking = spawn('cp', [how, packages, join(folder, 'node_modules')], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  taking.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-300)))
  const [code] = await once(taking, 'close')
  if (code !== 0) throw new Error(`The packages could not be taken to ${folder}: ${said.trim()}`)
}

/** A folder of its own with a copy of some sources, and the project's packages. It goes with the run. */
async function withPackages(from: string, isCopied: (name: string) => boolean): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'unhurried-bench-'))
  endWith(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  cpSync(from, folder, {
    recursive: true,
    filter: (path) => isCopied(path.slice(from.length + 1).split('/')[0] ?? ''),
  })
  await takePackages(folder)
  return folder
}

/** A copy of the project, so that a measurement never touches it. */
export const copyOfProject = (): Promise<string> => withPackages(root, (name) => !left.has(name))

/** The smallest project of the same Next: what any site on it costs. */
export const copyOfFloor = (): Promise<string> => withPackages(join(root, 'bench/floor'), () => true)

/** Next's own program, of the packages of a copy. */
export const next = (folder: string) => join(folder, 'node_modules/next/dist/bin/next')

type Build = {
  /** Seconds of the whole build. */
  total: number
  /** Seconds that Next itself says it took to generate the static pages. */
  generation: number
  /** Posts and pages of lists that were built ahead. */
  ahead: number
}

/** Ends it at once, if it is still there. */
async function kill(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  child.kill('SIGKILL')
  await ended
}

/** Builds the copy for production. @throws when the build fails, with its last words */
export async function build(folder: string, env: Record<string, string>): Promise<Build> {
  const started = performance.now()
  const child = spawn(process.execPath, [next(folder), 'build'], {
    cwd: folder,
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const closed = once(child, 'close')
  // Before the folder goes in which it writes.
  endWith(() => kill(child, closed))
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = await closed
  if (code !== 0) throw new Error(said.slice(-3000))
  const total = (performance.now() - started) / 1000
  const [, amount = 'NaN', unit] = /Generating static pages[^\n]*\(\d+\/\d+\) in ([\d.]+)(ms|s|min)/.exec(said) ?? []
  const generation = Number(amount) * (unit === 'ms' ? 0.001 : unit === 'min' ? 60 : 1)
  const manifest = JSON.parse(readFileSync(join(folder, '.next/prerender-manifest.json'), 'utf8')) as {
    routes: Record<string, unknown>
  }
  const ahead = Object.keys(manifest.routes).filter((path) => /^\/blog\/(page\/)?[^/.]+$/.test(path)).length
  return { total, generation, ahead }
}

export type Site = { origin: string; pid: number; stop: () => Promise<void> }

async function answers(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error('The site ended before it answered.')
    const response = await fetch(url).catch(() => null)
    if (response) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Starts the built copy on a free port of loopback, and waits until it answers. */
export async function start(folder: string, env: Record<string, string>): Promise<Site> {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const child = spawn(process.execPath, [next(folder), 'start', '-H', '127.0.0.1', '-p', String(port)], {
    cwd: folder,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DEPLOYMENT: 'local',
      LOG_LEVEL: 'silent',
      DATA_DIR: join(folder, '.data'),
      PORT: String(port),
      ...env,
    },
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  endWith(() => kill(child, ended))
  await answers(`${origin}/api/config`, child)
  return {
    origin,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}
