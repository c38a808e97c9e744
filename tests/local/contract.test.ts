/**
 * Checks the stand-ins against the vendors' SDKs: every route is called, and every answer and message must match the
 * SDK's types.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Stripe from 'stripe'
import { afterAll, expect, test, vi } from 'vitest'
import { routes as chargebeeRoutes } from '@/local/chargebee/routes'
import { routes as stripeRoutes } from '@/local/stripe/routes'
import { findRoute } from '@/local/vendors/routing'
import { chargebeeMessageProblems, chargebeeProblems, stripeProblems } from './contract-answers'
import { chargebeeCodes, chargebeeRefusalProblems, stripeRefusalProblems } from './contract-refusals'
import { startStandIns } from './stand-ins'

const standIns = await startStandIns()
const { stripe, chargebee } = standIns
afterAll(() => standIns.close())

type Told = Record<string, unknown>

const without = (told: Told, field: string): Told =>
  Object.fromEntries(Object.entries(told).filter(([name]) => name !== field))

/** One vendor's successful answers so far. */
const answered = (root: string) =>
  standIns.answers.filter(({ path, status }) => path.startsWith(root) && status === 200)

/** Routes of a table without a successful call. */
function undriven(root: string, strip: string, routes: Record<string, unknown>): string[] {
  const calls = answered(root)
  const driven = new Set(calls.map(({ method, path }) => findRoute(routes, method, path.replace(strip, ''))?.route))
  return Object.keys(routes).filter((name) => !driven.has(routes[name]))
}

/** Problems without duplicates, with their request. The index in a list does not matter. */
function found(root: string, judge: (told: Told) => string[]): string[] {
  const all = answered(root).flatMap(({ method, path, text }) =>
    judge(JSON.parse(text) as Told).map((problem) => `${method} ${path}: ${problem}`),
  )
  return [...new Set(all)]
}

const messages = (vendor: string) =>
  standIns.site.arrivals.filter(({ path }) => path.includes(vendor)).map(({ raw }) => JSON.parse(raw) as Told)

const addresses = { success_url: 'http://localhost:3000/a', cancel_url: 'http://localhost:3000/b' }

/** Reasons why a Stripe subscription charges something else than its price. */
async function driveAdjustments(customer: string, { id, items }: Stripe.Subscription): Promise<void> {
  const coupon = await stripe.coupons.create({ percent_off: 50, duration: 'forever' })
  await stripe.coupons.retrieve(coupon.id)
  const rate = await stripe.taxRates.create({ display_name: 'VAT', percentage: 20, inclusive: false })
  const item = { customer, amount: 500, currency: 'usd' }
  await stripe.invoiceItems.create(item)
  await stripe.invoiceItems.del((await stripe.invoiceItems.create(item)).id)
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
  const schedule = await stripe.subscriptionSchedules.create({ from_subscription: id })
  await stripe.subscriptionSchedules.update(schedule.id, { end_behavior: 'release' })
  await stripe.subscriptionSchedules.retrieve(schedule.id)
  await stripe.subscriptionSchedules.release(schedule.id)
}

/** Drives a Stripe subscription through every state and route. */
async function driveStripe(): Promise<void> {
  const customer = await stripe.customers.create({ email: 'ada@example.com', metadata: { uid: 'ada' } })
  await stripe.customers.update(customer.id, { name: 'Ada' })
  await stripe.customers.retrieve(customer.id)
  const other = await stripe.products.create({ name: 'Another product' })
  await stripe.products.list()
  const monthly = { currency: 'usd', unit_amount: 500, recurring: { interval: 'month' } } as const
  const foreign = await stripe.prices.create({ ...monthly, product: other.id, nickname: 'Monthly' })
  await stripe.prices.update(foreign.id, { active: false })
  const start = { customer: customer.id, items: [{ price: foreign.id }, { price: 'price_monthly_usd', quantity: 2 }] }
  const both = await stripe.subscriptions.create(start)
  const sent = await stripe.subscriptions.create({ ...start, collection_method: 'send_invoice', days_until_due: 7 })
  await stripe.subscriptions.create({ ...start, payment_behavior: 'default_incomplete' })
  const inline = { price_data: { ...monthly, product: other.id } }
  await stripe.subscriptions.create({ customer: customer.id, items: [inline], trial_period_days: 3 })
  for (const { id } of (await stripe.subscriptions.list({ customer: customer.id })).data) {
    await stripe.subscriptions.cancel(id)
  }
  await stripe.invoices.list({ subscription: both.id })
  await stripe.invoices.list({ subscription: sent.id })
  await stripe.webhookEndpoints.list()
  await stripe.products.retrieve('prod_monthly')
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
  await stripe.checkout.sessions.listLineItems(paid.id)
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
  const { data: events } = await stripe.events.list({ limit: 100 })
  await stripe.events.retrieve(events[0]?.id ?? '')
}

