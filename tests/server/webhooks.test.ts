import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { POST as chargebeeWebhook } from '@/app/api/chargebee/webhook/route'
import { POST as stripeWebhook } from '@/app/api/stripe/webhook/route'
import type { Provider } from '@/lib/contract/plan'
import { database } from '@/lib/server/db/client'
import { customers } from '@/lib/server/db/schema'
import { standIn } from '@/local/vendors/settings'
import { call, refusalOf } from '@/tests/setup/stage'
import { stageWithVendors } from '@/tests/setup/vendors'
import { signStripe, basicAuth, chargebeeAuth } from '@/tests/setup/webhooks'

const { vendors } = await stageWithVendors()
beforeAll(async () => {
  await storeCustomer('stripe', 'cus_known')
  await storeCustomer('chargebee', 'cb-known')
})
beforeEach(() => vendors.forgetRequests())

/** Stores a customer, because other customers' webhooks are ignored. */
async function storeCustomer(provider: Provider, customerId: string) {
  await (await database()).insert(customers).values({ uid: 'ada', provider, customerId })
}

const requestCount = async (vendor: string) => (await vendors.requests(vendor)).length

describe('stripe', () => {
  const secret = standIn.stripe.webhookSecret
  const event = (type = 'customer.subscription.updated', customer: unknown = 'cus_known') =>
    JSON.stringify({
      id: 'evt_1',
      object: 'event',
      api_version: '2026-10-28.endive',
      type,
      data: { object: { id: 'sub_1', object: 'subscription', customer } },
    })
  const sign = (payload: string, timestamp = Math.floor(Date.now() / 1000), key = secret) =>
    signStripe(payload, { timestamp, secret: key })
  const send = (raw: string | Buffer, signature?: string) =>
    call(stripeWebhook, '/stripe/webhook', { raw, headers: signature ? { 'stripe-signature': signature } : {} })

  test('syncs after a signed message', async () => {
    const payload = event()
    const response = await send(payload, sign(payload))
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ received: true })
    expect(await requestCount('stripe')).toBe(1)
  })

  test.each([
    ['no signature', event(), undefined],
    ['a signature of another secret', event(), sign(event(), undefined, 'whsec_other')],
    ['a body changed by one byte', event().replace('sub_1', 'sub_2'), sign(event())],
    ['a signature 301 seconds old', event(), sign(event(), Math.floor(Date.now() / 1000) - 301)],
  ])('answers 400 bad-signature to %s, without a request', async (_, payload, signature) => {
    expect(await refusalOf(send(payload, signature))).toEqual([400, 'bad-signature'])
    expect(await requestCount('stripe')).toBe(0)
  })

  test.each([
    ['an unknown type', event('price.updated')],
    ["a stranger's customer", event(undefined, 'cus_stranger')],
  ])('accepts %s without a request', async (_, payload) => {
    expect((await send(payload, sign(payload))).status).toBe(200)
    expect(await requestCount('stripe')).toBe(0)
  })

  test.each([
    'null',
    '{"type":"customer.deleted","data":{"object":{"object":"customer","id":7}}}',
    '{"type":"invoice.paid","data":{"object":{"customer":{"id":"a\\u0000"}}}}',
  ])('accepts and ignores a signed %s', async (payload) => {
    const response = await send(payload, sign(payload))
    expect([response.status, await response.json()]).toEqual([200, { received: true }])
    expect(await requestCount('stripe')).toBe(0)
  })

  test.each(['no JSON', '{', '\ufeff{}'])('rejects a signed %j, but not for its signature', async (payload) => {
    expect(await refusalOf(send(payload, sign(payload)))).toEqual([400, 'invalid-request'])
  })

  test('answers 5xx while the provider is down', async () => {
    await vendors.fault({ vendor: 'stripe', status: 500, times: 4 })
    const payload = event()
    expect((await send(payload, sign(payload))).status).toBe(502)
    await vendors.fault({ vendor: 'stripe', times: 0 })
    expect((await send(payload, sign(payload))).status).toBe(200)
  })
})

describe('chargebee', () => {
  const { webhookUser } = standIn.chargebee
  const event = (event_type = 'subscription_changed', customer_id = 'cb-known') =>
    JSON.stringify({ id: 'ev_1', event_type, content: { subscription: { id: 's', customer_id } } })
  const send = (raw: string, authorization?: string) =>
    call(chargebeeWebhook, '/chargebee/webhook', { raw, headers: authorization ? { authorization } : {} })

  test('syncs after a message with the right credentials', async () => {
    expect(await (await send(event(), chargebeeAuth)).json()).toEqual({ received: true })
    expect(await requestCount('chargebee')).toBe(1)
  })

  test.each([
    ['no credentials', undefined],
    ['a wrong password', basicAuth(webhookUser, 'wrong')],
  ])('answers 401 to %s, without a request', async (_, authorization) => {
    expect(await refusalOf(send(event(), authorization))).toEqual([401, 'bad-credentials'])
    expect(await requestCount('chargebee')).toBe(0)
  })

  test.each([
    ['an unknown type', event('plan_created')],
    ["a stranger's customer", event(undefined, 'cb-stranger')],
  ])('accepts %s without a request', async (_, payload) => {
    expect((await send(payload, chargebeeAuth)).status).toBe(200)
    expect(await requestCount('chargebee')).toBe(0)
  })

  test.each([
    { subscription: { id: 'x' }, customer: { id: 'cb-known' } },
    { subscription: 7, invoice: { customer_id: 'cb-known' } },
    { customer: { id: 7 }, subscription: { customer_id: 'cb-known' } },
  ])('syncs if one place names the customer: %j', async (content) => {
    expect((await send(JSON.stringify({ event_type: 'subscription_changed', content }), chargebeeAuth)).status).toBe(
      200,
    )
    expect(await requestCount('chargebee')).toBe(1)
  })

  test('requires the Basic scheme, in any case', async () => {
    expect((await send(event(), chargebeeAuth.replace('Basic', 'basic'))).status).toBe(200)
    expect((await send(event(), chargebeeAuth.replace('Basic ', ''))).status).toBe(401)
  })

  test.each([
    ['{', 400],
    ['{"event_type":"subscription_changed","content":null}', 400],
    ['{"event_type":"subscription_changed","content":{"customer":{"id":7}}}', 400],
    [
      '{"event_type":"subscription_changed","content":{"customer":{"id":"a\\u0000"},"invoice":{"customer_id":[]}}}',
      400,
    ],
    [JSON.stringify({ filler: 'x'.repeat(2 * 1024 * 1024) }), 413],
  ])('rejects a malformed body (%#)', async (payload, status) => {
    expect((await send(payload, chargebeeAuth)).status).toBe(status)
  })
})
