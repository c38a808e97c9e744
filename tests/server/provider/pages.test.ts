import { createHash, randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { billingProvider } from '@/lib/server/billing/providers/registry'
import { CustomerMissing } from '@/lib/server/billing/providers/provider'
import { log } from '@/lib/server/observability/log'
import { promotionCode, standIn } from '@/local/vendors/settings'
import { providerWith } from '@/tests/setup/providers'
import { buy, control, failure, monthly, names, purchase, refused, standIns, unavailable, urlOf } from './shop'

test('pins the currency and the language that were shown at Stripe', async () => {
  const provider = await billingProvider('stripe')
  const customerId = await provider.saveCustomer({ uid: randomUUID(), email: null, generation: 0 })
  const { id } = await provider.openCheckout(purchase('stripe', customerId, { locale: 'pt-BR' }))
  const headers = { authorization: `Bearer ${standIn.stripe.secretKey}` }
  const session = await (await fetch(`${standIns.base}/v1/checkout/sessions/${id}`, { headers })).json()
  expect(session).toMatchObject({ currency: 'usd', locale: 'pt-BR', adaptive_pricing: { enabled: false } })
  expect(await failure(provider.openCheckout(purchase('stripe', customerId, { currency: 'EUR' })))).toEqual(refused)
})

describe.each(names)('%s', (name) => {
  test('leaves out and logs an unknown price id', async () => {
    const warned = vi.spyOn(log(), 'warn')
    const ids = ['price_of_another', monthly[name]].join(',')
    const provider = providerWith(name, { STRIPE_PRICE_IDS: ids, CHARGEBEE_ITEM_PRICE_IDS: ids })
    expect((await provider.offers()).map(({ priceId }) => priceId)).toEqual([monthly[name]])
    expect(warned.mock.calls).toEqual([
      [{ price: 'price_of_another', why: expect.any(String) }, expect.stringContaining('PRICE_IDS')],
    ])
    await standIns.post('/faults', { vendor: name, status: 401, times: 2 })
    expect(await failure(provider.offers())).toEqual(unavailable)
    await standIns.post('/faults', { vendor: name, times: 0 })
  })

  test('treats an unknown page as expired, and closes it without error', async () => {
    const provider = await billingProvider(name)
    expect(await provider.findCheckout('of_another_account')).toMatchObject({
      id: 'of_another_account',
      state: 'expired',
    })
    await provider.findCheckout('of_another_account', 'close')
  })

  test('bug 6: creates one customer per user, and one successor', async () => {
    const provider = await billingProvider(name)
    const person = { uid: randomUUID(), email: 'ada@example.com', generation: 0 }
    const first = await provider.saveCustomer(person)
    const again = await Promise.all([1, 2, 3].map(() => provider.saveCustomer(person)))
    expect(new Set([first, ...again])).toEqual(new Set([first]))
    const next = await provider.saveCustomer({ ...person, generation: 1 })
    expect(next).not.toBe(first)
    expect(await provider.saveCustomer({ ...person, generation: 1 })).toBe(next)
    expect(await provider.saveCustomer({ ...person, uid: randomUUID() })).not.toBe(first)
  })

  test('opens a page, finds it again, and completes it once paid', async () => {
    const provider = await billingProvider(name)
    const customerId = await provider.saveCustomer({ uid: randomUUID(), email: 'a@example.com', generation: 0 })
    const wanted = purchase(name, customerId)
    const page = await provider.openCheckout(wanted)
    expect(page.state).toBe('open')
    expect(page.expiresAt.getTime()).toBeGreaterThan(Date.now())
    expect(page.answer).toMatchObject({ id: page.id, url: expect.stringContaining(page.id) })
    expect((await provider.openCheckout(wanted)).id).toBe(page.id)
    expect((await provider.findCheckout(page.id)).answer).toEqual(page.answer)
    await standIns.press(urlOf(page), 'pay')
    await standIns.press(urlOf(page), 'pay')
    expect((await provider.findCheckout(page.id)).state).toBe('complete')
    expect((await provider.subscriptions(customerId, null)).own).toHaveLength(1)
  })

  test('does not keep abandoned, closed or old pages open', async () => {
    const { provider, customerId, page: paid } = await buy(name)
    await provider.findCheckout(paid.id, 'close')
    expect((await provider.findCheckout(paid.id)).state).toBe('complete')
    const page = await provider.openCheckout(purchase(name, customerId))
    await {
      stripe: () => provider.findCheckout(page.id, 'close'),
      chargebee: () => standIns.press(urlOf(page), 'back'),
    }[name]()
    expect((await provider.findCheckout(page.id)).state).toBe('expired')
    await provider.findCheckout(page.id, 'close')
    const old = await provider.openCheckout(purchase(name, customerId))
    vi.useFakeTimers({ toFake: ['Date'], now: old.expiresAt.getTime() + 60_000 })
    expect((await provider.findCheckout(old.id)).state).toBe('expired')
  })

  test('accepts a promotion code, and reports the lower charge', async () => {
    const provider = providerWith(name, { PROMOTION_CODES: 'true' })
    expect((await provider.offers()).every(({ promotionCodes }) => promotionCodes)).toBe(true)
    standIns.context.settings.promotionCodes = true
    const customerId = await provider.saveCustomer({ uid: randomUUID(), email: null, generation: 0 })
    const pay = async (code: string) => {
      const page = await provider.openCheckout(purchase(name, customerId))
      const body = new URLSearchParams({ code })
      const paid = await fetch(`${urlOf(page)}/pay`, { method: 'POST', body, redirect: 'manual' })
      return { status: paid.status, text: await paid.text(), page }
    }
    const wrong = await pay('NOPE')
    expect([wrong.status, wrong.text.includes('This code isn’t valid.')]).toEqual([200, true])
    expect((await provider.findCheckout(wrong.page.id)).state).toBe('open')
    expect((await pay(` ${promotionCode.toLowerCase()} `)).status).toBe(303)
    standIns.context.settings.promotionCodes = false
    const [plan] = (await provider.subscriptions(customerId, null)).own
    expect([plan?.adjusted, plan?.nextCharge?.amount, plan?.price?.amount]).toEqual([true, 1520, 1900])
  })

  test('reports only a missing customer as missing', async () => {
    const { provider, customerId } = await buy(name)
    expect(await failure(provider.openCheckout(purchase(name, customerId, { priceId: 'price_nope' })))).toEqual(refused)
    await control(name, 'delete-customer', { customer: customerId })
    for (const lost of [customerId, 'cus_nobody']) {
      expect(await failure(provider.openCheckout(purchase(name, lost)))).toBeInstanceOf(CustomerMissing)
      expect(await failure(provider.portal(lost, 'http://localhost:3000/profile'))).toBeInstanceOf(CustomerMissing)
      expect((await provider.subscriptions(lost, null)).own.filter(({ access }) => access)).toEqual([])
    }
    expect((await provider.subscriptions('cus_nobody', null)).own).toEqual([])
    expect(await provider.invoices('cus_nobody', ['sub_nobody'])).toEqual([])
  })
})

describe('Stripe only', () => {
  test.each([
    ['true', 'hosted', { automatic_tax: { enabled: 'true' }, customer_update: { address: 'auto' } }],
    ['false', 'hosted', {}],
  ] as const)('with STRIPE_AUTOMATIC_TAX %s, sets tax on a %s page', async (STRIPE_AUTOMATIC_TAX, ui, expected) => {
    const provider = providerWith('stripe', { STRIPE_AUTOMATIC_TAX })
    const customerId = await provider.saveCustomer({ uid: randomUUID(), email: null, generation: 0 })
    standIns.context.calls.clear()
    const page = await provider.openCheckout(purchase('stripe', customerId, { ui }))
    const body = standIns.context.calls.list('stripe').at(-1)?.body as Record<string, unknown>
    const { automatic_tax, customer_update } = body
    expect({ automatic_tax, customer_update }).toEqual(expected)
    const session = await standIns.stripe.checkout.sessions.retrieve(page.id)
    expect(session.automatic_tax.enabled).toBe(STRIPE_AUTOMATIC_TAX === 'true')
  })

  test('returns a secret for an embedded page', async () => {
    const provider = await billingProvider('stripe')
    const customerId = await provider.saveCustomer({ uid: randomUUID(), email: null, generation: 0 })
    const page = await provider.openCheckout(purchase('stripe', customerId, { ui: 'embedded' }))
    expect(page.answer).toEqual({ id: page.id, url: null, clientSecret: expect.stringMatching(/_secret_/) })
    expect(await provider.findCheckout(page.id)).toEqual(page)
  })
})

describe('Chargebee only', () => {
  test('derives the customer id from uid and generation in 50 characters', async () => {
    const provider = await billingProvider('chargebee')
    const uid = 'u'.repeat(128)
    const digest = createHash('sha256').update(uid).digest('base64url').slice(0, 40)
    expect(await provider.saveCustomer({ uid, email: null, generation: 0 })).toBe(`u-${digest}`)
    expect(await provider.saveCustomer({ uid, email: null, generation: 12 })).toBe(`u-${digest}-12`)
  })

  test.each([
    [70, true],
    [71, false],
  ])('allows buying with an address of %i characters, sent: %s', async (length, isSent) => {
    const provider = await billingProvider('chargebee')
    const email = `${'a'.repeat(length - 12)}@example.com`
    const customerId = await provider.saveCustomer({ uid: randomUUID(), email, generation: 0 })
    const page = await provider.openCheckout(purchase('chargebee', customerId))
    expect(page.state).toBe('open')
    const { customers } = standIns.context.state.chargebee
    expect(customers[customerId]?.email).toBe(isSent ? email : null)
  })
})
