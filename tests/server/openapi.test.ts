import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { GET as openapi } from '@/app/api/openapi.json/route'
import { errorStatus } from '@/lib/contract/error'
import { jsonLines } from '@/lib/contract/reconcile'
import { env } from '@/lib/env'
import { ephemeralKeyVersion } from '@/lib/site'
import { buyersOf, returns } from '@/tests/setup/buyers'
import { routeFiles } from '@/tests/setup/endpoints'
import { call } from '@/tests/setup/stage'
import { stageWithVendors } from '@/tests/setup/vendors'
import { chargebeeAuth } from '@/tests/setup/webhooks'

type Described = {
  summary: string
  parameters?: { name: string; in: string; required: boolean; schema: Parameters<typeof z.fromJSONSchema>[0] }[]
  security: object[]
  requestBody?: { content: { 'application/json': { schema: { properties: object } } } }
  responses: Record<string, { content?: Record<string, { schema: Parameters<typeof z.fromJSONSchema>[0] }> }>
}
type Document = {
  openapi: string
  paths: Record<string, Record<'get' | 'post', Described | undefined>>
  components: { schemas: Record<string, Parameters<typeof z.fromJSONSchema>[0]> }
}
type Handlers = Record<string, (request: Request) => Promise<Response>>

const { world, vendors } = await stageWithVendors()
const document = (await (await call(openapi, '/openapi.json')).json()) as Document

const { subscribed, person } = buyersOf({ world, vendors })

/** A valid request for each operation. */
async function requests(): Promise<
  Record<string, { path?: string; token?: string; body?: object; headers?: HeadersInit }>
> {
  const buyer = await subscribed('stripe')
  const guest = await person()
  const other = await person()
  const leaver = await person()
  const own = (who: { uid: string }, more = '') => `?uid=${who.uid}${more}`
  const plan = { uid: buyer.uid, subscriptionId: buyer.subscriptionId, store: 'stripe' }
  const secret = { 'x-revalidate-secret': 'revalidate-secret' }
  const event = JSON.stringify({ id: 'evt_1', object: 'event', type: 'product.updated', data: { object: {} } })
  const at = Math.floor(Date.now() / 1000)
  const signed = createHmac('sha256', process.env.STRIPE_WEBHOOK_SECRET ?? '')
    .update(`${at}.${event}`)
    .digest('hex')
  const error = { kind: 'error', message: 'TypeError', page: '/' }
  return {
    'post /users/insert-or-update': { token: buyer.token, body: { uid: buyer.uid, name: 'Ada' } },
    'get /users/get-user': { token: buyer.token, path: own(buyer) },
    'get /users/current-plan': { token: buyer.token, path: own(buyer) },
    'get /users/export': { token: buyer.token, path: own(buyer) },
    'post /stripe/checkout-session': {
      token: guest.token,
      path: own(guest),
      body: { priceId: 'price_monthly_usd', ...returns },
    },
    'post /chargebee/checkout-session': {
      token: other.token,
      path: own(other),
      body: { priceId: 'plan-monthly-USD', ...returns },
    },
    'post /stripe/ephemeral_keys': { token: buyer.token, path: own(buyer, `&api_version=${ephemeralKeyVersion}`) },
    'get /billing/invoices': { token: buyer.token, path: own(buyer) },
    'post /billing/portal': { token: buyer.token, path: own(buyer), body: { returnUrl: returns.cancelUrl } },
    'post /billing/sync': { token: buyer.token, path: own(buyer) },
    'post /users/cancel-plan': { token: buyer.token, path: own(buyer), body: plan },
    'post /users/resume-plan': { token: buyer.token, path: own(buyer), body: plan },
    'post /users/end-sessions': { token: other.token, body: { uid: other.uid } },
    'post /users/delete-account': { token: leaver.token, body: { uid: leaver.uid } },
    'get /plans': {},
    'get /config': {},
    'get /health': {},
    'get /openapi.json': {},
    'post /contact': { body: { name: 'Ada', email: 'ada@people.example', message: 'Hello' } },
    'post /errors': { body: error },
    'post /billing/reconcile': { headers: secret, path: '?scope=events' },
    'post /stripe/webhook': {
      headers: { 'stripe-signature': `t=${at},v1=${signed}` },
      body: JSON.parse(event) as object,
    },
    'post /chargebee/webhook': {
      headers: { authorization: chargebeeAuth },
      body: { id: 'ev_1', event_type: 'item_updated', content: {} },
    },
    'post /revalidate': { headers: secret },
    'post /jobs/run': { headers: secret },
    'get /preview': { path: '?secret=revalidate-secret&slug=none' },
    'post /preview/end': {},
  }
}

const all = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      key: `${method} ${path}`,
      path,
      method,
      operation: operation!,
    })),
  )

/** Outside of a request, Next's own functions fail. */
const needsNext = new Set(['post /revalidate', 'get /preview', 'post /preview/end'])

test('is OpenAPI 3.1 and lists every route', () => {
  expect(document.openapi).toBe('3.1.0')
  const routes = routeFiles.map(({ path }) => path).filter((path) => path !== '/[[...path]]')
  expect(Object.keys(document.paths).toSorted()).toEqual(routes.toSorted())
})

test('describes each answer as the handler gives it', async () => {
  const valid = await requests()
  expect(Object.keys(valid).toSorted()).toEqual(
    all()
      .map(({ key }) => key)
      .toSorted(),
  )
  const problems: string[] = []
  for (const [key, { path: query = '', body, ...options }] of Object.entries(valid)) {
    if (needsNext.has(key)) continue
    const { path, method, operation } = all().find((each) => each.key === key)!
    const handlers = (await import(/* @vite-ignore */ `${process.cwd()}/app/api${path}/route.ts`)) as Handlers
    const raw = body === undefined ? undefined : JSON.stringify(body)
    const response = await call(handlers[method.toUpperCase()]!, path + query, {
      ...options,
      raw,
      method: method.toUpperCase(),
    })
    const [done = ''] = Object.keys(operation.responses)
    if (String(response.status) !== done) problems.push(`${key}: ${response.status} ${await response.text()}`)
    const type = response.headers.get('content-type')?.replace(/;.*/, '') ?? ''
    const { content } = operation.responses[done] ?? {}
    if (!content) continue
    if (!content[type]) problems.push(`${key}: ${type}`)
    const text = await response.text()
    const answer: unknown = type === jsonLines ? JSON.parse(text.trim().split('\n').at(-1) ?? '') : JSON.parse(text)
    const parsed = z.fromJSONSchema(content[type]?.schema ?? {}).safeParse(answer)
    if (!parsed.success) problems.push(`${key}: ${parsed.error.message}`)
  }
  expect(problems).toEqual([])
})

test('lists every error code', () => {
  const error = document.components.schemas.Error as { properties: { error: { properties: { code: object } } } }
  expect(error.properties.error.properties.code).toEqual({ type: 'string', enum: Object.keys(errorStatus) })
})

test('is not served in production', async () => {
  const settings = env()
  settings.deployment = 'production'
  expect((await call(openapi, '/openapi.json')).status).toBe(404)
  settings.deployment = 'local'
})
