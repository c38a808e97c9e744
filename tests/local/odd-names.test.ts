/** Names in calls may be any text, such as properties of `Object.prototype`, or unreadable. */
import { afterAll, describe, expect, test } from 'vitest'
import { startStandIns } from './stand-ins'

const standIns = await startStandIns()
afterAll(() => standIns.close())

const stripeKey = { authorization: 'Bearer sk_test_local' }
const chargebeeKey = { authorization: `Basic ${Buffer.from('test_local:').toString('base64')}` }
const notionKey = { authorization: 'Bearer ntn_local', 'notion-version': '2025-09-03' }

async function answer(path: string, init: RequestInit = {}) {
  const response = await fetch(standIns.base + path, { redirect: 'manual', ...init })
  return { status: response.status, text: await response.text() }
}

const names = ['constructor', 'toString', '__proto__', 'hasOwnProperty']

describe.each(names)('unknown names: %s', (name) => {
  test.each(['customers', 'subscriptions', 'checkout/sessions', 'invoices', 'prices'])(
    'are unknown to Stripe’s %s',
    async (kind) => {
      const { status, text } = await answer(`/v1/${kind}/${name}`, { headers: stripeKey })
      expect(status).toBe(404)
      expect(JSON.parse(text)).toMatchObject({ error: { code: 'resource_missing' } })
    },
  )

  test.each(['customers', 'subscriptions', 'hosted_pages', 'invoices', 'item_prices'])(
    'are unknown to Chargebee’s %s',
    async (kind) => {
      const { status, text } = await answer(`/api/v2/${kind}/${name}`, { headers: chargebeeKey })
      expect(status).toBe(404)
      expect(JSON.parse(text)).toMatchObject({ api_error_code: 'resource_not_found' })
    },
  )

  test.each(['checkout/stripe', 'invoice/stripe', 'portal/stripe', 'invoice/chargebee', 'portal/chargebee'])(
    'are unknown at /%s',
    async (address) => {
      expect((await answer(`/${address}/${name}`)).status).toBe(404)
    },
  )

  test('are unknown in a parameter', async () => {
    const body = new URLSearchParams({ customer: name })
    const opened = await answer('/v1/billing_portal/sessions', { method: 'POST', headers: stripeKey, body })
    expect(opened.status).toBe(400)
    expect(opened.text).toContain('resource_missing')
    const expanded = await answer(`/v1/prices/price_monthly_usd?expand[]=${name}`, { headers: stripeKey })
    expect(expanded.status).toBe(400)
  })

  test('are rejected by the controls', async () => {
    for (const vendor of ['stripe', 'chargebee']) {
      const deleted = await standIns.post(`/${vendor}/control/delete-customer`, { customer: name })
      const settled = await standIns.post(`/${vendor}/control/settle`, { subscription: name })
      const unknown = await standIns.post(`/${vendor}/control/${name}`, { subscription: name, customer: name })
      expect([deleted.status, settled.status, unknown.status]).toEqual([404, 404, 404])
    }
  })

  test('work for customers once they exist', async () => {
    const made = () =>
      answer('/api/v2/customers', {
        method: 'POST',
        headers: { ...chargebeeKey, 'chargebee-idempotency-key': name },
        body: new URLSearchParams({ id: name, email: 'odd@example.com' }),
      })
    expect((await made()).status).toBe(200)
    standIns.restart()
    expect((await made()).status).toBe(200)
    const found = await answer(`/api/v2/customers/${name}`, { headers: chargebeeKey })
    expect(JSON.parse(found.text)).toMatchObject({ customer: { id: name, email: 'odd@example.com' } })
    const key = { ...stripeKey, 'idempotency-key': name }
    const customer = await answer('/v1/customers', { method: 'POST', headers: key, body: 'name=Odd' })
    expect(JSON.parse(customer.text)).toMatchObject({ object: 'customer', name: 'Odd' })
  })
})

describe('unreadable addresses and bodies', () => {
  test.each([
    ['/v1/customers/%', stripeKey, 'invalid_request_error'],
    ['/api/v2/customers/%', chargebeeKey, 'invalid_request'],
    ['/v1/blocks/%', notionKey, 'invalid_request_url'],
    ['/portal/stripe/%', {}, 'error'],
  ])('%s', async (path, headers, word) => {
    const { status, text } = await answer(path, { headers })
    expect(status).toBe(400)
    expect(text).toContain(word)
  })

  test.each(['/faults', '/stripe/control/settle', '/notion/control/edit'])(
    'rejects an unreadable body at %s',
    async (path) => {
      const headers = { 'content-type': 'application/json' }
      expect((await answer(path, { method: 'POST', headers, body: '{"vendor":' })).status).toBe(400)
    },
  )
})
