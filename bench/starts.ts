/** How long a server takes from its start to its first page, and what it holds when nobody asks for anything. */
import { setTimeout as sleep } from 'node:timers/promises'
import { memoryOf, treeOf } from '@/tests/setup/processes'
import type { Served } from './serving'

export type Starts = { startMs: number[]; idleMb: number }

const idleMs = 10_000

/** By then it has made what it keeps from one start to the next. */
const firstMs = 6000

/** Waits until a server has been there for ten seconds, and says what it and all that it has started hold, in MB. */
async function idleMemory(server: Served): Promise<number> {
  await sleep(Math.max(0, server.began + idleMs - performance.now()))
  return treeOf(server.pid).reduce((sum, pid) => sum + memoryOf(pid), 0)
}

/**
 * Starts each once a round, in a process of its own; the last of each stays long enough to say what it holds. The very
 * first, in which a database is made and a cache is filled, does not count: it happens once, and not at a restart.
 */
export async function measureStarts<Name extends string>(
  servers: Record<Name, () => Promise<Served>>,
  rounds: number,
): Promise<Record<Name, Starts>> {
  const all = Object.entries<() => Promise<Served>>(servers).map(([name, start]) => ({
    name,
    start,
    startMs: [] as number[],
    last: null as Served | null,
  }))
  for (const { start } of all) {
    const first = await start()
    await sleep(firstMs)
    await first.stop()
  }
  for (let round = 0; round < rounds; round++) {
    for (const one of all) {
      await one.last?.stop()
      one.last = await one.start()
      one.startMs.push(one.last.startMs)
    }
  }
  const starts: [string, Starts][] = []
  for (const { name, last, startMs } of all) {
    starts.push([name, { startMs, idleMb: last ? await idleMemory(last) : Number.NaN }])
    await last?.stop()
  }
  return Object.fromEntries(starts) as Record<Name, Starts>
}
