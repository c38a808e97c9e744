/**
 * Reads of the API for which a page of a signed-in person waits: answered by the very functions that Next would call,
 * without what Next does round them, which costs more than the answer. Everything else is Next's, and so are these
 * where a request is traced, since its span is Next's.
 */
import type { IncomingMessage } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'

type Route = (request: Request) => Promise<Response>
type Built = { routeModule?: { userland?: { GET?: unknown } } }

const paths = new Set(['/api/config', '/api/users/current-plan', '/api/users/get-user'])

/** With a body it is no plain read. */
const isPlain = ({ method, headers }: IncomingMessage) =>
  method === 'GET' && headers['content-length'] === undefined && headers['transfer-encoding'] === undefined

const requestOf = ({ url = '', headers }: IncomingMessage, origin: string) =>
  new Request(new URL(url, origin), {
    headers: Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])) as [
      string,
      string,
    ][],
  })

type DirectOptions = {
  /** Where the build lies. */
  dir: string
  origin: string
}

/**
 * @returns answers a request, or null where it is Next's to answer
 */
export function directRoutes({ dir, origin }: DirectOptions) {
  const require = createRequire(join(dir, 'package.json'))
  const known = new Map<string, Promise<Route | null>>()

  async function load(pathname: string): Promise<Route | null> {
    try {
      const { routeModule } = (await require(join(dir, '.next/server/app', pathname, 'route.js'))) as Built
      const get = routeModule?.userland?.GET
      return typeof get === 'function' ? (get as Route) : null
    } catch {
      // Built in another way than this knows: Next does.
      return null
    }
  }

  return async function direct(pathname: string, request: IncomingMessage): Promise<Response | null> {
    if (!paths.has(pathname) || !isPlain(request)) return null
    const loading = known.get(pathname) ?? load(pathname)
    known.set(pathname, loading)
    const route = await loading
    return route && route(requestOf(request, origin))
  }
}
