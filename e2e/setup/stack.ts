/** Starts the local stack like `npm run local`, on free ports and with a separate data folder. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePorts } from '@/local/ports'

type Ports = Record<'PORT' | 'AUTH_EMULATOR_PORT' | 'STORAGE_EMULATOR_PORT' | 'LOCAL_VENDORS_PORT', string>

export async function freeStackPorts(): Promise<Ports> {
  const [site, auth, storage, vendors] = await freePorts(4)
  return {
    PORT: `${site}`,
    AUTH_EMULATOR_PORT: `${auth}`,
    STORAGE_EMULATOR_PORT: `${storage}`,
    LOCAL_VENDORS_PORT: `${vendors}`,
  }
}

/** A build by a busy machine may take minutes. */
const timeoutMs = 240_000

/** Starts a stack and waits until it is ready. */
export async function startStack(dataDir: string, ports: Ports, env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'local/start.ts'], {
    env: { ...process.env, ...ports, ...env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise((resolve) => child.once('close', resolve))
  const origin = `http://localhost:${ports.PORT}`
  for (const until = Date.now() + timeoutMs; !output.includes(`ready ${origin}`); await pause(50))
    if (child.exitCode !== null || Date.now() > until) throw new Error(`The stack did not start:\n${output}`)
  return {
    origin,
    vendors: `http://localhost:${ports.LOCAL_VENDORS_PORT}`,
    async stop() {
      child.kill('SIGINT')
      await ended
    },
  }
}

export type OwnStack = Awaited<ReturnType<typeof startOwnStack>>

/** Starts a stack on free ports with a temporary data folder, which `stop` removes. */
export async function startOwnStack(env: Record<string, string> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'unhurried-e2e-'))
  const ports = await freeStackPorts()
  const stack = await startStack(dataDir, ports, env)
  return {
    ...stack,
    identity: `http://localhost:${ports.AUTH_EMULATOR_PORT}`,
    async stop() {
      await stack.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