/** Reasons why a Chargebee subscription charges something else than its price. */
async function driveChargebeeAdjustments(id: string): Promise<void> {
  const coupon = { id: 'half', name: 'Half', discount_percentage: 50, discount_type: 'percentage' } as const
  await chargebee.coupon.createForItems({ ...coupon, apply_on: 'invoice_amount', duration_type: 'forever' })
  await chargebee.coupon.retrieve('half')
  const credit = { customer_id: 'ada', amount: 500, description: 'sorry' }
  await chargebee.promotionalCredit.add(credit)
  await chargebee.promotionalCredit.deduct({ ...credit, amount: 100 })
  await chargebee.promotionalCredit.set({ ...credit, amount: 300 })
  await chargebee.subscription.updateForItems(id, {
    subscription_items: [
      { item_price_id: 'plan-monthly-USD', quantity: 2 },
      { item_price_id: 'plan-yearly-USD', quantity: 1 },
    ],
    coupon_ids: ['half'],
    billing_cycles: 3,
  })
  await chargebee.estimate.renewalEstimate(id)
  await standIns.post('/chargebee/control/end-period', { subscription: id })
  await chargebee.subscription.pause(id, { pause_option: 'immediately' })
  await chargebee.subscription.resume(id, { resume_option: 'immediately' })
}

/** The same for Chargebee. */
async function driveChargebee(): Promise<void> {
  await chargebee.customer.create({ id: 'ada', email: 'ada@example.com' })
  await chargebee.customer.update('ada', { first_name: 'Ada', meta_data: { uid: 'ada' } })
  await chargebee.customer.retrieve('ada')
  await chargebee.customer.list()
  await chargebee.itemFamily.create({ id: 'others', name: 'Others' })
  for (const type of ['plan', 'addon'] as const) {
    await chargebee.item.create({ id: `other-${type}`, name: `Other ${type}`, type, item_family_id: 'others' })
    const price = { id: `other-${type}-USD`, name: `Other ${type}`, item_id: `other-${type}`, price: 500 }
    await chargebee.itemPrice.create({ ...price, currency_code: 'USD', period_unit: 'month', period: 1 })
  }
  await chargebee.item.retrieve('other-plan')
  await chargebee.item.retrieve('plan-monthly')
  await chargebee.itemPrice.update('other-plan-USD', { status: 'archived' })
  const items = { subscription_items: [{ item_price_id: 'other-plan-USD' }, { item_price_id: 'other-addon-USD' }] }
  for (const auto_collection of ['on', 'off'] as const) {
    const { subscription } = await chargebee.subscription.createWithItems('ada', {
      ...items,
      auto_collection,
      meta_data: { of: 'another product' },
    })
    await chargebee.invoice.list({ subscription_id: { is: subscription.id } })
    await chargebee.subscription.cancelForItems(subscription.id, { end_of_term: false })
  }
  await chargebee.itemPrice.list()
  await chargebee.webhookEndpoint.list()
  await chargebee.itemPrice.retrieve('plan-monthly-USD')
  const page = async (extra: object) => {
    const { hosted_page } = await chargebee.hostedPage.checkoutNewForItems({
      subscription_items: [{ item_price_id: 'plan-monthly-USD', quantity: 1 }],
      customer: { id: 'ada' },
      redirect_url: addresses.success_url,
      ...extra,
    })
    await standIns.press(hosted_page.url ?? '', 'pay')
    await chargebee.hostedPage.retrieve(hosted_page.id ?? '')
    return hosted_page.id ?? ''
  }
  await page({})
  await chargebee.hostedPage.acknowledge(await page({ subscription: { trial_end: 0 } }))
  const { list } = await chargebee.subscription.list({ customer_id: { is: 'ada' } })
  const [paid = '', trial = ''] = list.map(({ subscription }) => subscription.id)
  await chargebee.subscription.cancelForItems(trial, { end_of_term: true })
  await chargebee.subscription.removeScheduledCancellation(trial, {})
  await chargebee.subscription.cancelForItems(trial, { end_of_term: false })
  await chargebee.subscription.reactivate(trial)
  await standIns.post('/chargebee/control/past-due', { subscription: trial })
  await chargebee.subscription.retrieve(trial)
  await standIns.post('/chargebee/control/settle', { subscription: trial })
  await standIns.post('/chargebee/control/end-period', { subscription: trial })
  for (const state of ['future', 'pause', 'pending-payment', 'settle', 'past-due']) {
    await standIns.post(`/chargebee/control/${state}`, { subscription: trial })
    await chargebee.subscription.retrieve(trial)
  }
  await driveChargebeeAdjustments(paid)
  const due = await chargebee.invoice.list({ subscription_id: { is: trial }, status: { is: 'payment_due' } })
  await chargebee.invoice.writeOff(due.list[0]?.invoice.id ?? '')
  const invoices = await chargebee.invoice.list({ subscription_id: { is: paid } })
  const invoice = invoices.list[0]?.invoice.id ?? ''
  await chargebee.invoice.refund(invoice, { credit_note: { reason_code: 'other' } })
  await chargebee.invoice.retrieve(invoice)
  await chargebee.invoice.pdf(invoice)
  await chargebee.portalSession.create({ customer: { id: 'ada' }, redirect_url: addresses.success_url })
  await chargebee.customer.delete('ada')
  await chargebee.customer.retrieve('ada')
  await chargebee.subscription.list({ customer_id: { is: 'ada' }, include_deleted: true })
  await chargebee.event.list({ limit: 100 })
}

