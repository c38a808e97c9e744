/** How long a server takes from its start to its first page, and what it holds when nobody asks for anything. */
import { setTimeout as sleep } from 'node:timers/promises'
import { memoryOf, treeOf } from './processes'
import type { Served } from './serving'

export type Starts = { startMs: number[]; idleMb: number }

const idleMs = 10_000

/**
 * Starts both in turns, each in a process of its own that is stopped again; the last two stay, and say after ten
 * seconds what they hold.
 */
export async function measureStarts<Name extends string>(
  servers: Record<Name, () => Promise<Served>>,
  rounds: number,
): Promise<Record<Name, Starts>> {
  const names = Object.keys(servers) as Name[]
  const starts = Object.fromEntries(
    names.map((name) => [name, { startMs: [], idleMb: Number.NaN }]),
  ) as unknown as Record<Name, Starts>
  for (let round = 0; round < rounds; round++) {
    for (const name of names) {
      const served = await servers[name]()
      starts[name].startMs.push(served.startMs)
      if (round === rounds - 1) {
        await sleep(idleMs - served.startMs)
        starts[name].idleMb = treeOf(served.pid).reduce((sum, pid) => sum + memoryOf(pid), 0)
      }
      await served.stop()
    }
  }
  return starts
}
