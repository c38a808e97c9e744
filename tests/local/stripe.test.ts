import Stripe from 'stripe'
import { describe, expect, test, vi } from 'vitest'
import { standIns, stripe, back, newCustomer, openSession, subscribe } from './stripe-purchases'

describe('catalogue', () => {
  test('has two plans in three currencies, by list, id and key', async () => {
    const all = await stripe.prices.list({ active: true, expand: ['data.product'], limit: 100 })
    expect(all.data.map(({ id, unit_amount: amount, currency }) => [id, amount, currency])).toEqual([
      ['price_monthly_usd', 1900, 'usd'],
      ['price_monthly_eur', 1900, 'eur'],
      ['price_monthly_gbp', 1900, 'gbp'],
      ['price_yearly_usd', 18000, 'usd'],
      ['price_yearly_eur', 18000, 'eur'],
      ['price_yearly_gbp', 18000, 'gbp'],
    ])
    expect(all.data[0]?.product).toMatchObject({ object: 'product', name: 'Monthly (Sample price)' })
    const one = await stripe.prices.retrieve('price_yearly_eur', { expand: ['product'] })
    expect(one).toMatchObject({
      tax_behavior: 'inclusive',
      metadata: { trial_days: '7' },
      recurring: { interval: 'year' },
      product: { name: 'Yearly (Sample price)' },
    })
    const keyed = await stripe.prices.list({ lookup_keys: ['monthly_gbp'] })
    expect(keyed.data.map(({ id }) => id)).toEqual(['price_monthly_gbp'])
  })

  test('paginates a list', async () => {
    const found = await stripe.prices.list({ limit: 4 }).autoPagingToArray({ limit: 100 })
    expect(found).toHaveLength(6)
  })
})

describe('errors', () => {
  test.each([
    [
      'an unknown price',
      () => stripe.prices.retrieve('price_nope'),
      Stripe.errors.StripeInvalidRequestError,
      'resource_missing',
      404,
    ],
    [
      'an unknown customer',
      () => openSession('cus_nope'),
      Stripe.errors.StripeInvalidRequestError,
      'resource_missing',
      400,
    ],
    [
      'a wrong key',
      () => standIns.stripeWith('sk_test_wrong').customers.list(),
      Stripe.errors.StripeAuthenticationError,
      undefined,
      401,
    ],
    [
      'a trial of no days',
      () => openSession('', { customer: undefined, subscription_data: { trial_period_days: 0 } }),
      Stripe.errors.StripeInvalidRequestError,
      undefined,
      400,
    ],
    [
      'an unknown parameter',
      () => stripe.customers.create({ nickname: 'Ada' } as Stripe.CustomerCreateParams),
      Stripe.errors.StripeInvalidRequestError,
      'parameter_unknown',
      400,
    ],
    [
      'a missing parameter',
      () => stripe.checkout.sessions.create({ mode: 'subscription', ...back }),
      Stripe.errors.StripeInvalidRequestError,
      'parameter_missing',
      400,
    ],
    [
      'an outdated UI mode',
      () => openSession('', { customer: undefined, ui_mode: 'hosted' as Stripe.Checkout.SessionCreateParams.UiMode }),
      Stripe.errors.StripeInvalidRequestError,
      undefined,
      400,
    ],
  ])('%s', async (_, run, kind, code, status) => {
    const error = await run().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(kind)
    expect(error).toMatchObject({ code, statusCode: status, requestId: expect.stringMatching(/^req_/) })
  })
})

describe('the API key', () => {
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

  test.each([
    ['a bearer’s', 'Bearer sk_test_local', 200],
    ['the user of basic credentials', basic('sk_test_local:'), 200],
    ['a wrong user', basic('sk_test_wrong:'), 401],
    ['a password', basic(':sk_test_local'), 401],
    ['nothing', '', 401],
  ])('is checked as %s', async (_, authorization, status) => {
    const answer = await fetch(`${standIns.base}/v1/prices`, { headers: { authorization } })
    expect(answer.status).toBe(status)
  })
})

