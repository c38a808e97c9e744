/** Request parsing, route tables and access rules of the stand-ins. */
import type { RequestHandler } from 'express'

/**
 * @param table of `METHOD /path/:id`
 * @returns an `id` of null if its escapes are invalid
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

type FormValue = string | FormValue[] | { [key: string]: FormValue }
export type Form = { [key: string]: FormValue }

/** Form encoding with brackets: `a[b][0][c]=v`. Objects with the keys 0, 1, 2 … become lists. */
export function parseForm(text: string): Form {
  const tree: Form = {}
  for (const [name, value] of new URLSearchParams(text)) plant(tree, pathOf(name), value)
  return Object.fromEntries(Object.entries(tree).map(([key, value]) => [key, withLists(value)]))
}

function pathOf(name: string): string[] {
  const bracket = name.indexOf('[')
  if (bracket < 1 || !name.endsWith(']')) return [name]
  return [name.slice(0, bracket), ...name.slice(bracket + 1, -1).split('][')]
}

function plant(tree: Form, [key = '', ...rest]: string[], value: string): void {
  if (key === '__proto__') return
  // `a[]=1&a[]=2`
  const name = key === '' ? String(Object.keys(tree).length) : key
  if (rest.length === 0) {
    tree[name] = value
    return
  }
  const child = tree[name]
  const branch: Form = typeof child === 'object' && !Array.isArray(child) ? child : {}
  tree[name] = branch
  plant(branch, rest, value)
}

function withLists(value: FormValue): FormValue {
  if (typeof value !== 'object' || Array.isArray(value)) return value
  const entries = Object.entries(value).map(([key, child]) => [key, withLists(child)] as const)
  const isList = entries.length > 0 && entries.every(([key], index) => key === String(index))
  return isList ? entries.map(([, child]) => child) : Object.fromEntries(entries)
}

/** `line_items[0][price]` */
export const formName = ([first, ...rest]: readonly PropertyKey[]): string =>
  String(first ?? '') + rest.map((part) => `[${String(part)}]`).join('')

/** Both vendors replay the answer to a repeated idempotency key for a day. */
export const idempotencyTtlSeconds = 86_400

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i

/** Guards against DNS rebinding. */
export const requireLocalHost: RequestHandler = (request, response, next) => {
  if (loopback.test(request.headers.host ?? '')) next()
  else response.status(421).json({ error: 'The stand-ins answer to localhost only.' })
}

/** Guards against forms of other sites; callers that are not browsers send neither header. */
export const rejectCrossSite: RequestHandler = (request, response, next) => {
  const origin = request.get('origin')
  const isForeign = origin !== undefined && !loopback.test(URL.parse(origin)?.host ?? '')
  if (!isForeign && request.get('sec-fetch-site') !== 'cross-site') next()
  else response.status(403).json({ error: 'Only pages on this machine can change things here.' })
}
