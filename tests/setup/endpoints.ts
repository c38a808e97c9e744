/** Calls endpoints of the table with valid requests and variations of them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Endpoint } from './endpoint-table'
import { call } from './stage'

const folder = join(process.cwd(), 'app/api')

/** Every route file; `path` is without `/api`. */
export const routeFiles: { path: string; text: string }[] = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('route.ts'))
  .map((name) => ({ path: `/${name.replace(/\/?route\.ts$/, '')}`, text: readFileSync(join(folder, name), 'utf8') }))
  .toSorted((a, b) => (a.path < b.path ? -1 : 1))

type Route = (request: Request) => Promise<Response>

const handlerOf = async ({ path, method }: Endpoint): Promise<Route> =>
  ((await import(/* @vite-ignore */ join(folder, `.${path}/route.ts`))) as Record<string, Route>)[method] as Route

/** Differences from a valid request. */
export type Change = {
  token?: string | null
  /** Replaces the uid in the query. */
  query?: string
  /** Replaces the uid in the body. */
  bodyUid?: unknown
  body?: object
  raw?: string | Buffer
  headers?: HeadersInit
}

export async function send(endpoint: Endpoint, uid: string, change: Change = {}): Promise<Response> {
  const { path, method } = endpoint
  const ownQuery = change.query ?? (endpoint.uid === 'body' ? '' : `uid=${uid}`)
  const bodyUid = 'bodyUid' in change ? change.bodyUid : uid
  const body = { ...(endpoint.uid === 'query' ? {} : { uid: bodyUid }), ...endpoint.body, ...change.body }
  const raw = change.raw ?? (method === 'POST' && (endpoint.body || change.body) ? JSON.stringify(body) : undefined)
  return call(await handlerOf(endpoint), `${path}?${ownQuery}${endpoint.query ?? ''}`, {
    token: change.token,
    method,
    headers: change.headers,
    ...(method === 'POST' && raw !== undefined && { raw }),
  })
}
