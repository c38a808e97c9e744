/**
 * State that exists once per process. Next loads a module once per bundle, so bundles share this registry on
 * `globalThis.unhurried`.
 */
const registry = ((globalThis as { unhurried?: Record<string, object> }).unhurried ??= {})

/** The state with this name, created at first use. Only one module owns a name. */
export function processState<T extends object>(name: string, create: () => T): T {
  return (registry[name] ??= create()) as T
}

/** For tests. Returns a function that restores the previous state. */
export function replaceProcessState(name: string, state?: object): () => void {
  const previous = registry[name]
  if (state) registry[name] = state
  else delete registry[name]
  return () => void replaceProcessState(name, previous)
}

/** Functions shared between bundles. Each is missing until its provider has started. */
type Shared = {
  contentRevision: number
  /** Resolves when all reachable processes know of the publication. */
  announcePublication?: (tag: string) => Promise<void>
  /** Whether an address of the blog names no post, page or author. */
  isMissingPage?: (pathname: string) => Promise<boolean>
}

export const shared = processState<Shared>('shared', () => ({ contentRevision: 0 }))

// Work and resources that end with the process.

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
