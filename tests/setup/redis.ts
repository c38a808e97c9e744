/**
 * A Redis server of our own for one run of tests: on loopback, with a temporary folder, and able to go and
 * come back at the same address. Debian's package is used where it is installed, and installed where it is
 * missing and may be.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, type RedisClientType } from '@redis/client'
import { freePort } from '@/local/ports'
import { ensureProgram } from './debian'

export type RedisServer = {
  url: string
  /** Ends it at once; what it held is lost. */
  kill(): Promise<void>
  /** Starts it again where it was. */
  start(): Promise<void>
  /** Lets it hang: it takes connections, and answers nobody. */
  pause(): void
  resume(): void
  /** Takes away every key of a pattern. */
  drop(pattern: string): Promise<void>
  stop(): Promise<void>
}

const program = '/usr/bin/redis-server'

/** Makes sure of Redis; says in a sentence what to do where it cannot be had. */
export const ensureRedis = (): void =>
  ensureProgram(
    'Redis',
    'redis-server',
    () => existsSync(program),
    'Install it (Debian: apt-get install redis-server), or set TEST_REDIS=off.',
  )

/** A connection for one errand. */
async function withClient<T>(url: string, errand: (client: RedisClientType) => Promise<T>): Promise<T> {
  const client: RedisClientType = createClient({ url, socket: { reconnectStrategy: false } })
  // Said by the errand, too.
  client.on('error', () => {})
  await client.connect()
  try {
    return await errand(client)
  } finally {
    client.destroy()
  }
}

/** Resolves once the server takes commands. */
async function answered(url: string, server: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 100 && server.exitCode === null; tries++) {
    const isUp = await withClient(url, (client) => client.ping()).catch(() => null)
    if (isUp) return
    await sleep(50)
  }
  throw new Error('Redis did not start.')
}

/** Starts an empty server and resolves once it answers. */
export async function startRedis(): Promise<RedisServer> {
  ensureRedis()
  const folder = mkdtempSync(join(tmpdir(), 'unhurried-redis-'))
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  let server: ChildProcess | undefined
  let ended: Promise<unknown> = Promise.resolve()

  async function start() {
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no']
    // Newer versions end at once in a locale that is not installed.
    server = spawn(program, args, { stdio: 'ignore', env: { ...process.env, LC_ALL: 'C' } })
    ended = new Promise((resolve) => server?.once('exit', resolve))
    await answered(url, server)
  }
  async function kill() {
    server?.kill('SIGKILL')
    await ended
  }

  await start()
  return {
    url,
    start,
    kill,
    pause: () => void server?.kill('SIGSTOP'),
    resume: () => void server?.kill('SIGCONT'),
    drop: (pattern) =>
      withClient(url, async (client) => {
        const keys = await client.keys(pattern)
        if (keys.length > 0) await client.unlink(keys)
      }),
    async stop() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
