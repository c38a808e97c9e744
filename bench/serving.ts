/** A server of pages as one process of plain Node, which ends with the one that measures. */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPart, stopPart } from '@/local/children'
import { freePort } from '@/local/ports'
import { root } from '@/local/project'
import { endWith } from './endings'

export type Served = {
  origin: string
  port: number
  pid: number
  /** When it was started, on `performance.now()`. */
  began: number
  /** Milliseconds from its start to the first page that it answered with 200. */
  startMs: number
  stop(): Promise<void>
}

type Program = {
  name: string
  /** The program and what it is given, without its address. */
  args: string[]
  env: Record<string, string>
  cwd: string
  /** Folder for what it prints. */
  logs: string
}

const patienceMs = 60_000

/**
 * Starts it on a free port of loopback, and asks for its first page until that is there.
 * @throws with its last words when it ends before, or takes longer than a minute
 */
export async function serve({ name, args, env, cwd, logs }: Program): Promise<Served> {
  const port = await freePort()
  const began = performance.now()
  const part = startPart({
    name,
    args: ['--require', join(root, 'local/orphan.cjs'), ...args, '-H', '127.0.0.1', '-p', `${port}`],
    env: { PATH: process.env.PATH ?? '', ...env, NODE_ENV: 'production', PORT: `${port}` },
    logs,
    cwd,
    onCrash: () => {},
  })
  const stop = () => stopPart(part)
  endWith(stop)
  const isUp = () =>
    fetch(`http://127.0.0.1:${port}/`, { redirect: 'manual' }).then(
      async (page) => {
        await page.arrayBuffer()
        return page.status === 200
      },
      () => false,
    )
  while (!(await isUp())) {
    if (part.child.exitCode !== null || performance.now() - began > patienceMs) {
      await stop()
      throw new Error(`${name} did not start:\n${part.tail()}`)
    }
    await sleep(5)
  }
  const startMs = performance.now() - began
  return { origin: `http://localhost:${port}`, port, pid: part.child.pid ?? 0, began, startMs, stop }
}