describe('idempotency', () => {
  test('replays an idempotent answer with its header', async () => {
    const options = { idempotencyKey: 'same-answer' }
    const first = await stripe.customers.create({ email: 'a@example.com' }, options)
    const second = await stripe.customers.create({ email: 'a@example.com' }, options)
    expect(second.id).toBe(first.id)
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
    expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined()
  })

  test('rejects the same key with other parameters', async () => {
    const options = { idempotencyKey: 'other-parameters' }
    await stripe.customers.create({ email: 'a@example.com' }, options)
    const error = await stripe.customers.create({ email: 'b@example.com' }, options).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Stripe.errors.StripeIdempotencyError)
  })

  test('answers 409 for a key in use, and the SDK retries', async () => {
    const options = { idempotencyKey: 'in-use' }
    await standIns.post('/faults', { vendor: 'stripe', delayMs: 300, times: 1 })
    const first = stripe.customers.create({ email: 'a@example.com' }, options)
    await vi.waitFor(() => expect(standIns.context.faults.list()).toEqual([]))
    const second = stripe.customers.create({ email: 'a@example.com' }, options).catch((thrown: unknown) => thrown)
    expect(await second).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' })
    const third = await standIns.stripeWith(undefined, 3).customers.create({ email: 'a@example.com' }, options)
    expect(third.id).toBe((await first).id)
  })

  test('accepts a retry of a call that failed in transit', async () => {
    await standIns.post('/faults', { vendor: 'stripe', status: 503, times: 1 })
    const patient = standIns.stripeWith(undefined, 1)
    const customer = await patient.customers.create({ email: 'a@example.com' }, { idempotencyKey: 'again' })
    expect(customer.lastResponse.headers['idempotent-replayed']).toBeUndefined()
  })

  test('replays a Stripe failure under its key only', async () => {
    const options = { idempotencyKey: 'failed-inside' }
    await standIns.post('/faults', { vendor: 'stripe', status: 500, times: 1, replayed: true })
    const create = (with_: typeof options) => stripe.customers.create({ email: 'a@example.com' }, with_)
    for (const replayed of [undefined, 'true']) {
      const error = await create(options).catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ statusCode: 500 })
      expect((error as Stripe.errors.StripeError).headers?.['idempotent-replayed']).toBe(replayed)
    }
    expect((await create({ idempotencyKey: 'another' })).id).toMatch(/^cus_/)
    await expect(stripe.customers.create({ email: 'b@example.com' }, options)).rejects.toMatchObject({
      statusCode: 400,
    })
  })

  test('remembers keys over a restart', async () => {
    const options = { idempotencyKey: 'over-a-restart' }
    const first = await stripe.customers.create({ email: 'a@example.com' }, options)
    standIns.restart()
    expect((await stripe.customers.create({ email: 'a@example.com' }, options)).id).toBe(first.id)
  })
})

describe('webhooks', () => {
  test('are signed, and the page waits for the site', async () => {
    await subscribe()
    expect(standIns.site.types()).toContain('checkout.session.completed')
    const all = ['checkout.session.completed', 'customer.subscription.created', 'invoice.paid']
    await vi.waitFor(() => expect(standIns.site.types()).toEqual(expect.arrayContaining(all)))
    for (const { path, headers, raw } of standIns.site.arrivals) {
      expect(path).toBe('/api/stripe/webhook')
      const event = stripe.webhooks.constructEvent(raw, String(headers['stripe-signature']), 'whsec_local', 300)
      expect(event).toMatchObject({ object: 'event', api_version: '2026-10-28.endive', livemode: false })
      expect(() => stripe.webhooks.constructEvent(raw, String(headers['stripe-signature']), 'whsec_other')).toThrow()
    }
  })

  test('are retried until accepted, also over a restart', async () => {
    const customer = await newCustomer()
    const session = await openSession(customer.id)
    standIns.site.answerWith(500)
    void standIns.press(session.url, 'pay').catch(() => {})
    await vi.waitFor(() => expect(standIns.site.types()).toContain('checkout.session.completed'))
    const failed = await stripe.events.list({ delivery_success: false })
    expect(failed.data.map(({ type }) => type)).toContain('checkout.session.completed')
    standIns.restart()
    standIns.site.answerWith(200)
    standIns.site.arrivals.length = 0
    await vi.waitFor(() => expect(standIns.site.types()).toContain('checkout.session.completed'), 5000)
    await vi.waitFor(async () => expect((await stripe.events.list({ delivery_success: false })).data).toEqual([]))
  })
})
