/** Child processes of the local stack: start, stop, and end with the parent. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './project'

export type ManagedProcess = {
  name: string
  child: ChildProcess
  tail(): string
  ended: Promise<void>
}

type Start = {
  name: string
  args: string[]
  env: Record<string, string>
  /** Folder for `NAME.log`. */
  logs: string
  cwd?: string
  onCrash(part: ManagedProcess): void
}

const tailBytes = 4000
const graceMs = 10_000

/** A process group of its own keeps a terminal's Ctrl-C from the child, and an IPC channel tells it when the parent is gone. */
export function startProcess({ name, args, env, logs, cwd = root, onCrash }: Start): ManagedProcess {
  mkdirSync(logs, { recursive: true })
  const log = createWriteStream(join(logs, `${name}.log`))
  const child = spawn(process.execPath, args, {
    cwd,
    // Next's types require NODE_ENV.
    env: env as NodeJS.ProcessEnv,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let tail = ''
  const collect = (chunk: Buffer) => {
    log.write(chunk)
    tail = (tail + chunk.toString()).slice(-tailBytes)
  }
  child.stdout?.on('data', collect)
  child.stderr?.on('data', collect)
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => {
      log.end()
      resolve()
    })
    child.once('error', () => resolve())
  })
  const part: ManagedProcess = { name, child, tail: () => tail.trim(), ended }
  void ended.then(() => onCrash(part))
  return part
}

export async function stopProcess({ child, ended }: ManagedProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  const killTimer = setTimeout(() => killProcess(child), graceMs)
  await ended
  clearTimeout(killTimer)
}

export function killProcess(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // Already gone.
  }
}

/** Resolves with false if `shouldStop` returns true first. A server that is still starting answers 503. */
export async function waitForResponse(url: string, shouldStop: () => boolean): Promise<boolean> {
  while (!shouldStop()) {
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(5000), redirect: 'manual' })
      await response.body?.cancel()
      if (response.status !== 503) return true
    } catch {
      // Not listening yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return false
}

export function onParentExit(onExit: () => void): void {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    onExit()
  }, 500)
  timer.unref()
}

/** Runs `end` once on a signal, or when the parent is gone, and exits. */
export function exitOnSignal(end: () => void | Promise<void>): void {
  let isEnding = false
  const finish = async () => {
    if (isEnding) return
    isEnding = true
    await end()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, finish)
  if (process.channel) {
    process.channel.unref()
    process.once('disconnect', finish)
  }
}
