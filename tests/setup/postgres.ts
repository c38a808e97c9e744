/**
 * Starts a Postgres server with a fresh cluster in a temporary folder, from Debian's package, which is installed if
 * necessary. It runs as the user postgres, because Postgres refuses root.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@/local/ports'
import { ensureProgram } from './debian'

export type PostgresServer = {
  url: string
  folder: string
  /** Stops it in order. `start` starts it again with its data, at the same address. */
  halt(): Promise<void>
  start(): Promise<void>
  /** Makes it accept connections without answering, until `resume`. */
  hang(): void
  resume(): void
  stop(): Promise<void>
}

const packaged = '/usr/lib/postgresql'

function binaries(): string | null {
  if (!existsSync(packaged)) return null
  const versions = readdirSync(packaged).toSorted((a, b) => Number(b) - Number(a))
  return (
    versions.map((version) => join(packaged, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb'))) ?? null
  )
}

const isRoot = process.getuid?.() === 0

/** The folder of the binaries, installed if necessary. */
export function ensurePostgres(): string {
  ensureProgram('PostgreSQL', 'postgresql', () => binaries() !== null, 'TEST_POSTGRES')
  return binaries() ?? ''
}

/** The server process and those of its connections, which must be stopped one by one. */
function family(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  return [pid, ...children.filter(Boolean).map(Number)]
}

/** @param parent the folder for the cluster's folder */
export async function startPostgres(parent = tmpdir()): Promise<PostgresServer> {
  const bin = ensurePostgres()
  const folder = mkdtempSync(join(parent, 'unhurried-postgres-'))
  const owner = isRoot
    ? {
        uid: Number(execFileSync('id', ['-u', 'postgres'], { encoding: 'utf8' })),
        gid: Number(execFileSync('id', ['-g', 'postgres'], { encoding: 'utf8' })),
      }
    : {}
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  // The shell's locale may not be installed, and may sort differently.
  const locale = ['-E', 'UTF8', '--locale=C']
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', ...locale], {
    ...owner,
    cwd: folder,
    // Its messages become part of the error.
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const port = await freePort()
  const options = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder, '-F', '-c', 'max_connections=200']
  let server: ChildProcess
  let ended: Promise<unknown>

  async function start(): Promise<void> {
    server = spawn(join(bin, 'postgres'), options, { ...owner, cwd: folder, stdio: 'ignore' })
    ended = new Promise((resolve) => server.once('exit', resolve))
    for (let tries = 0; ; tries++) {
      try {
        execFileSync(join(bin, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port), '-q'])
        return
      } catch {
        if (tries > 100 || server.exitCode !== null) throw new Error('PostgreSQL did not start.')
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    }
  }

  const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
    for (const pid of family(server.pid as number)) process.kill(pid, name)
  }

  async function halt(): Promise<void> {
    server.kill('SIGINT')
    await ended
  }

  await start()
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    folder,
    halt,
    start,
    hang: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    async stop() {
      await halt()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
