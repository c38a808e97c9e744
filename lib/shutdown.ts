import { processState } from './process-state'

type Shutdown = { begun: AbortController; work: Set<Promise<unknown>>; closers: (() => Promise<unknown>)[] }

const state = (): Shutdown =>
  processState('shutdown', () => ({ begun: new AbortController(), work: new Set(), closers: [] }))

export const shutdownSignal = (): AbortSignal => state().begun.signal

export const isShuttingDown = (): boolean => shutdownSignal().aborted

export const beginShutdown = (): void => state().begun.abort()

/** The process waits for this work before it ends. Returns the work. */
export function trackWork<T>(promise: Promise<T>): Promise<T> {
  const { work } = state()
  work.add(promise)
  const done = () => work.delete(promise)
  promise.then(done, done)
  return promise
}

/** Adds a resource to close at the end, in reverse order. */
export function onShutdown(close: () => Promise<unknown>): void {
  state().closers.unshift(close)
}

/** Waits for open work, then closes all resources in turn. Errors are logged. */
export async function finishShutdown(): Promise<void> {
  const { work, closers } = state()
  await Promise.allSettled(work)
  for (const close of closers.splice(0)) {
    await close().catch((error: unknown) => console.error(error))
  }
}
