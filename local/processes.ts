/** Child processes of the local stack: start, stop, and end with the parent. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './project'

/** One process of the stack. */
export type Part = {
  name: string
  child: ChildProcess
  /** The last lines that it printed. */
  tail(): string
  ended: Promise<void>
}

type Start = {
  name: string
  args: string[]
  env: Record<string, string>
  /** Folder for `NAME.log`, with all that the part prints. */
  logs: string
  /** Where it runs, if not in the checkout's folder. */
  cwd?: string
  onCrash(part: Part): void
}

const tailBytes = 4000
const graceMs = 10_000

/**
 * Starts a part in a process group of its own, so that a terminal's Ctrl-C reaches the conductor
 * alone, and with an IPC channel, whose end tells the part that the conductor is gone.
 */
export function startPart({ name, args, env, logs, cwd = root, onCrash }: Start): Part {
  mkdirSync(logs, { recursive: true })
  const log = createWriteStream(join(logs, `${name}.log`))
  const child = spawn(process.execPath, args, {
    cwd,
    // Next's types insist on NODE_ENV, which is the site's own affair.
    env: env as NodeJS.ProcessEnv,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let tail = ''
  const hear = (chunk: Buffer) => {
    log.write(chunk)
    tail = (tail + chunk.toString()).slice(-tailBytes)
  }
  child.stdout?.on('data', hear)
  child.stderr?.on('data', hear)
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => {
      log.end()
      resolve()
    })
    child.once('error', () => resolve())
  })
  const part: Part = { name, child, tail: () => tail.trim(), ended }
  void ended.then(() => onCrash(part))
  return part
}

/** Asks a part to end, and ends it after ten seconds if it does not. */
export async function stopPart({ child, ended }: Part): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  const late = setTimeout(() => killPart(child), graceMs)
  await ended
  clearTimeout(late)
}

/** Ends a part and whatever it has started, at once. */
export function killPart(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // Gone already.
  }
}

/**
 * Resolves with true when the address answers, false when `gaveUp` says so first. 503 is the answer of
 * a part that has begun to listen and is not done with its beginning.
 */
export async function answers(url: string, gaveUp: () => boolean): Promise<boolean> {
  while (!gaveUp()) {
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

/** Name and parent of a process, where the system tells them in `/proc`. */
function look(pid: number): { name: string; parent: number } | null {
  try {
    const [, name = '', rest = ''] = /\((.*)\) (.*)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return { name, parent: Number(rest.split(' ')[1]) }
  } catch {
    return null
  }
}

const pollMs = 500

/**
 * Calls `gone` once the process that started this one is no more. npm starts a script through a shell,
 * which goes on waiting when npm itself is killed: then npm is watched behind the shell.
 */
export function onParentGone(gone: () => void): void {
  const parent = process.ppid
  const shell = process.env.npm_lifecycle_event === undefined ? null : look(parent)
  const starter = shell && /^(ba|da|a|z)?sh$/.test(shell.name) ? shell.parent : null
  const timer = setInterval(() => {
    if (process.ppid === parent && (starter === null || look(parent)?.parent === starter)) return
    clearInterval(timer)
    gone()
  }, pollMs)
  timer.unref()
}

/**
 * Runs `end` once and exits, when the process is told to stop, and also when the process that
 * started it is gone without a word (its end of the IPC channel closes).
 */
export function endWith(end: () => void | Promise<void>): void {
  let ending = false
  const finish = async () => {
    if (ending) return
    ending = true
    await end()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, finish)
  if (process.channel) {
    process.channel.unref()
    process.once('disconnect', finish)
  }
}
