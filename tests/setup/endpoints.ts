/** Every endpoint that takes a token, with a request to it that is right; and the folder that they are read from. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Endpoint } from './endpoint-table'
import { call } from './stage'

const folder = join(process.cwd(), 'app/api')

/** Every route that there is, and its text: what stands behind `/api`. */
export const routeFiles: { path: string; text: string }[] = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('route.ts'))
  .map((name) => ({ path: `/${name.replace(/\/?route\.ts$/, '')}`, text: readFileSync(join(folder, name), 'utf8') }))
  .toSorted((a, b) => (a.path < b.path ? -1 : 1))

type Route = (request: Request) => Promise<Response>

/** The handler of an endpoint. */
const handlerOf = async ({ path, method }: Endpoint): Promise<Route> =>
  ((await import(/* @vite-ignore */ join(folder, `.${path}/route.ts`))) as Record<string, Route>)[method] as Route

/** What is changed of a request that would be right. */
export type Change = {
  token?: string | null
  /** All that stands behind `?` in the place of the uid. */
  query?: string
  /** The uid of the body, in whatever form. */
  bodyUid?: unknown
  body?: object
  raw?: string | Buffer
  headers?: HeadersInit
}

/** Sends a right request in the name of `uid`, or one that differs from it as told. */
export async function send(endpoint: Endpoint, uid: string, change: Change = {}): Promise<Response> {
  const { path, method } = endpoint
  const asked = change.query ?? (endpoint.uid === 'body' ? '' : `uid=${uid}`)
  const bodyUid = 'bodyUid' in change ? change.bodyUid : uid
  const body = { ...(endpoint.uid === 'query' ? {} : { uid: bodyUid }), ...endpoint.body, ...change.body }
  const raw = change.raw ?? (method === 'POST' && (endpoint.body || change.body) ? JSON.stringify(body) : undefined)
  return call(await handlerOf(endpoint), `${path}?${asked}${endpoint.query ?? ''}`, {
    token: change.token,
    method,
    headers: change.headers,
    ...(method === 'POST' && raw !== undefined && { raw }),
  })
}
