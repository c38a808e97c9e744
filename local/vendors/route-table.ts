/**
 * Finds the entry of a table of `METHOD /path/:id` for a request; `:id` is one part of the path, and null when what is
 * escaped in it cannot be read.
 */
export function findRoute<R>(
  table: Record<string, R>,
  method: string,
  path: string,
): { route: R; id: string | null } | null {
  const wanted = path.replace(/\/$/, '').split('/')
  for (const [pattern, route] of Object.entries(table)) {
    const [verb, address = ''] = pattern.split(' ')
    const parts = address.split('/')
    if (verb !== method || parts.length !== wanted.length) continue
    if (parts.every((part, index) => part === ':id' || part === wanted[index])) {
      return { route, id: unescaped(wanted[parts.indexOf(':id')] ?? '') }
    }
  }
  return null
}

function unescaped(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}
