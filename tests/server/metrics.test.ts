import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { GET as unknown } from '@/app/api/[[...path]]/route'
import { POST as chargebeeWebhook } from '@/app/api/chargebee/webhook/route'
import { POST as stripeWebhook } from '@/app/api/stripe/webhook/route'
import { routeOf } from '@/lib/server/observability/metrics'
import { freePort } from '@/local/ports'
import { endpoints, type Endpoint } from '@/tests/setup/endpoint-table'
import { send, type Change } from '@/tests/setup/endpoints'
import { flat } from '@/tests/setup/prometheus-text'
import { call, stage } from '@/tests/setup/stage'
import { startVendors } from '@/tests/setup/vendors'
import { signStripe } from '@/tests/setup/webhooks'

let world: Awaited<ReturnType<typeof stage>>
let vendors: Awaited<ReturnType<typeof startVendors>>
let address = ''
beforeAll(async () => {
  vendors = await startVendors()
  const port = await freePort()
  address = `http://127.0.0.1:${port}`
  world = await stage({ ...vendors.env, METRICS_PORT: String(port), LOG_LEVEL: 'error' })
  const { startMetrics } = await import('@/lib/server/observability/metrics')
  startMetrics()
  await vi.waitFor(() => fetch(address))
})
afterAll(async () => {
  await vendors.close()
  await world.close()
})
beforeEach(() => vendors.fault({ vendor: 'stripe', times: 0 }))

const read = async () => (await fetch(`${address}/metrics`)).text()

/** Increases of the counters during `work`, without durations. */
async function added(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = flat(await read())
  await work()
  const after = flat(await read())
  return Object.fromEntries(
    [...after]
      .filter(([key]) => key.startsWith('unhurried_') && !/_(sum|bucket)\{/.test(key))
      .map(([key, value]) => [key, value - (before.get(key) ?? 0)] as const)
      .filter(([, more]) => more !== 0),
  )
}

let people = 0
async function person() {
  const uid = `uid-of-somebody-${++people}`
  return { uid, token: await world.identity.signIn(uid) }
}
const at = (path: string) => endpoints.find((endpoint) => endpoint.path === path) as Endpoint

test('serves the metrics of this process and of the site, each counter from 0', async () => {
  const response = await fetch(`${address}/metrics`)
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  const samples = flat(await response.text())
  for (const name of ['process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds'])
    expect(samples.get(`${name}{}`), name).toBeGreaterThan(0)
  expect(samples.get('unhurried_webhooks_total{outcome="failed",provider="chargebee"}')).toBe(0)
  expect(samples.get('unhurried_jobs_total{name="retention",outcome="done"}')).toBe(0)
  expect(samples.get('unhurried_emails_total{kind="paid-back",outcome="sent"}')).toBe(0)
  expect((await fetch(`${address}/`)).status).toBe(404)
})

describe('counts webhooks', () => {
  const payload = (type: string, customer: unknown = 'cus_x') =>
    JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object: { object: 'subscription', customer } } })
  const stripe = (text: string) =>
    call(stripeWebhook, '/stripe/webhook', { raw: text, headers: { 'stripe-signature': signStripe(text) } })
  const chargebee = (body: object, authorization: string) =>
    call(chargebeeWebhook, '/chargebee/webhook', { body, headers: { authorization } })
  const event = { event_type: 'subscription_changed', content: { customer: { id: 'cb-x' } } }
  const known = 'customer.subscription.updated'

  test.each([
    ['stripe', 'accepted', 200, () => stripe(payload(known))],
    ['stripe', 'ignored', 200, () => stripe(payload('price.updated'))],
    ['chargebee', 'refused', 401, () => chargebee(event, 'Basic x')],
  ] as const)('of %s: %s (%i)', async (provider, outcome, status, deliver) => {
    expect(await added(deliver)).toEqual({
      [`unhurried_webhooks_total{outcome="${outcome}",provider="${provider}"}`]: 1,
      [`unhurried_requests_total{route="/api/${provider}/webhook",status="${status}"}`]: 1,
      [`unhurried_request_seconds_count{route="/api/${provider}/webhook"}`]: 1,
    })
  })

  test('as failed if the provider does not answer', async () => {
    const { database } = await import('@/lib/server/db/client')
    const { customers } = await import('@/lib/server/db/schema')
    await (await database()).insert(customers).values({ uid: 'x', provider: 'stripe', customerId: 'cus_failing' })
    await vendors.fault({ vendor: 'stripe', status: 500, times: 9 })
    expect(await added(() => stripe(payload(known, 'cus_failing')))).toMatchObject({
      'unhurried_webhooks_total{outcome="failed",provider="stripe"}': 1,
      'unhurried_syncs_total{outcome="failed",provider="stripe"}': 1,
      'unhurried_sync_seconds_count{provider="stripe"}': 1,
      'unhurried_requests_total{route="/api/stripe/webhook",status="502"}': 1,
    })
  })
})

test('counts checkouts: opened, reopened, refused, failed', async () => {
  const who = await person()
  const page = at('/stripe/checkout-session')
  const counted = async (change: Change = {}) => {
    const all = await added(() => send(page, who.uid, { ...change, token: who.token }))
    return Object.keys(all).filter((key) => key.startsWith('unhurried_checkouts_total'))
  }
  const line = (outcome: string) => [`unhurried_checkouts_total{outcome="${outcome}",provider="stripe"}`]
  expect(await counted()).toEqual(line('opened'))
  expect(await counted()).toEqual(line('again'))
  expect(await counted({ body: { priceId: 'nothing-on-offer' } })).toEqual(line('refused'))
  await vendors.fault({ vendor: 'stripe', status: 500, times: 20 })
  expect(await counted()).toEqual(line('failed'))
})

describe('labels', () => {
  test.each([
    ['/api/plans/', '/api/plans'],
    ['/api/%70lans', 'other'],
  ])('of %s: %s', (path, route) => expect(routeOf(path)).toBe(route))

  test('contain only words of fixed lists', async () => {
    const journey = async () => {
      const { uid, token } = await person()
      for (const endpoint of endpoints) await send(endpoint, uid, { token })
      await call(unknown, `/users/${uid}/${encodeURIComponent(`${uid}@people.example`)}?uid=${uid}`)
    }
    await journey()
    const before = [...flat(await read()).keys()]
    await journey()
    expect([...flat(await read()).keys()]).toEqual(before)
    const labels = before.filter((key) => key.startsWith('unhurried_')).flatMap((key) => key.match(/"[^"]*"/g) ?? [])
    expect(labels.filter((label) => !/^"([a-zA-Z-]+|\/[a-z_/-]+|\d{3}|\+Inf|[\d.]+)"$/.test(label))).toEqual([])
    expect(labels.length).toBeGreaterThan(100)
  })
})
