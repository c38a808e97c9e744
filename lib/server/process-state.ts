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
