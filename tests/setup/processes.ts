/** CPU time of processes, from Linux's `/proc`. */
import { readdirSync, readFileSync } from 'node:fs'

/** The fields of `stat` after the name, or null when the process has ended. */
function fieldsOf(pid: number): string[] | null {
  try {
    // The name is in parentheses and may contain anything.
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
  } catch {
    return null
  }
}

/** A process and its running descendants. */
export function treeOf(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), Number(fieldsOf(Number(name))?.[1])] as const)
  const tree = [pid]
  for (const each of tree) tree.push(...parents.filter(([, parent]) => parent === each).map(([child]) => child))
  return tree
}

/** The command line of a process. */
export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
  } catch {
    return ''
  }
}

/** User and kernel CPU time in milliseconds, in Linux's steps of 10. */
export function processorTime(pids: readonly number[]): number {
  const ticks = pids.map((pid) => {
    const fields = fieldsOf(pid)
    return fields ? Number(fields[11]) + Number(fields[12]) : 0
  })
  return 10 * ticks.reduce((sum, each) => sum + each, 0)
}
