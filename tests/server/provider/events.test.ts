import type { Invoice as ChargebeeInvoice } from 'chargebee'
import { describe, expect, test, vi } from 'vitest'
import { readEnv } from '@/lib/env'
import { toInvoice } from '@/lib/server/billing/providers/chargebee/mapping'
import { stripeEventCustomer } from '@/lib/server/billing/webhook'
import { signStripe } from '@/tests/setup/webhooks'
import { buy, control, names, standIns } from './shop'

describe.each(names)('%s', (name) => {
  test('lists customers of undelivered events once, since a time', async () => {
    const begun = new Date(Date.now() - 1000)
    const { provider, customerId, id } = await buy(name, 0)
    await vi.waitFor(async () => expect(await provider.missedCustomers(begun)).not.toContain(customerId))
    standIns.site.answerWith(500)
    await provider.cancelAtPeriodEnd(id)
    await provider.resume(id)
    const missed = await provider.missedCustomers(begun)
    expect(missed.filter((one) => one === customerId)).toEqual([customerId])
    expect(await provider.missedCustomers(new Date(Date.now() + 60_000))).not.toContain(customerId)
    standIns.site.answerWith(200)
    standIns.restart()
    await vi.waitFor(async () => expect(await provider.missedCustomers(begun)).toEqual([]), { timeout: 10_000 })
  })

  test('lists invoices newest first with a receipt; the portal leads back', async () => {
    const { provider, customerId, id } = await buy(name, 0)
    await control(name, 'end-period', { subscription: id })
    const found = await provider.invoices(customerId)
    expect(found).toHaveLength(2)
    expect(found[0]).toMatchObject({ amount: 1900, currency: 'USD', status: 'paid' })
    expect(Date.parse(found[0]?.date ?? '')).toBeGreaterThanOrEqual(Date.parse(found[1]?.date ?? ''))
    expect(await (await fetch(found[0]?.url ?? '')).text()).toContain('Paid')
    const portal = await provider.portal(customerId, 'http://localhost:3000/profile')
    expect(await (await fetch(portal)).text()).toContain('http://localhost:3000/profile')
  })
})

describe('Stripe only', () => {
  test('bug 1: accepts a newline after the secret, refuses a rewritten body', () => {
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
})

describe('Chargebee only', () => {
  test('does not show a written-off invoice as paid', async () => {
    const { provider, customerId, id } = await buy('chargebee', 0)
    await control('chargebee', 'past-due', { subscription: id })
    await provider.cancelNow(id)
    expect(await provider.invoices(customerId)).toMatchObject([
      { status: 'written_off', url: null },
      { status: 'paid', url: expect.any(String) },
    ])
  })

  test('links the newest receipt that was not refunded', async () => {
    const { provider, customerId, id } = await buy('chargebee', 0)
    await control('chargebee', 'end-period', { subscription: id })
    const [newest] = await provider.invoices(customerId)
    await standIns.chargebee.invoice.refund(newest?.id ?? '')
    expect(await provider.invoices(customerId)).toMatchObject([
      { refunded: 1900, url: null },
      { status: 'paid', url: expect.any(String) },
    ])
  })

  test('does not count a credit note as a payment', () => {
    const invoice = { id: '1', status: 'paid', total: 1900, currency_code: 'USD', amount_paid: 0 } as ChargebeeInvoice
    expect(toInvoice({ ...invoice, amount_adjusted: 1900 }, null).status).toBe('written_off')
    expect(toInvoice({ ...invoice, amount_adjusted: 900, credits_applied: 1000 }, null).status).toBe('paid')
    expect(toInvoice(invoice, null).status).toBe('paid')
  })

  test('lists invoices without the address of a receipt', async () => {
    const { provider, customerId } = await buy('chargebee', 0)
    standIns.loseAnswer(/pdf$/)
    expect(await provider.invoices(customerId)).toMatchObject([{ amount: 1900, url: null }])
  })
})
