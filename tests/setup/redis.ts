/** Starts a Redis server that can stop and return at the same address, from Debian's package. */
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@redis/client'
import { freePort } from '@/local/ports'
import { ensureProgram } from './debian'

export type RedisServer = {
  url: string
  /** Kills it; its data is lost. */
  kill(): Promise<void>
  /** Starts it again at the same address. */
  start(): Promise<void>
  /** Makes it accept connections without answering, until `resume`. */
  pause(): void
  resume(): void
  stop(): Promise<void>
}

const program = '/usr/bin/redis-server'

export const ensureRedis = (): void => ensureProgram('Redis', 'redis-server', () => existsSync(program), 'TEST_REDIS')

async function waitUntilReady(url: string, server: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 100 && server.exitCode === null; tries++) {
    const client = createClient({ url, socket: { reconnectStrategy: false } })
    client.on('error', () => {})
    const isUp = await client.connect().then(
      () => true,
      () => false,
    )
    client.destroy()
    if (isUp) return
    await sleep(50)
  }
  throw new Error('Redis did not start.')
}

export async function startRedis(): Promise<RedisServer> {
  ensureRedis()
  const folder = mkdtempSync(join(tmpdir(), 'unhurried-redis-'))
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  let server: ChildProcess | undefined
  let ended: Promise<unknown> = Promise.resolve()

  async function start() {
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no']
    // Newer versions exit when the shell's locale is not installed.
    server = spawn(program, args, { stdio: 'ignore', env: { ...process.env, LC_ALL: 'C' } })
    ended = new Promise((resolve) => server?.once('exit', resolve))
    await waitUntilReady(url, server)
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
    async stop() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
