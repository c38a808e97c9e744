import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const left = new Set(['.git', '.next', '.data', '.cache', 'node_modules', 'test-results'])

/** A copy of the sources with hard links to the packages, so that a measurement never touches the project. */
export async function copyOfProject(): Promise<{ folder: string; remove: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'unhurried-bench-'))
  cpSync(root, folder, {
    recursive: true,
    filter: (from) => !left.has(from.slice(root.length + 1).split('/')[0] ?? ''),
  })
  const linking = spawn('cp', ['-al', join(root, 'node_modules'), join(folder, 'node_modules')], { stdio: 'inherit' })
  const [code] = await once(linking, 'exit')
  if (code !== 0) throw new Error('The packages could not be linked.')
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

const next = (folder: string) => join(folder, 'node_modules/next/dist/bin/next')

export type Build = {
  /** Seconds of the whole build. */
  total: number
  /** Seconds that Next itself says it took to generate the static pages. */
  generation: number
  /** Posts and pages of lists that were built ahead. */
  ahead: number
}

/** Builds the copy for production. @throws when the build fails, with its last words */
export async function build(folder: string, env: Record<string, string>): Promise<Build> {
  const started = performance.now()
  const child = spawn(process.execPath, [next(folder), 'build'], {
    cwd: folder,
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = await once(child, 'close')
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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
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
  await answers(`${origin}/api/config`, child)
  return {
    origin,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

/** Resident memory of a process in MB. */
export function memoryOf(pid: number): number {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}
