/** Every endpoint that takes a token, with a request to it that is right; and the folder that they are read from. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ephemeralKeyVersion } from '@/lib/site'
import { call, origin } from './stage'

export type Endpoint = {
  /** What stands behind `/api`. */
  path: string
  method: 'GET' | 'POST'
  /** Where the uid stands. */
  uid: 'query' | 'body' | 'both'
  /** Refuses a revoked token at once. */
  fresh: boolean
  /** Other parameters of the query. */
  query?: string
  /** The body beside the uid. */
  body?: object
}

const plan = { subscriptionId: 'sub_ada', store: 'stripe' }
const returns = { successUrl: `${origin}/pricing/thankyou/`, cancelUrl: `${origin}/pricing/start` }

export const endpoints: Endpoint[] = [
  { path: '/billing/invoices', method: 'GET', uid: 'query', fresh: false },
  { path: '/billing/portal', method: 'POST', uid: 'query', fresh: true, body: { returnUrl: `${origin}/profile` } },
  { path: '/billing/sync', method: 'POST', uid: 'query', fresh: false },
  {
    path: '/chargebee/checkout-session',
    method: 'POST',
    uid: 'query',
    fresh: true,
    body: { priceId: 'plan-monthly-USD', ...returns },
  },
  {
    path: '/stripe/checkout-session',
    method: 'POST',
    uid: 'query',
    fresh: true,
    body: { priceId: 'price_monthly_usd', ...returns },
  },
  {
    path: '/stripe/ephemeral_keys',
    method: 'POST',
    uid: 'query',
    fresh: false,
    query: `&api_version=${ephemeralKeyVersion}`,
  },
  { path: '/users/cancel-plan', method: 'POST', uid: 'both', fresh: true, body: plan },
  { path: '/users/current-plan', method: 'GET', uid: 'query', fresh: false },
  { path: '/users/delete-account', method: 'POST', uid: 'body', fresh: true, body: {} },
  { path: '/users/end-sessions', method: 'POST', uid: 'body', fresh: true, body: {} },
  { path: '/users/export', method: 'GET', uid: 'query', fresh: false },
  { path: '/users/get-user', method: 'GET', uid: 'query', fresh: false },
  { path: '/users/insert-or-update', method: 'POST', uid: 'body', fresh: false, body: { name: 'Ada' } },
  { path: '/users/resume-plan', method: 'POST', uid: 'both', fresh: true, body: plan },
]

/** Addresses that take no token: anybody's, a provider's, or a publisher's with a secret of their own. */
export const withoutToken = [
  '/[[...path]]',
  '/billing/reconcile',
  '/chargebee/webhook',
  '/config',
  '/contact',
  '/health',
  '/plans',
  '/preview',
  '/preview/end',
  '/revalidate',
  '/stripe/webhook',
]

const folder = join(process.cwd(), 'app/api')

/** Every route that there is, and its text: what stands behind `/api`. */
export const routeFiles: { path: string; text: string }[] = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('route.ts'))
  .map((name) => ({ path: `/${name.replace(/\/?route\.ts$/, '')}`, text: readFileSync(join(folder, name), 'utf8') }))
  .toSorted((a, b) => (a.path < b.path ? -1 : 1))

type Route = (request: Request) => Promise<Response>

/** The handler of an endpoint. */
export const handlerOf = async ({ path, method }: Endpoint): Promise<Route> =>
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
