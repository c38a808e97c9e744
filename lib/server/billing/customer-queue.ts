import 'server-only'
import { processState } from '@/lib/process-state'

/** The work that runs, and the one that waits for its end. */
type Line = { current: Promise<unknown> | null; next: Promise<unknown> | null }

const lines = processState('customer-queue', () => new Map<string, Line>())

/**
 * Runs work about one customer, never twice at a time in this process. While it runs one more waits, and all who come
 * meanwhile share that one: it begins after they came, so it sees what they came for.
 */
export function inCustomersTurn<T>(key: string, run: () => Promise<T>): Promise<T> {
  const line = lines.get(key) ?? { current: null, next: null }
  lines.set(key, line)
  const begin = () => {
    line.next = null
    const work = run().finally(() => {
      if (line.next === null) lines.delete(key)
    })
    line.current = work
    return work
  }
  if (line.current === null) return begin()
  line.next ??= line.current.then(begin, begin)
  return line.next as Promise<T>
}
