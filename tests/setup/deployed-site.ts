/** A site process that can be replaced as in a deploy: SIGTERM, then a start on the same port. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { waitForResponse, killProcess, type ManagedProcess, startProcess } from '@/local/processes'
import { root } from '@/local/project'

export type DeployedSite = ReturnType<typeof deploySite>

const patienceMs = 120_000

export function deploySite(port: number, env: Record<string, string>) {
  const url = `http://127.0.0.1:${port}`
  const folder = mkdtempSync(join(tmpdir(), 'unhurried-deployed-'))
  let starts = 0
  let part = begin()

  function begin(): ManagedProcess {
    return startProcess({
      name: `deployed-${++starts}`,
      args: [
        '--require',
        join(root, 'local/exit-with-parent.cjs'),
        join(root, '.next/site.mjs'),
        '-H',
        '127.0.0.1',
        '-p',
        `${port}`,
      ],
      env: { ...env, PORT: `${port}`, DATA_DIR: folder, NODE_ENV: 'production' },
      logs: join(folder, 'logs'),
      onCrash: () => {},
    })
  }

  const hasEnded = () => part.child.exitCode !== null || part.child.signalCode !== null

  async function up(): Promise<void> {
    const until = Date.now() + patienceMs
    if (await waitForResponse(`${url}/api/health`, () => hasEnded() || Date.now() > until)) return
    throw new Error(`A site process did not start:\n${part.tail()}`)
  }

  async function end(): Promise<{ code: number | null; ms: number }> {
    const began = Date.now()
    if (!hasEnded()) part.child.kill('SIGTERM')
    // Deployment tools wait as long before they kill.
    const ended = await Promise.race([part.ended.then(() => true), sleep(30_000, false, { ref: false })])
    if (!ended) killProcess(part.child)
    await part.ended
    return { code: part.child.exitCode, ms: Date.now() - began }
  }

  return {
    url,
    port,
    up,
    isUp: () => !hasEnded(),
    kill: () => killProcess(part.child),
    setAhead: async () => {},
    tail: () => part.tail(),
    /** Replaces the process. Resolves with the old one's exit when the new one is healthy. */
    async replace(): Promise<{ code: number | null; ms: number }> {
      const old = await end()
      part = begin()
      await up()
      return old
    },
    async stop() {
      await end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
