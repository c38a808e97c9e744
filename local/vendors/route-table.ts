/** Finds the entry of a table of `METHOD /path/:id` for a request; `:id` is one part of the path. */
export function findRoute<R>(table: Record<string, R>, method: string, path: string): { route: R; id: string } | null {
  const wanted = path.replace(/\/$/, '').split('/')
  for (const [pattern, route] of Object.entries(table)) {
    const [verb, address = ''] = pattern.split(' ')
    const parts = address.split('/')
    if (verb !== method || parts.length !== wanted.length) continue
    if (parts.every((part, index) => part === ':id' || part === wanted[index])) {
      return { route, id: decodeURIComponent(wanted[parts.indexOf(':id')] ?? '') }
    }
  }
  return null
}
