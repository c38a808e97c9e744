/** The built site as a separate process with a temporary data folder. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { siteProgram } from '@/local/project'

type Options = {
  port: string
  env?: Record<string, string | undefined>
  /** Path that answers 2xx when the site is ready. */
  readyPath?: string
}

export type Site = { output(): string; stop(): Promise<void> }

/** Starts the site and waits until it is ready. */
export async function startSite({ port, env = {}, readyPath = '/api/health' }: Options): Promise<Site> {
  const dataDir = mkdtempSync(join(tmpdir(), 'unhurried-site-'))
  const child = spawn(process.execPath, [siteProgram, '-H', '127.0.0.1', '-p', port], {
    env: {
      PATH: process.env.PATH,
      DEPLOYMENT: 'local',
      PORT: port,
      ...env,
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise((resolve) => child.once('close', resolve))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  }
  const until = Date.now() + 60_000
  while (!(await fetch(`http://127.0.0.1:${port}${readyPath}`).catch(() => null))?.ok) {
    if (Date.now() > until || child.exitCode !== null) {
      await stop()
      throw new Error(`The site did not start:\n${output}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  return { output: () => output, stop }
}
