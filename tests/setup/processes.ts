/** What processes take, as Linux tells it in `/proc`. */
import { readdirSync, readFileSync } from 'node:fs'

/** Fields of a process from its state on; null when it has ended. */
function fieldsOf(pid: number): string[] | null {
  try {
    // The name stands in parentheses and may hold anything.
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
  } catch {
    return null
  }
}

/** A process and all that it has started, directly or not, and that still runs. */
export function treeOf(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), Number(fieldsOf(Number(name))?.[1])] as const)
  const tree = [pid]
  for (const each of tree) tree.push(...parents.filter(([, parent]) => parent === each).map(([child]) => child))
  return tree
}

/** How a process was started: its program and what it was given. */
export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
  } catch {
    return ''
  }
}

/** Milliseconds of processor time that these have taken, in their own code and in the kernel; Linux counts in steps of 10. */
export function processorTime(pids: readonly number[]): number {
  const ticks = pids.map((pid) => {
    const fields = fieldsOf(pid)
    return fields ? Number(fields[11]) + Number(fields[12]) : 0
  })
  return 10 * ticks.reduce((sum, each) => sum + each, 0)
}

/** Resident memory of a process in MB; of one that has ended, none. */
export function memoryOf(pid: number): number {
  try {
    const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes) / 1024
  } catch {
    return 0
  }
}