test('Stripe: calls every route, and answers match their types', async () => {
  await driveStripe()
  expect(undriven('/v1/', '', stripeRoutes)).toEqual([])
  expect(found('/v1/', stripeProblems)).toEqual([])
  await vi.waitFor(() => expect(standIns.site.types()).toContain('customer.deleted'))
  expect([...new Set(messages('stripe').flatMap((told) => stripeProblems(told)))]).toEqual([])
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
  for (const { text } of refused) expect(stripeRefusalProblems(JSON.parse(text) as Told)).toEqual([])
})

test.each([
  ['a field that it does not have', { kind: 'x' }, 'error.kind: the type has no such field'],
  ['a kind of error that there is not', { type: 'bad_request_error' }, 'error.type: '],
  ['a code that there is not', { code: 'resource_not_found' }, 'error.code: '],
])('a refusal of Stripe’s with %s is found', (_, error, words) => {
  expect(stripeRefusalProblems({ error }).join()).toContain(words)
})

test('Chargebee: calls every route, and answers match their types', async () => {
  await driveChargebee()
  expect(undriven('/api/v2/', '/api/v2', chargebeeRoutes)).toEqual([])
  expect(found('/api/v2/', chargebeeProblems)).toEqual([])
  await vi.waitFor(() => expect(standIns.site.types()).toContain('customer_deleted'))
  expect([...new Set(messages('chargebee').flatMap(chargebeeMessageProblems))]).toEqual([])
})

/** A stand-in's refusals with their status. */
const refusals = (root: string) =>
  standIns.answers.filter(({ path, status }) => path.startsWith(root) && status !== 200)

test('Chargebee: refusals have valid fields, codes and statuses', async () => {
  const plan = { subscription_items: [{ item_price_id: 'plan-monthly-USD' }] }
  const key = { 'chargebee-idempotency-key': 'taken' }
  await chargebee.customer.create({ id: 'grace' })
  const { hosted_page: page } = await chargebee.hostedPage.checkoutNewForItems(plan, key)
  const calls = [
    () => chargebee.itemPrice.retrieve('nope'),
    () => chargebee.customer.create({ id: 'grace' }),
    () => chargebee.customer.create({ first_name: 'Ada', nickname: 'A' } as { first_name: string }),
    () => chargebee.subscription.list({ limit: 5000 }),
    () => chargebee.hostedPage.checkoutNewForItems({ subscription_items: [{ item_price_id: 'plan-nope' }] }),
    () => chargebee.hostedPage.checkoutNewForItems({ ...plan, customer: { id: 'grace' } }, key),
    () => chargebee.hostedPage.acknowledge(page.id ?? ''),
    () => standIns.chargebeeWith('wrong').itemPrice.list(),
  ]
  const before = refusals('/api/v2/').length
  for (const call of calls) await expect(call()).rejects.toBeTruthy()
  const statuses = [400, 401, 403, 404, 409, 422, 429, 500, 503, 504]
  for (const status of statuses) {
    await standIns.post('/faults', { vendor: 'chargebee', status })
    await expect(chargebee.customer.list()).rejects.toMatchObject({ http_status_code: status })
  }
  const given = refusals('/api/v2/').slice(before)
  expect(given).toHaveLength(calls.length + statuses.length)
  const problems = given.flatMap(({ method, path, status, text }) =>
    chargebeeRefusalProblems(JSON.parse(text) as Told, status).map((problem) => `${method} ${path}: ${problem}`),
  )
  expect(problems).toEqual([])
})

const refusal = { message: 'No such plan.', type: 'invalid_request', api_error_code: 'resource_not_found' }

