/**
 * The `shared` of `lib/process-state.ts`, for files that Node loads as they stand: without aliases they cannot
 * import it.
 */
type Registry = { unhurried?: { shared?: { contentRevision: number } } }

const registry = ((globalThis as Registry).unhurried ??= {})

export const shared = (registry.shared ??= { contentRevision: 0 })
