import Stripe from 'stripe'
import { expect, test, vi } from 'vitest'
import { routes as stripeRoutes } from '@/local/stripe/routes'
import { stripeProblems } from './contract-answers'
import { stripeRefusalProblems } from './contract-refusals'
import {
  standIns,
  stripe,
  type Data,
  without,
  uncalledRoutes,
  problemsOf,
  messages,
  addresses,
  parsed,
} from './contract-checks'

/** Reasons why a Stripe subscription charges something else than its price. */
async function driveAdjustments(customer: string, { id, items }: Stripe.Subscription): Promise<void> {
  const coupon = await stripe.coupons.create({ percent_off: 50, duration: 'forever' })
  const rate = await stripe.taxRates.create({ display_name: 'VAT', percentage: 20, inclusive: false })
  await stripe.invoiceItems.create({ customer, amount: 500, currency: 'usd' })
  await stripe.invoiceItems.list({ customer, pending: true })
  await stripe.customers.update(customer, { balance: -300 })
  await stripe.subscriptions.update(id, {
    discounts: [{ coupon: coupon.id }],
    items: [{ id: items.data[0]?.id ?? '', quantity: 2 }, { price: 'price_yearly_usd' }],
    default_tax_rates: [rate.id],
    pause_collection: { behavior: 'void' },
    expand: ['discounts'],
  })
  await stripe.invoices.createPreview({ subscription: id })
  for (const behavior of ['void', 'mark_uncollectible', 'keep_as_draft'] as const) {
    await stripe.subscriptions.update(id, { pause_collection: { behavior } })
    await standIns.post('/stripe/control/end-period', { subscription: id })
  }
  await stripe.subscriptions.update(id, { pause_collection: '', discounts: '' })
  await stripe.subscriptionSchedules.create({ from_subscription: id })
}

/** Drives a Stripe subscription through every state and route. */
async function driveStripe(): Promise<void> {
  const customer = await stripe.customers.create({ email: 'ada@example.com', metadata: { uid: 'ada' } })
  await stripe.customers.update(customer.id, { name: 'Ada' })
  await stripe.customers.retrieve(customer.id)
  const foreign = await stripe.prices.create({
    currency: 'usd',
    unit_amount: 500,
    recurring: { interval: 'month' },
    product_data: { name: 'Another product' },
  })
  const start = { customer: customer.id, items: [{ price: foreign.id }, { price: 'price_monthly_usd', quantity: 2 }] }
  const both = await stripe.subscriptions.create(start)
  const sent = await stripe.subscriptions.create({ ...start, collection_method: 'send_invoice', days_until_due: 7 })
  const trialing = await stripe.subscriptions.create({ ...start, trial_period_days: 3 })
  await standIns.post('/stripe/control/incomplete', { subscription: trialing.id })
  await stripe.subscriptions.retrieve(trialing.id)
  for (const { id } of (await stripe.subscriptions.list({ customer: customer.id })).data) {
    await stripe.subscriptions.cancel(id)
  }
  await stripe.invoices.list({ subscription: both.id })
  await stripe.invoices.list({ subscription: sent.id })
  await stripe.webhookEndpoints.list()
  await stripe.prices.list({ expand: ['data.product'] })
  await stripe.prices.retrieve('price_monthly_usd', { expand: ['product'] })
  const session = async (extra: Partial<Stripe.Checkout.SessionCreateParams>) =>
    stripe.checkout.sessions.create({
      mode: 'subscription',
      customer: customer.id,
      line_items: [{ price: 'price_monthly_usd', quantity: 1 }],
      ...extra,
    })
  const trial = await session({ ...addresses, subscription_data: { trial_period_days: 7 } })
  const taxed = { automatic_tax: { enabled: true }, customer_update: { address: 'auto' } } as const
  const paid = await session({ ui_mode: 'embedded_page', return_url: addresses.success_url, ...taxed })
  const left = await session(addresses)
  await standIns.press(trial.url ?? '', 'pay')
  await standIns.press(`${standIns.base}/checkout/stripe/embedded/${paid.client_secret}`, 'pay')
  await stripe.checkout.sessions.expire(left.id)
  await stripe.checkout.sessions.retrieve(paid.id, { expand: ['subscription', 'invoice', 'customer'] })
  await stripe.checkout.sessions.list()
  const { data: subscriptions } = await stripe.subscriptions.list({ customer: customer.id })
  const [second, first] = subscriptions as [Stripe.Subscription, Stripe.Subscription]
  await standIns.post('/stripe/control/past-due', { subscription: second.id })
  await stripe.subscriptions.retrieve(second.id, { expand: ['latest_invoice', 'customer'] })
  await standIns.post('/stripe/control/settle', { subscription: second.id })
  for (const state of ['pending-payment', 'settle', 'pause', 'settle', 'unpaid']) {
    await standIns.post(`/stripe/control/${state}`, { subscription: second.id })
    await stripe.subscriptions.retrieve(second.id)
    await stripe.invoicePayments.list({ expand: ['data.payment.payment_intent'] })
  }
  await standIns.post('/stripe/control/draft', { subscription: second.id })
  const { data: draft } = await stripe.invoices.list({ subscription: second.id, status: 'draft' })
  await stripe.invoices.finalizeInvoice(draft[0]?.id ?? '', { auto_advance: false })
  await stripe.invoices.voidInvoice(draft[0]?.id ?? '')
  await standIns.post('/stripe/control/settle', { subscription: second.id })
  await stripe.subscriptions.update(first.id, { cancel_at_period_end: true })
  await standIns.post('/stripe/control/end-period', { subscription: first.id })
  await driveAdjustments(customer.id, second)
  await stripe.subscriptions.cancel(second.id)
  await stripe.subscriptions.list({ customer: customer.id, status: 'all' })
  const { data: invoices } = await stripe.invoices.list({ subscription: second.id, status: 'paid' })
  await stripe.invoices.retrieve(invoices[0]?.id ?? '')
  const { data: payments } = await stripe.invoicePayments.list({ invoice: invoices[0]?.id })
  await stripe.refunds.create({ payment_intent: payments[0]?.payment.payment_intent as string })
  await stripe.refunds.list({ payment_intent: payments[0]?.payment.payment_intent as string })
  await stripe.invoices.list({ customer: customer.id, expand: ['data.payments'] })
  await stripe.charges.list({ customer: customer.id })
  await stripe.ephemeralKeys.create({ customer: customer.id }, { apiVersion: '2020-08-27' })
  await stripe.billingPortal.sessions.create({ customer: customer.id, return_url: addresses.success_url })
  await stripe.customers.del(customer.id)
  await stripe.customers.retrieve(customer.id)
  await stripe.customers.list()
  await stripe.events.list({ limit: 100 })
}

