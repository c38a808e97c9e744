import { readFileSync } from 'node:fs'

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
