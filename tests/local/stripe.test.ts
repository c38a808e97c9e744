import Stripe from 'stripe'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startStandIns } from './stand-ins'

const standIns = await startStandIns()
const stripe = standIns.stripe
afterAll(() => standIns.close())
beforeEach(() => {
  standIns.site.answerWith(200)
  standIns.site.arrivals.length = 0
})

const back = {
  success_url: 'http://localhost:3000/pricing/thankyou/?session={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://localhost:3000/pricing/start',
}

const newCustomer = () => stripe.customers.create({ email: 'ada@example.com', metadata: { uid: 'ada' } })

async function openSession(customer: string, extra: Partial<Stripe.Checkout.SessionCreateParams> = {}) {
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer,
    client_reference_id: 'ada',
    line_items: [{ price: 'price_monthly_usd', quantity: 1 }],
    subscription_data: { trial_period_days: 7, metadata: { uid: 'ada' } },
    ...back,
    ...extra,
  })
  return { ...session, url: session.url ?? '' }
}

async function subscribe(extra: Partial<Stripe.Checkout.SessionCreateParams> = {}) {
  const customer = await newCustomer()
  const session = await openSession(customer.id, extra)
  await standIns.press(session.url, 'pay')
  const { data } = await stripe.subscriptions.list({ customer: customer.id })
  const [subscription] = data
  if (!subscription) throw new Error('no subscription')
  return { customer, session, subscription }
}

describe('catalogue', () => {
  test('two plans in three currencies, found by list, id and lookup key', async () => {
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
    })
    const keyed = await stripe.prices.list({ lookup_keys: ['monthly_gbp'] })
    expect(keyed.data.map(({ id }) => id)).toEqual(['price_monthly_gbp'])
    const products = await stripe.products.list()
    expect(products.data.map(({ name }) => name)).toEqual(['Monthly (Sample price)', 'Yearly (Sample price)'])
  })

  test('pages of a list follow each other', async () => {
    const found = await stripe.prices.list({ limit: 4 }).autoPagingToArray({ limit: 100 })
    expect(found).toHaveLength(6)
  })
})

