/** The built site as a separate process with a temporary data folder, beside the stand-ins of the run. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { composeEnvironment } from '@/local/environment'
import { freePort } from '@/local/ports'
import { siteProgram } from '@/local/project'

export type Site = { origin: string; stop(): Promise<void> }

const portIn = (address = '') => new URL(address).port

/** Starts the site and waits until it is ready. */
export async function startSite(env: Record<string, string>): Promise<Site> {
  const port = String(await freePort())
  const standIns = {
    PORT: port,
    AUTH_EMULATOR_PORT: portIn(process.env.E2E_IDENTITY),
    LOCAL_VENDORS_PORT: portIn(process.env.E2E_VENDORS),
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'unhurried-site-'))
  const child = spawn(process.execPath, [siteProgram, '-H', '127.0.0.1', '-p', port], {
    env: {
      PATH: process.env.PATH,
      ...composeEnvironment({ ...standIns, ...env }),
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
  while (!(await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => null))?.ok) {
    if (Date.now() > until || child.exitCode !== null) {
      await stop()
      throw new Error(`The site did not start:\n${output}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  return { origin: `http://localhost:${port}`, stop }
}
