/** Starts the local stack like `npm run local`, on free ports and with a separate data folder. */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts } from '@/local/ports'

export type Ports = {
  PORT: string
  AUTH_EMULATOR_PORT: string
  STORAGE_EMULATOR_PORT: string
  LOCAL_VENDORS_PORT: string
}

export async function freeStackPorts(): Promise<Ports> {
  const [site, auth, storage, vendors] = await freePorts(4)
  return {
    PORT: `${site}`,
    AUTH_EMULATOR_PORT: `${auth}`,
    STORAGE_EMULATOR_PORT: `${storage}`,
    LOCAL_VENDORS_PORT: `${vendors}`,
  }
}

type Run = {
  process: ChildProcess
  /** Everything printed so far. */
  output(): string
  /** Waits for a printed text; rejects if the process ends before. */
  printed(text: string, timeoutMs?: number): Promise<void>
  /** Resolves with the exit code. */
  ended: Promise<number | null>
}

/** Starts the stack without waiting. */
export function run(env: Record<string, string>): Run {
  const child = spawn(process.execPath, ['--import', 'tsx', 'local/start.ts'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  const collect = (chunk: Buffer) => {
    text += chunk.toString()
  }
  child.stdout?.on('data', collect)
  child.stderr?.on('data', collect)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return {
    process: child,
    output: () => text,
    ended,
    async printed(wanted, timeoutMs = 240_000) {
      const until = Date.now() + timeoutMs
      while (!text.includes(wanted)) {
        if (child.exitCode !== null || Date.now() > until) throw new Error(`"${wanted}" was never printed:\n${text}`)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
  }
}

export type Stack = {
  origin: string
  vendors: string
  /** Process id of the main process. */
  pid: number
  stop(): Promise<void>
}

/** Starts a stack and waits until it is ready. */
export async function startStack(dataDir: string, ports: Ports, env: Record<string, string> = {}): Promise<Stack> {
  const started = run({ ...ports, ...env, DATA_DIR: dataDir })
  const origin = `http://localhost:${ports.PORT}`
  await started.printed(`ready ${origin}`)
  return {
    origin,
    vendors: `http://localhost:${ports.LOCAL_VENDORS_PORT}`,
    pid: started.process.pid ?? 0,
    async stop() {
      started.process.kill('SIGINT')
      await started.ended
    },
  }
}

export type OwnStack = Stack & { identity: string; storage: string }

/** Starts a stack on free ports with a temporary data folder, which `stop` removes. */
export async function startOwnStack(env: Record<string, string> = {}): Promise<OwnStack> {
  const dataDir = mkdtempSync(join(tmpdir(), 'unhurried-e2e-'))
  const ports = await freeStackPorts()
  const stack = await startStack(dataDir, ports, env)
  return {
    ...stack,
    identity: `http://localhost:${ports.AUTH_EMULATOR_PORT}`,
    storage: `http://localhost:${ports.STORAGE_EMULATOR_PORT}`,
    async stop() {
      await stack.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