describe('errors', () => {
  test.each([
    [
      'no such price',
      () => stripe.prices.retrieve('price_nope'),
      Stripe.errors.StripeInvalidRequestError,
      'resource_missing',
      404,
    ],
    [
      'no such customer',
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
      'an old word for the interface',
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

describe('the key', () => {
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

  test.each([
    ['a bearer’s', 'Bearer sk_test_local', 200],
    ['the user of basic credentials', basic('sk_test_local:'), 200],
    ['a wrong user', basic('sk_test_wrong:'), 401],
    ['a password', basic(':sk_test_local'), 401],
    ['nothing', '', 401],
  ])('as %s', async (_, authorization, status) => {
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

  test('the same key with other parameters is refused', async () => {
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

  test('a call that failed in transit may be repeated with its key', async () => {
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

  test('it is remembered over a restart', async () => {
    const options = { idempotencyKey: 'over-a-restart' }
    const first = await stripe.customers.create({ email: 'a@example.com' }, options)
    standIns.restart()
    expect((await stripe.customers.create({ email: 'a@example.com' }, options)).id).toBe(first.id)
  })
})

describe('checkout', () => {
  test('shows the purchase and exactly two buttons', async () => {
    const session = await openSession((await newCustomer()).id)
    const text = await (await fetch(session.url)).text()
    expect([...text.matchAll(/<button[^>]*>([^<]*)/g)].map(([, name]) => name)).toEqual(['Pay', 'Go back'])
    expect(text).toMatch(/Monthly \(Sample price\)/)
    expect(text).toMatch(/\$19\.00 on \d+ \w+ \d{4}/)
    expect(text).toMatch(/no money moves/)
  })

  test('paying makes a trial, and leads back with the session’s id', async () => {
    const customer = await newCustomer()
    const session = await openSession(customer.id)
    expect(session).toMatchObject({ status: 'open', payment_status: 'unpaid', ui_mode: 'hosted_page' })
    const answer = await standIns.press(session.url, 'pay')
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(`http://localhost:3000/pricing/thankyou/?session=${session.id}`)
    const done = await stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription'] })
    expect(done).toMatchObject({ status: 'complete', payment_status: 'no_payment_required', url: null })
    const subscription = done.subscription as Stripe.Subscription
    expect(subscription).toMatchObject({ status: 'trialing', metadata: { uid: 'ada' }, cancel_at_period_end: false })
    expect(subscription.items.data[0]?.current_period_end).toBe(subscription.trial_end)
    expect(subscription).not.toHaveProperty('current_period_end')
  })

  test('without a trial, is active and paid at once', async () => {
    const { subscription, session } = await subscribe({ subscription_data: {} })
    expect(subscription).toMatchObject({ status: 'active', trial_end: null })
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      payment_status: 'paid',
      amount_total: 1900,
    })
  })

  test('paying twice, at once and later, makes one subscription', async () => {
    const customer = await newCustomer()
    const session = await openSession(customer.id)
    await Promise.all([standIns.press(session.url, 'pay'), standIns.press(session.url, 'pay')])
    const again = await standIns.press(session.url, 'pay')
    expect(again.status).toBe(303)
    const { data } = await stripe.subscriptions.list({ customer: customer.id, status: 'all' })
    expect(data).toHaveLength(1)
    const page = await (await fetch(session.url)).text()
    expect(page).toContain('This is paid')
    expect(page).not.toContain('<button')
  })

  test('going back leaves the session open', async () => {
    const session = await openSession((await newCustomer()).id)
    const answer = await standIns.press(session.url, 'back')
    expect(answer.headers.get('location')).toBe(back.cancel_url)
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('open')
  })

  test('refuses to pay or expire an expired session', async () => {
    const customer = await newCustomer()
    const session = await openSession(customer.id)
    expect((await stripe.checkout.sessions.expire(session.id)).status).toBe('expired')
    await expect(stripe.checkout.sessions.expire(session.id)).rejects.toMatchObject({ statusCode: 400 })
    expect(await (await standIns.press(session.url, 'pay')).text()).toContain('This page has expired')
    expect((await stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data).toEqual([])
    await vi.waitFor(() => expect(standIns.site.types()).toContain('checkout.session.expired'))
  })

  test('refuses to pay for a deleted customer', async () => {
    const customer = await newCustomer()
    const session = await openSession(customer.id)
    await stripe.customers.del(customer.id)
    expect(await (await fetch(session.url)).text()).toContain('This page has expired')
    expect(await (await standIns.press(session.url, 'pay')).text()).toContain('This page has expired')
    expect((await stripe.checkout.sessions.retrieve(session.id)).subscription).toBeNull()
    const made = Object.values(standIns.context.state.stripe.subscriptions).filter(
      (one) => one.customer === customer.id,
    )
    expect(made).toEqual([])
  })

  test('an embedded session has a secret and a framed page', async () => {
    const customer = await newCustomer()
    const session = await stripe.checkout.sessions.create({
      mode: 'subscription',
      ui_mode: 'embedded_page',
      customer: customer.id,
      line_items: [{ price: 'price_monthly_usd', quantity: 1 }],
      return_url: back.success_url,
    })
    expect(session).toMatchObject({ url: null, client_secret: expect.stringContaining(session.id) })
    expect((await stripe.checkout.sessions.retrieve(session.id)).client_secret).toBe(session.client_secret)
    const page = `${standIns.base}/checkout/stripe/embedded/${session.client_secret}`
    // Paying also leaves the surrounding page; going back stays in the frame.
    const text = await (await fetch(page)).text()
    expect([...text.matchAll(/<button[^>]*>([^<]*)/g)].map(([, name]) => name)).toEqual(['Pay', 'Go back'])
    expect([...text.matchAll(/target="(\w+)"/g)].map(([, target]) => target)).toEqual(['_top'])
    expect(await (await standIns.press(page, 'back')).text()).toContain('Nothing was paid')
    const answer = await standIns.press(page, 'pay')
    expect(answer.headers.get('location')).toBe(`http://localhost:3000/pricing/thankyou/?session=${session.id}`)
    expect(await (await fetch(page)).text()).toContain('This is paid')
    const hosted = await openSession(customer.id)
    expect((await fetch(`${standIns.base}/checkout/stripe/embedded/${hosted.id}`)).status).toBe(404)
  })

  test('a receipt is in the inbox', async () => {
    await subscribe({ subscription_data: {} })
    const [mail] = standIns.context.state.inbox.messages
    expect(mail).toMatchObject({ to: 'ada@example.com', kind: 'email', subject: 'Your receipt from Unhurried' })
    expect(mail?.links[0]).toMatch(/\/invoice\/stripe\/in_/)
    expect(await (await fetch(mail?.links[0] ?? '')).text()).toContain('Paid')
  })
})

describe('subscriptions', () => {
  test('cancelling keeps access, and resuming undoes it', async () => {
    const { subscription } = await subscribe()
    const end = subscription.items.data[0]?.current_period_end
    const cancelled = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
    expect(cancelled).toMatchObject({ status: 'trialing', cancel_at_period_end: true, cancel_at: end })
    const resumed = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false })
    expect(resumed).toMatchObject({ cancel_at_period_end: false, cancel_at: null, canceled_at: null })
  })

  test('a plan that was cancelled at once cannot be cancelled again', async () => {
    const { subscription, customer } = await subscribe()
    expect(await stripe.subscriptions.cancel(subscription.id)).toMatchObject({ status: 'canceled' })
    await expect(stripe.subscriptions.cancel(subscription.id)).rejects.toMatchObject({ statusCode: 404 })
    expect((await stripe.subscriptions.list({ customer: customer.id })).data).toEqual([])
    expect((await stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data).toHaveLength(1)
    await vi.waitFor(() => expect(standIns.site.types()).toContain('customer.subscription.deleted'))
  })

  test('the portal sets an end date, which the flag does not undo', async () => {
    const { subscription, customer } = await subscribe()
    const portal = await stripe.billingPortal.sessions.create({ customer: customer.id, return_url: back.cancel_url })
    expect(await (await fetch(portal.url)).text()).toContain('Cancel at the end of the period')
    await fetch(`${portal.url}/${subscription.id}/cancel`, { method: 'POST', redirect: 'manual' })
    const ending = await stripe.subscriptions.retrieve(subscription.id)
    expect(ending).toMatchObject({ cancel_at_period_end: false, cancel_at: expect.any(Number) })
    const still = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false })
    expect(still.cancel_at).toBe(ending.cancel_at)
    const kept = await stripe.subscriptions.update(subscription.id, { cancel_at: '' })
    expect(kept.cancel_at).toBeNull()
  })

  test('old portal pages change nothing after the end', async () => {
    const { subscription, customer } = await subscribe()
    const portal = await stripe.billingPortal.sessions.create({ customer: customer.id })
    const press = (change: string) =>
      fetch(`${portal.url}/${subscription.id}/${change}`, { method: 'POST', redirect: 'manual' })
    const seen = async () => ({
      plan: await stripe.subscriptions.retrieve(subscription.id),
      told: (await stripe.events.list()).data.map(({ id }) => id),
    })
    const running = await seen()
    expect((await press('keep')).status).toBe(303)
    expect((await press('delete')).status).toBe(404)
    expect(await seen()).toEqual(running)
    await press('cancel')
    await standIns.post('/stripe/control/end-period', { subscription: subscription.id })
    const ended = await seen()
    expect(ended.plan).toMatchObject({ status: 'canceled', cancel_at: expect.any(Number) })
    for (const change of ['keep', 'cancel']) {
      const answer = await press(change)
      expect([answer.status, answer.headers.get('location')]).toEqual([303, new URL(portal.url).pathname])
    }
    expect((await press('delete')).status).toBe(404)
    expect(await seen()).toEqual(ended)
  })

  test('an ephemeral key is made for the version of the call', async () => {
    const customer = await newCustomer()
    const key = await stripe.ephemeralKeys.create({ customer: customer.id }, { apiVersion: '2020-08-27' })
    expect(key).toMatchObject({ object: 'ephemeral_key', associated_objects: [{ id: customer.id, type: 'customer' }] })
    expect(key.secret).toMatch(/^ek_test_/)
    const [call] = standIns.context.calls.list('stripe').slice(-1)
    expect(call?.headers['stripe-version']).toBe('2020-08-27')
  })

  test('invoices name the paid subscription', async () => {
    const { customer, subscription } = await subscribe({ subscription_data: {} })
    const { data } = await stripe.invoices.list({ customer: customer.id })
    expect(data).toHaveLength(1)
    expect(data[0]).toMatchObject({
      total: 1900,
      currency: 'usd',
      status: 'paid',
      billing_reason: 'subscription_create',
    })
    expect(data[0]?.parent?.subscription_details?.subscription).toBe(subscription.id)
    const payments = await stripe.invoicePayments.list({ invoice: data[0]?.id })
    const intent = payments.data[0]?.payment.payment_intent as string
    expect(await stripe.refunds.create({ payment_intent: intent })).toMatchObject({ amount: 1900, status: 'succeeded' })
    await expect(stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
      statusCode: 400,
      code: 'charge_already_refunded',
    })
    const refunds = await stripe.refunds.list({ payment_intent: intent })
    expect(refunds.data.map(({ amount, status }) => [amount, status])).toEqual([[1900, 'succeeded']])
    await vi.waitFor(() => expect(standIns.site.types()).toContain('charge.refunded'))
  })

  test('voids an open invoice unless its payment is under way', async () => {
    const { subscription } = await subscribe({ subscription_data: {} })
    await standIns.post('/stripe/control/pending-payment', { subscription: subscription.id })
    const { data } = await stripe.invoices.list({ subscription: subscription.id })
    const id = data[0]?.id ?? ''
    const payments = async () => {
      const expand = ['data.payment.payment_intent']
      const found = await stripe.invoicePayments.list({ invoice: id, expand })
      return found.data.map(({ status, payment }) => [status, (payment.payment_intent as Stripe.PaymentIntent).status])
    }
    expect(await payments()).toEqual([['open', 'processing']])
    await expect(stripe.invoices.voidInvoice(id)).rejects.toMatchObject({ statusCode: 400 })
    await standIns.post('/stripe/control/settle', { subscription: subscription.id })
    expect(await payments()).toEqual([['paid', 'succeeded']])
    await expect(stripe.invoices.voidInvoice(id)).rejects.toMatchObject({ statusCode: 400 })
    await standIns.post('/stripe/control/past-due', { subscription: subscription.id })
    const [due] = (await stripe.invoices.list({ subscription: subscription.id, status: 'open' })).data
    expect(await stripe.invoices.voidInvoice(due?.id ?? '')).toMatchObject({ status: 'void', amount_remaining: 0 })
    await expect(
      stripe.refunds.create({ payment_intent: (due?.id ?? '').replace(/^in_/, 'pi_') }),
    ).rejects.toMatchObject({ statusCode: 400 })
  })

  test('refunds a part, and then at most the rest', async () => {
    const { customer } = await subscribe({ subscription_data: {} })
    const { data } = await stripe.invoices.list({ customer: customer.id })
    const payments = await stripe.invoicePayments.list({ invoice: data[0]?.id })
    const intent = payments.data[0]?.payment.payment_intent as string
    await stripe.refunds.create({ payment_intent: intent, amount: 900 })
    await expect(stripe.refunds.create({ payment_intent: intent, amount: 1001 })).rejects.toMatchObject({
      statusCode: 400,
      param: 'amount',
    })
    expect(await stripe.refunds.create({ payment_intent: intent })).toMatchObject({ amount: 1000 })
  })

  test('a deleted customer can do nothing, and their plans end', async () => {
    const { customer, subscription } = await subscribe()
    await standIns.post('/stripe/control/delete-customer', { customer: customer.id })
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ deleted: true })
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('canceled')
    const lost = { statusCode: 400, code: 'resource_missing', param: 'customer' }
    await expect(openSession(customer.id)).rejects.toMatchObject(lost)
    await expect(stripe.subscriptions.list({ customer: customer.id })).rejects.toMatchObject(lost)
    await expect(stripe.billingPortal.sessions.create({ customer: customer.id })).rejects.toMatchObject(lost)
    await vi.waitFor(() => expect(standIns.site.types()).toContain('customer.deleted'))
    const unknown = await standIns.post('/stripe/control/delete-customer', { customer: 'cus_nope' })
    expect(unknown.status).toBe(404)
  })
})

describe('paying an open invoice', () => {
  const post = (address: string) => fetch(address, { method: 'POST', redirect: 'manual' })
  const shown = async (address: string) => (await fetch(address)).text()
  const statusOf = async (id: string) => (await stripe.subscriptions.retrieve(id)).status
  const invoicesOf = async (id: string) => (await stripe.invoices.list({ subscription: id })).data
  const turn = (name: string, id: string) => standIns.post(`/stripe/control/${name}`, { subscription: id })

  test.each([['past-due'], ['unpaid']])('in the portal, for a plan that is %s', async (state) => {
    const { customer, subscription } = await subscribe()
    await turn(state, subscription.id)
    const { url } = await stripe.billingPortal.sessions.create({ customer: customer.id })
    const due = await shown(url)
    expect(due).toMatch(/Not paid<\/dt>\s*<dd>\$19\.00 since /)
    expect(due).not.toContain('Renews on')
    standIns.site.arrivals.length = 0
    const paid = await post(`${url}/${subscription.id}/pay`)
    expect([paid.status, paid.headers.get('location')]).toEqual([303, new URL(url).pathname])
    expect(await statusOf(subscription.id)).toBe('active')
    expect((await invoicesOf(subscription.id)).map(({ status }) => status)).toEqual(['paid', 'paid'])
    const told = ['invoice.paid', 'customer.subscription.updated']
    await vi.waitFor(() => expect(standIns.site.types().toSorted()).toEqual(told.toSorted()))
    expect(standIns.context.state.inbox.messages[0]?.text).toContain('received $19.00')
    const settled = await shown(url)
    expect(settled).toContain('Renews on')
    expect(settled).not.toContain('Pay the open invoice')
    const before = await stripe.events.list()
    await post(`${url}/${subscription.id}/pay`)
    expect((await stripe.events.list()).data).toHaveLength(before.data.length)
  })

  test('on the invoice’s own page', async () => {
    const { subscription } = await subscribe()
    await turn('past-due', subscription.id)
    const [invoice] = await invoicesOf(subscription.id)
    const address = invoice?.hosted_invoice_url ?? ''
    expect(await shown(address)).toContain('Pay the open invoice')
    expect((await post(`${address}/pay`)).status).toBe(303)
    expect(await statusOf(subscription.id)).toBe('active')
    const paid = await shown(address)
    expect(paid).toMatch(/<dd>Paid<\/dd>/)
    expect(paid).not.toContain('Pay the open invoice')
    expect((await post(`${standIns.base}/invoice/stripe/in_nope/pay`)).status).toBe(404)
  })

  test('not while a payment is under way, nor does it bring an ended plan back', async () => {
    const { customer, subscription } = await subscribe({ subscription_data: {} })
    await turn('pending-payment', subscription.id)
    const { url } = await stripe.billingPortal.sessions.create({ customer: customer.id })
    const page = await shown(url)
    expect(page).toContain('payment in progress')
    expect(page).not.toContain('Pay the open invoice')
    await post(`${url}/${subscription.id}/pay`)
    expect((await invoicesOf(subscription.id))[0]?.status).toBe('open')
    await turn('settle', subscription.id)
    await turn('past-due', subscription.id)
    await stripe.subscriptions.cancel(subscription.id)
    const [open] = await invoicesOf(subscription.id)
    await post(`${open?.hosted_invoice_url}/pay`)
    expect((await invoicesOf(subscription.id))[0]?.status).toBe('paid')
    expect(await statusOf(subscription.id)).toBe('canceled')
  })

  test('does not let a paused plan run', async () => {
    const { customer, subscription } = await subscribe()
    await turn('past-due', subscription.id)
    await turn('pause', subscription.id)
    const { url } = await stripe.billingPortal.sessions.create({ customer: customer.id })
    await post(`${url}/${subscription.id}/pay`)
    expect(await statusOf(subscription.id)).toBe('paused')
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

  test('are tried again until they are accepted, over a restart too', async () => {
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
