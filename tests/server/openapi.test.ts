import { expect, test } from 'vitest'
import * as z from 'zod'
import { GET as openapi } from '@/app/api/openapi.json/route'
import { errorStatus } from '@/lib/contract/error'
import { jsonLines } from '@/lib/contract/operations'
import { env } from '@/lib/env'
import { buyersOf } from '@/tests/setup/buyers'
import { endpoints } from '@/tests/setup/endpoint-table'
import { routeFiles } from '@/tests/setup/endpoints'
import { storeUser } from '@/tests/setup/rows'
import { call } from '@/tests/setup/stage'
import { stageWithVendors } from '@/tests/setup/vendors'
import { chargebeeAuth, signStripe } from '@/tests/setup/webhooks'

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

type Valid = { query?: string; token?: string; body?: object; headers?: HeadersInit }

/** A valid request for each operation: of the table's endpoints, and of those without a token. */
async function requests(): Promise<Record<string, Valid>> {
  const buyer = await subscribed('stripe')
  await storeUser(buyer.uid)
  const charged = await subscribed('stripe')
  await vendors.control('stripe', 'end-period', charged.subscriptionId)
  env().siteSettings.pauseMonths = 1
  const valid: Record<string, Valid> = {}
  for (const { path, method, uid, query = '', body } of endpoints) {
    const isChange = /change-plan$|preview-change$/.test(path)
    const owner = isChange ? await subscribed('stripe') : /(pause|refund)-plan$/.test(path) ? charged : buyer
    const plan = { subscriptionId: owner.subscriptionId, store: 'stripe' }
    const who = /checkout|delete|end-sessions/.test(path) ? await person() : owner
    const isInBody = uid !== 'query'
    valid[`${method.toLowerCase()} ${path}`] = {
      token: who.token,
      query: uid === 'body' ? '' : `?uid=${who.uid}${query}`,
      ...((body || isInBody) && {
        body: { ...body, ...(/-plan$|preview/.test(path) && plan), ...(isInBody && { uid: who.uid }) },
      }),
    }
  }
  const secret = { 'x-revalidate-secret': 'revalidate-secret' }
  const event = { id: 'evt_1', object: 'event', type: 'product.updated', data: { object: {} } }
  return {
    ...valid,
    'get /plans': {},
    'get /config': {},
    'get /health': {},
    'get /openapi.json': {},
    'post /contact': { body: { name: 'Ada', email: 'ada@people.example', message: 'Hello' } },
    'post /errors': { body: { kind: 'error', message: 'TypeError', page: '/' } },
    'post /billing/reconcile': { headers: secret },
    'post /stripe/webhook': { headers: { 'stripe-signature': signStripe(JSON.stringify(event)) }, body: event },
    'post /chargebee/webhook': {
      headers: { authorization: chargebeeAuth },
      body: { id: 'ev_1', event_type: 'item_updated', content: {} },
    },
    'post /jobs/run': { headers: secret },
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
const needsNext = ['post /revalidate', 'get /preview', 'post /preview/end']

test('is OpenAPI 3.1 and lists every route', () => {
  expect(document.openapi).toBe('3.1.0')
  const routes = routeFiles.map(({ path }) => path).filter((path) => path !== '/[[...path]]')
  expect(Object.keys(document.paths).toSorted()).toEqual(routes.toSorted())
})

test('describes each answer as the handler gives it', async () => {
  const valid = await requests()
  const keys = all().map(({ key }) => key)
  expect([...Object.keys(valid), ...needsNext].toSorted()).toEqual(keys.toSorted())
  const problems: string[] = []
  for (const [key, { query = '', body, ...options }] of Object.entries(valid)) {
    const { path, method, operation } = all().find((each) => each.key === key)!
    const handlers = (await import(/* @vite-ignore */ `${process.cwd()}/app/api${path}/route.ts`)) as Handlers
    const raw = body === undefined ? undefined : JSON.stringify(body)
    const response = await call(handlers[method.toUpperCase()]!, path + query, {
      ...options,
      raw,
      method: method.toUpperCase(),
    })
    const [done = ''] = Object.keys(operation.responses)
    const text = await response.text()
    if (String(response.status) !== done) problems.push(`${key}: ${response.status} ${text}`)
    const type = response.headers.get('content-type')?.replace(/;.*/, '') ?? ''
    const { content } = operation.responses[done] ?? {}
    if (!content) continue
    if (!content[type]) problems.push(`${key}: ${type}`)
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
