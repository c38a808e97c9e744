/**
 * A Postgres server of our own for one run of tests: a fresh cluster in a temporary folder, on
 * loopback, under a user that is not root (Postgres refuses root). Debian's package is used where it is
 * installed, and installed where it is missing and may be.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@/local/ports'
import { ensureProgram } from './debian'

export type PostgresServer = {
  url: string
  /** Where everything of it lies. */
  folder: string
  /** Ends it as an operator would, its data kept; `start` brings it back at the same address. */
  halt(): Promise<void>
  start(): Promise<void>
  /** Lets it take connections and questions and answer nothing, until `resume`. */
  hang(): void
  resume(): void
  stop(): Promise<void>
}

const packaged = '/usr/lib/postgresql'

/** The folder of Debian's newest Postgres binaries, or null. */
function binaries(): string | null {
  if (!existsSync(packaged)) return null
  const versions = readdirSync(packaged).toSorted((a, b) => Number(b) - Number(a))
  return (
    versions.map((version) => join(packaged, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb'))) ?? null
  )
}

const isRoot = process.getuid?.() === 0

/** The folder of the binaries, installed if need be; says in a sentence what to do where they cannot be had. */
export function ensurePostgres(): string {
  const orElse = 'Install it (Debian: apt-get install postgresql), or set TEST_POSTGRES=off.'
  ensureProgram('PostgreSQL', 'postgresql', () => binaries() !== null, orElse)
  return binaries() ?? ''
}

/** A server process and the one of each connection, which hang apart. */
function family(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  return [pid, ...children.filter(Boolean).map(Number)]
}

/**
 * Starts a fresh cluster and resolves once it answers.
 * @param parent the folder in which its own is made
 */
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
  // The locale of a person's shell need not be installed, and sorts in its own way.
  const likeOthers = ['-E', 'UTF8', '--locale=C']
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', ...likeOthers], {
    ...owner,
    cwd: folder,
    // What it complains of belongs into the error.
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