test('Stripe: calls every route, and answers match their types', async () => {
  await driveStripe()
  expect(uncalledRoutes('/v1/', '', stripeRoutes)).toEqual([])
  expect(problemsOf('/v1/', stripeProblems)).toEqual([])
  await vi.waitFor(() => expect(standIns.site.types()).toContain('customer.deleted'))
  expect([...new Set(messages('stripe').flatMap((data) => stripeProblems(data)))]).toEqual([])
})

test('Stripe: refusals match their types', async () => {
  const calls = [
    () => stripe.prices.retrieve('price_nope'),
    () => stripe.subscriptions.list({ customer: 'cus_nope' }),
    () => stripe.customers.create({ nickname: 'Ada' } as Stripe.CustomerCreateParams),
    () => standIns.stripeWith('sk_test_wrong').customers.list(),
    () => stripe.customers.create({ email: 'b@example.com' }, { idempotencyKey: 'taken' }),
    () => stripe.refunds.create({ payment_intent: 'pi_nope' }),
  ]
  await stripe.customers.create({ email: 'a@example.com' }, { idempotencyKey: 'taken' })
  for (const call of calls) await expect(call()).rejects.toThrow()
  for (const status of [402, 429, 500, 503]) {
    await standIns.post('/faults', { vendor: 'stripe', status })
    await expect(stripe.customers.list()).rejects.toMatchObject({ statusCode: status })
  }
  const refused = standIns.answers.filter(({ path, status }) => path.startsWith('/v1/') && status !== 200)
  expect(refused).toHaveLength(calls.length + 4)
  for (const { text } of refused) expect(stripeRefusalProblems(JSON.parse(text) as Data)).toEqual([])
})

test.each([
  ['an unknown field', { kind: 'x' }, 'error.kind: the type has no such field'],
  ['an unknown error type', { type: 'bad_request_error' }, 'error.type: '],
  ['an unknown code', { code: 'resource_not_found' }, 'error.code: '],
])('detects a Stripe refusal with %s', (_, error, words) => {
  expect(stripeRefusalProblems({ error }).join()).toContain(words)
})

/** Possible mistakes of a stand-in. */
test.each([
  ['a field that Stripe does not have', (data: Data) => ({ ...data, current_period_end: 1 }), 'current_period_end'],
  ['a missing field', (data: Data) => without(data, 'cancel_at'), 'cancel_at'],
  ['a string instead of a number', (data: Data) => ({ ...data, created: '1' }), 'created'],
  ['a field deep inside', (data: Data) => ({ ...data, automatic_tax: { enabled: 'no' } }), 'automatic_tax.enabled'],
  ['a value that Stripe does not use', (data: Data) => ({ ...data, status: 'cancelled' }), 'status'],
  ['a field missing in a list inside', (data: Data) => ({ ...data, items: spoiledItems(data) }), 'items.data[0].price'],
])('Stripe: detects %s', (_, spoil, field) => {
  const data = parsed('/v1/', /^\/v1\/subscriptions\/sub_/)
  expect(stripeProblems(data)).toEqual([])
  expect(stripeProblems(spoil(data)).join()).toContain(`subscription.${field}: `)
})

test('Stripe: detects events of unknown versions or names', () => {
  const [data] = messages('stripe') as [Data]
  expect(stripeProblems(data)).toEqual([])
  expect(stripeProblems({ ...data, api_version: '2025-09-30.clover' })).toEqual([
    `event.api_version: not ${Stripe.API_VERSION}`,
  ])
  expect(stripeProblems({ ...data, type: 'customer.subscription.cancelled' }).join()).toContain('event.type: ')
})

function spoiledItems(data: Data): object {
  const items = data.items as { data: Data[] }
  return { ...items, data: items.data.map((item) => without(item, 'price')) }
}
