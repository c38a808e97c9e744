import { processState } from './process-state'

/**
 * The process's end in order: once it has begun, nobody begins anything new; what is under way is let finish, and
 * last of all what the others need is closed.
 */
type Ending = { begun: AbortController; underWay: Set<Promise<unknown>>; last: (() => Promise<unknown>)[] }

const ending = (): Ending =>
  processState('ending', () => ({ begun: new AbortController(), underWay: new Set(), last: [] }))

/** Aborted once the process has been told to end. */
export const endingSignal = (): AbortSignal => ending().begun.signal

export const isEnding = (): boolean => endingSignal().aborted

export const beginEnding = (): void => ending().begun.abort()

/** Keeps the process from ending in the middle of a piece of work that nobody waits for; returns it. */
export function underWay<T>(work: Promise<T>): Promise<T> {
  const { underWay: all } = ending()
  all.add(work)
  const done = () => all.delete(work)
  work.then(done, done)
  return work
}

/** Adds something that is closed last, before whatever was added earlier. */
export function beforeEnd(last: () => Promise<unknown>): void {
  ending().last.unshift(last)
}

/** Waits for all that is under way, and closes the rest one after the other; a failure keeps nothing else from its turn. */
export async function finish(): Promise<void> {
  const { underWay: all, last } = ending()
  await Promise.allSettled(all)
  for (const close of last.splice(0)) {
    await close().catch((error: unknown) => console.error(error))
  }
}
