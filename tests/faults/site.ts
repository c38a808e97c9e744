/** A site process of its own, as `npm run local` starts it, that may be killed and started again. */
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { waitForAnswer, killProcess, type ManagedProcess, startProcess, stopProcess } from '@/local/processes'
import { root, siteProgram } from '@/local/project'

export type Site = {
  readonly url: string
  /** Ends the process and all that it has started, with no time for a last word. */
  kill(): void
  /** Resolves when the process waitForAnswer. */
  up(): Promise<void>
  isUp(): boolean
  /** Puts its clock ahead of the machine's. */
  setAhead(ms: number): Promise<void>
  /** What it printed last. */
  tail(): string
  stop(): Promise<void>
}

const patienceMs = 120_000

/** Starts a site process on `port` of loopback; whenever it is killed it comes back by itself. */
export async function startSite(port: number, env: Record<string, string>): Promise<Site> {
  const url = `http://127.0.0.1:${port}`
  const folder = await mkdtemp(join(tmpdir(), 'unhurried-site-'))
  const preload = [
    '--require',
    join(root, 'local/exit-with-parent.cjs'),
    '--require',
    join(root, 'tests/setup/clock.cjs'),
  ]
  let ahead = 0
  let starts = 0
  const state = { isUp: false }
  let stopping = false
  let failure: Error | undefined
  let part: ManagedProcess | undefined

  async function begin(): Promise<void> {
    part = startProcess({
      name: `site-${port}-${++starts}`,
      args: [...preload, siteProgram, '-H', '127.0.0.1', '-p', String(port)],
      env: { DATA_DIR: folder, ...env, PORT: String(port), NODE_ENV: 'production', CLOCK_AHEAD_MS: String(ahead) },
      logs: join(folder, 'logs'),
      onCrash: () => {
        state.isUp = false
        if (!stopping) void begin()
      },
    })
    const until = Date.now() + patienceMs
    const answered = await waitForAnswer(`${url}/api/health`, () => stopping || Date.now() > until)
    if (!answered && !stopping) failure = new Error(`A site process did not start:\n${part.tail()}`)
    state.isUp = answered
  }

  const tell = (ms: number) =>
    new Promise<void>((resolve) => {
      const child = part?.child
      if (!child?.connected) return resolve()
      const hear = (message: unknown) => {
        if ((message as { ahead?: number }).ahead === ms) done()
      }
      const done = () => {
        child.off('message', hear)
        child.off('exit', done)
        resolve()
      }
      child.on('message', hear)
      child.once('exit', done)
      child.send({ ahead: ms })
    })

  void begin()
  return {
    url,
    kill() {
      state.isUp = false
      if (part) killProcess(part.child)
    },
    async up() {
      while (!state.isUp) {
        if (failure) throw failure
        await sleep(50)
      }
    },
    isUp: () => state.isUp,
    async setAhead(ms) {
      ahead = ms
      const told = tell(ms)
      // One that is still starting hears of it before it waitForAnswer anybody.
      if (state.isUp) await told
    },
    tail: () => part?.tail() ?? '',
    async stop() {
      stopping = true
      if (part) await stopProcess(part)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
