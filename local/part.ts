/** What every child process of the local stack does at its end. */

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
