import { describe, expect, test } from 'vitest'
import { readEnv } from '@/lib/env'
import { stripeEventCustomer } from '@/lib/server/billing/webhook'
import { signStripe } from '@/tests/setup/webhooks'
import { buy, control, names, standIns } from './shop'

describe.each(names)('%s', (name) => {
  test('lists invoices newest first with a receipt; the portal leads back', async () => {
    const { provider, customerId, id, invoices } = await buy(name, 0)
    await control(name, 'end-period', { subscription: id })
    const found = await invoices()
    expect(found).toHaveLength(2)
    expect(found[0]).toMatchObject({ amount: 1900, currency: 'USD', status: 'paid' })
    expect(Date.parse(found[0]?.date ?? '')).toBeGreaterThanOrEqual(Date.parse(found[1]?.date ?? ''))
    expect(await (await fetch(found[0]?.url ?? '')).text()).toContain('Paid')
    const portal = await provider.portal(customerId, 'http://localhost:3000/profile')
    expect(await (await fetch(portal)).text()).toContain('http://localhost:3000/profile')
  })
})

test('bug 1: accepts a newline after Stripe’s secret, refuses a rewritten body', () => {
  const { stripe: settings } = readEnv({ ...process.env, STRIPE_WEBHOOK_SECRET: 'whsec_local\n' })
  if (!settings) throw new Error('not configured')
  const body =
    '{"id": "evt_1",  "object": "event", "type": "customer.deleted", "data": {"object": {"object": "customer", "id": "cus_1"}}}'
  const header = signStripe(body, { secret: 'whsec_local' })
  expect(stripeEventCustomer(settings, Buffer.from(body), header)).toBe('cus_1')
  const rewritten = Buffer.from(JSON.stringify(JSON.parse(body)))
  expect(() => stripeEventCustomer(settings, rewritten, header)).toThrow(
    expect.objectContaining({ code: 'bad-signature' }),
  )
})

describe('Chargebee only', () => {
  test('does not show a written-off invoice as paid', async () => {
    const { provider, id, invoices } = await buy('chargebee', 0)
    await control('chargebee', 'past-due', { subscription: id })
    await provider.changePlan(id, 'end')
    expect(await invoices()).toMatchObject([
      { status: 'written_off', url: null },
      { status: 'paid', url: expect.any(String) },
    ])
  })

  test('links the newest receipt that was not refunded, or none if it cannot be read', async () => {
    const { id, invoices } = await buy('chargebee', 0)
    await control('chargebee', 'end-period', { subscription: id })
    const [newest] = await invoices()
    await standIns.chargebee.invoice.refund(newest?.id ?? '')
    expect(await invoices()).toMatchObject([
      { refunded: 1900, url: null },
      { status: 'paid', url: expect.any(String) },
    ])
    standIns.loseAnswer(/pdf$/)
    expect(await invoices()).toMatchObject([{ url: null }, { amount: 1900, url: null }])
  })
})
