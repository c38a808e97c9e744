/** Runs at most `maxConcurrent` tasks at a time; the others wait in order. */
export function concurrencyLimit(maxConcurrent: number): <T>(task: () => Promise<T>) => Promise<T> {
  let freeSlots = maxConcurrent
  const queue: (() => void)[] = []
  return async (task) => {
    if (freeSlots > 0) freeSlots -= 1
    else await new Promise<void>((resolve) => queue.push(resolve))
    try {
      return await task()
    } finally {
      const next = queue.shift()
      if (next) next()
      else freeSlots += 1
    }
  }
}
