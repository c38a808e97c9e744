/** A site process that can be killed and restarts automatically. */
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { killProcess, startProcess, stopProcess, waitForResponse, type ManagedProcess } from '@/local/processes'
import { root, siteProgram } from '@/local/project'

export type Site = {
  readonly url: string
  /** Kills the process and its children with SIGKILL. */
  kill(): void
  /** Resolves when the process answers. */
  up(): Promise<void>
  isUp(): boolean
  /** Sets how far its clock is ahead of the machine's. */
  setAhead(ms: number): Promise<void>
  /** The last 4,000 bytes of its output. */
  tail(): string
  /** Replaces the process as a deploy does: SIGTERM, then a new one on the same port. */
  replace(): Promise<{ code: number | null; ms: number }>
  stop(): Promise<void>
}

const startTimeoutMs = 120_000

/** How long deployment tools wait before they kill. */
const graceMs = 30_000

/** Starts a site on a port of loopback. */
export async function startSite(port: number, env: Record<string, string>): Promise<Site> {
  const url = `http://127.0.0.1:${port}`
  const folder = await mkdtemp(join(tmpdir(), 'unhurried-site-'))
  const preload = ['local/exit-with-parent.cjs', 'tests/setup/clock.cjs'].flatMap((file) => [
    '--require',
    join(root, file),
  ])
  let ahead = 0
  let starts = 0
  const state = { isUp: false }
  let stopping = false
  let failure: Error | undefined
  let managed: ManagedProcess | undefined

  async function start(): Promise<void> {
    managed = startProcess({
      name: `site-${port}-${++starts}`,
      args: [...preload, siteProgram, '-H', '127.0.0.1', '-p', String(port)],
      env: { DATA_DIR: folder, ...env, PORT: String(port), NODE_ENV: 'production', CLOCK_AHEAD_MS: String(ahead) },
      logs: join(folder, 'logs'),
      onCrash: () => {
        state.isUp = false
        if (!stopping) void start()
      },
    })
    const until = Date.now() + startTimeoutMs
    const answered = await waitForResponse(`${url}/api/health`, () => stopping || Date.now() > until)
    if (!answered && !stopping) failure = new Error(`A site process did not start:\n${managed.tail()}`)
    state.isUp = answered
  }

  /** Resolves when the process has confirmed its new clock, or has ended. */
  const sendClock = (ms: number) =>
    new Promise<void>((resolve) => {
      const child = managed?.child
      if (!child?.connected) return resolve()
      const onMessage = (message: unknown) => {
        if ((message as { ahead?: number }).ahead === ms) done()
      }
      const done = () => {
        child.off('message', onMessage)
        child.off('exit', done)
        resolve()
      }
      child.on('message', onMessage)
      child.once('exit', done)
      child.send({ ahead: ms })
    })

  async function up(): Promise<void> {
    while (!state.isUp) {
      if (failure) throw failure
      await sleep(50)
    }
  }

  void start()
  return {
    url,
    kill() {
      state.isUp = false
      if (managed) killProcess(managed.child)
    },
    up,
    isUp: () => state.isUp,
    async setAhead(ms) {
      ahead = ms
      const confirmed = sendClock(ms)
      // A process that is still starting reads the message before it answers its first request.
      if (state.isUp) await confirmed
    },
    tail: () => managed?.tail() ?? '',
    async replace() {
      const old = managed
      const began = Date.now()
      state.isUp = false
      old?.child.kill('SIGTERM')
      const late = setTimeout(() => old && killProcess(old.child), graceMs)
      await old?.ended
      clearTimeout(late)
      const ms = Date.now() - began
      await up()
      return { code: old?.child.exitCode ?? null, ms }
    },
    async stop() {
      stopping = true
      if (managed) await stopProcess(managed)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