test.each([
  ['a field that it does not have', { ...refusal, code: 'x' }, ['code: a refusal has no such field']],
  ['no code', without(refusal, 'api_error_code'), ['api_error_code: a refusal needs it']],
  ['Stripe’s code', { ...refusal, api_error_code: 'resource_missing' }, ['api_error_code: "resource_missing"']],
  ['the code of another status', { ...refusal, api_error_code: 'duplicate_entry' }, ['api_error_code: "duplicate']],
  ['Stripe’s type', { ...refusal, type: 'invalid_request_error' }, ['type: "invalid_request_error"']],
  ['a param that is no text', { ...refusal, param: null }, ['param: null']],
  ['another status than it came with', { ...refusal, http_status_code: 400 }, ['http_status_code: 400']],
])('a refusal of Chargebee’s with %s is found', (_, told, words) => {
  expect(chargebeeRefusalProblems(refusal, 404)).toEqual([])
  expect(chargebeeRefusalProblems(told, 404)).toEqual(words.map((each) => expect.stringContaining(each)))
})

test('every code of a refusal that the product acts on is one of Chargebee’s', () => {
  const folder = join(import.meta.dirname, '../../lib/server/billing/providers/chargebee')
  const sources = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  const actedOn = sources.flatMap((text) =>
    [...text.matchAll(/refusalCode\(\w+\) [!=]== '(\w+)'/g)].map(([, code]) => code),
  )
  expect(actedOn).toContain('invalid_state_for_request')
  expect(Object.values(chargebeeCodes).flat()).toEqual(expect.arrayContaining(actedOn))
})

const parsed = (root: string, path: RegExp) => {
  const answer = answered(root).findLast((one) => path.test(one.path))
  if (!answer) throw new Error(`nothing was answered at ${path}`)
  return JSON.parse(answer.text) as Record<string, never>
}

/** Possible mistakes of a stand-in. */
test.each([
  ['a field that Stripe does not have', (told: Told) => ({ ...told, current_period_end: 1 }), 'current_period_end'],
  ['a field that is missing', (told: Told) => without(told, 'cancel_at'), 'cancel_at'],
  ['a text instead of a number', (told: Told) => ({ ...told, created: '1' }), 'created'],
  ['a field deep inside', (told: Told) => ({ ...told, automatic_tax: { enabled: 'no' } }), 'automatic_tax.enabled'],
  ['a word that Stripe does not use', (told: Told) => ({ ...told, status: 'cancelled' }), 'status'],
  ['a field missing in a list inside', (told: Told) => ({ ...told, items: spoiledItems(told) }), 'items.data[0].price'],
])('Stripe: %s is found', (_, spoil, field) => {
  const told = parsed('/v1/', /^\/v1\/subscriptions\/sub_/)
  expect(stripeProblems(told)).toEqual([])
  expect(stripeProblems(spoil(told)).join()).toContain(`subscription.${field}: `)
})

test('Stripe: detects events of unknown versions or names', () => {
  const [told] = messages('stripe') as [Told]
  expect(stripeProblems(told)).toEqual([])
  expect(stripeProblems({ ...told, api_version: '2025-09-30.clover' })).toEqual([
    `event.api_version: not ${Stripe.API_VERSION}`,
  ])
  expect(stripeProblems({ ...told, type: 'customer.subscription.cancelled' }).join()).toContain('event.type: ')
})

function spoiledItems(told: Told): object {
  const items = told.items as { data: Told[] }
  return { ...items, data: items.data.map((item) => without(item, 'price')) }
}

test.each([
  ['a field that Chargebee does not have', (told: Told) => ({ ...told, trial_ends: 1 }), 'subscription.trial_ends'],
  ['a field that is missing', (told: Told) => without(told, 'customer_id'), 'subscription.customer_id'],
  ['a word that is none of a list', (told: Told) => ({ ...told, status: 'canceled' }), 'subscription.status'],
  ['null, which Chargebee never sends', (told: Told) => ({ ...told, cancelled_at: null }), 'subscription.cancelled_at'],
])('Chargebee: %s is found', (_, spoil, field) => {
  const told = parsed('/api/v2/', /^\/api\/v2\/subscriptions\/\w+$/)
  expect(chargebeeProblems(told)).toEqual([])
  expect(chargebeeProblems({ ...told, subscription: spoil(told.subscription as never) }).join()).toContain(`${field}: `)
})

test('detects unknown objects, also in lists and messages', () => {
  expect(stripeProblems({ object: 'list', data: [{ object: 'plan_b' }], has_more: false, url: '/v1/x' })).toEqual([
    'list[0] plan_b: nothing is known of plan_b',
  ])
  const wrong = { list: [{ subscriptions: {} }] }
  expect(chargebeeProblems(wrong)).toEqual(['[0].subscriptions: the SDK knows nothing of that name'])
  const [message] = messages('chargebee').slice(-1) as [Told]
  expect(chargebeeMessageProblems({ ...message, content: { customer: {} } }).join()).toContain(
    'event.content.customer.id: the type needs it',
  )
})
