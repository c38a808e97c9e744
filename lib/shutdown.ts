import { processState } from './process-state'

type Shutdown = { controller: AbortController; pendingWork: Set<Promise<unknown>>; closers: (() => Promise<unknown>)[] }

const state = (): Shutdown =>
  processState('shutdown', () => ({ controller: new AbortController(), pendingWork: new Set(), closers: [] }))

export const shutdownSignal = (): AbortSignal => state().controller.signal

export const isShuttingDown = (): boolean => shutdownSignal().aborted

export const beginShutdown = (): void => state().controller.abort()

/** The process waits for this work before it ends. Returns the work. */
export function trackWork<T>(promise: Promise<T>): Promise<T> {
  const { pendingWork } = state()
  pendingWork.add(promise)
  const done = () => pendingWork.delete(promise)
  promise.then(done, done)
  return promise
}

/** Adds a resource to close at the end, in reverse order. */
export function closeOnShutdown(close: () => Promise<unknown>): void {
  state().closers.unshift(close)
}

/** Waits for open work, then closes all resources in turn. Errors are logged. */
export async function finishShutdown(): Promise<void> {
  const { pendingWork, closers } = state()
  await Promise.allSettled(pendingWork)
  for (const close of closers.splice(0)) {
    await close().catch((error: unknown) => console.error(error))
  }
}
