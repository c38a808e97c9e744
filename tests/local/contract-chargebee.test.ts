import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { routes as chargebeeRoutes } from '@/local/chargebee/routes'
import { chargebeeMessageProblems, chargebeeProblems, stripeProblems } from './contract-answers'
import { chargebeeCodes, chargebeeRefusalProblems } from './contract-refusals'
import {
  standIns,
  chargebee,
  type Data,
  without,
  uncalledRoutes,
  problemsOf,
  messages,
  addresses,
  parsed,
} from './contract-checks'

/** Reasons why a Chargebee subscription charges something else than its price. */
async function driveChargebeeAdjustments(id: string): Promise<void> {
  const coupon = { id: 'half', name: 'Half', discount_percentage: 50, discount_type: 'percentage' } as const
  await chargebee.coupon.createForItems({ ...coupon, apply_on: 'invoice_amount', duration_type: 'forever' })
  await chargebee.promotionalCredit.add({ customer_id: 'ada', amount: 500, description: 'sorry' })
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
  await chargebee.subscription.pause(id, { pause_option: 'end_of_term' })
  await standIns.post('/chargebee/control/end-period', { subscription: id })
  await chargebee.subscription.retrieve(id)
}

/** The same for Chargebee. */
async function driveChargebee(): Promise<void> {
  await chargebee.customer.create({ id: 'ada', email: 'ada@example.com' })
  await chargebee.customer.update('ada', { first_name: 'Ada', meta_data: { uid: 'ada' } })
  await chargebee.customer.retrieve('ada')
  await chargebee.itemFamily.create({ id: 'others', name: 'Others' })
  for (const type of ['plan', 'addon'] as const) {
    await chargebee.item.create({ id: `other-${type}`, name: `Other ${type}`, type, item_family_id: 'others' })
    const price = { id: `other-${type}-USD`, name: `Other ${type}`, item_id: `other-${type}`, price: 500 }
    await chargebee.itemPrice.create({ ...price, currency_code: 'USD', period_unit: 'month', period: 1 })
  }
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
  }
  await page({})
  await page({ subscription: { trial_end: 0 } })
  const { list } = await chargebee.subscription.list({ customer_id: { is: 'ada' } })
  const [paid = '', trial = ''] = list.map(({ subscription }) => subscription.id)
  await chargebee.subscription.cancelForItems(trial, { end_of_term: true })
  await chargebee.subscription.removeScheduledCancellation(trial, {})
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

test('Chargebee: calls every route, and answers match their types', async () => {
  await driveChargebee()
  expect(uncalledRoutes('/api/v2/', '/api/v2', chargebeeRoutes)).toEqual([])
  expect(problemsOf('/api/v2/', chargebeeProblems)).toEqual([])
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
  await chargebee.hostedPage.checkoutNewForItems(plan, key)
  const { subscription: paid } = await chargebee.subscription.createWithItems('grace', plan)
  const calls = [
    () => chargebee.itemPrice.retrieve('nope'),
    () => chargebee.customer.create({ id: 'grace' }),
    () => chargebee.customer.create({ first_name: 'Ada', nickname: 'A' } as { first_name: string }),
    () => chargebee.subscription.list({ limit: 5000 }),
    () => chargebee.hostedPage.checkoutNewForItems({ subscription_items: [{ item_price_id: 'plan-nope' }] }),
    () => chargebee.hostedPage.checkoutNewForItems({ ...plan, customer: { id: 'grace' } }, key),
    () => chargebee.subscription.removeScheduledCancellation(paid.id, {}),
    () => standIns.chargebeeWith('wrong').itemPrice.list(),
  ]
  const before = refusals('/api/v2/').length
  for (const call of calls) await expect(call()).rejects.toBeTruthy()
  const statuses = [400, 401, 403, 404, 409, 422, 429, 500, 503, 504]
  for (const status of statuses) {
    await standIns.post('/faults', { vendor: 'chargebee', status })
    await expect(chargebee.itemPrice.list()).rejects.toMatchObject({ http_status_code: status })
  }
  const given = refusals('/api/v2/').slice(before)
  expect(given).toHaveLength(calls.length + statuses.length)
  const problems = given.flatMap(({ method, path, status, text }) =>
    chargebeeRefusalProblems(JSON.parse(text) as Data, status).map((problem) => `${method} ${path}: ${problem}`),
  )
  expect(problems).toEqual([])
})

const refusal = { message: 'No such plan.', type: 'invalid_request', api_error_code: 'resource_not_found' }

test.each([
  ['an unknown field', { ...refusal, code: 'x' }, ['code: a refusal has no such field']],
  ['no code', without(refusal, 'api_error_code'), ['api_error_code: a refusal needs it']],
  ['Stripe’s code', { ...refusal, api_error_code: 'resource_missing' }, ['api_error_code: "resource_missing"']],
  ['the code of another status', { ...refusal, api_error_code: 'duplicate_entry' }, ['api_error_code: "duplicate']],
  ['Stripe’s type', { ...refusal, type: 'invalid_request_error' }, ['type: "invalid_request_error"']],
  ['a param that is not a string', { ...refusal, param: null }, ['param: null']],
  ['a mismatched status', { ...refusal, http_status_code: 400 }, ['http_status_code: 400']],
])('detects a Chargebee refusal with %s', (_, data, words) => {
  expect(chargebeeRefusalProblems(refusal, 404)).toEqual([])
  expect(chargebeeRefusalProblems(data, 404)).toEqual(words.map((each) => expect.stringContaining(each)))
})

test('handles only refusal codes that Chargebee has', () => {
  const folder = join(import.meta.dirname, '../../lib/server/billing/providers/chargebee')
  const sources = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  const actedOn = sources.flatMap((text) =>
    [...text.matchAll(/refusalCode\(\w+\) [!=]== '(\w+)'/g)].map(([, code]) => code),
  )
  expect(actedOn).toContain('invalid_state_for_request')
  expect(Object.values(chargebeeCodes).flat()).toEqual(expect.arrayContaining(actedOn))
})

test.each([
  ['a field that Chargebee does not have', (data: Data) => ({ ...data, trial_ends: 1 }), 'subscription.trial_ends'],
  ['a missing field', (data: Data) => without(data, 'customer_id'), 'subscription.customer_id'],
  ['a value outside of the list', (data: Data) => ({ ...data, status: 'canceled' }), 'subscription.status'],
  ['null, which Chargebee never sends', (data: Data) => ({ ...data, cancelled_at: null }), 'subscription.cancelled_at'],
])('Chargebee: detects %s', (_, spoil, field) => {
  const data = parsed('/api/v2/', /^\/api\/v2\/subscriptions\/\w+$/)
  expect(chargebeeProblems(data)).toEqual([])
  expect(chargebeeProblems({ ...data, subscription: spoil(data.subscription as never) }).join()).toContain(`${field}: `)
})

test('detects unknown objects, also in lists and messages', () => {
  expect(stripeProblems({ object: 'list', data: [{ object: 'plan_b' }], has_more: false, url: '/v1/x' })).toEqual([
    'list[0] plan_b: nothing is known of plan_b',
  ])
  const wrong = { list: [{ subscriptions: {} }] }
  expect(chargebeeProblems(wrong)).toEqual(['[0].subscriptions: the SDK knows nothing of that name'])
  const [message] = messages('chargebee').slice(-1) as [Data]
  expect(chargebeeMessageProblems({ ...message, content: { customer: {} } }).join()).toContain(
    'event.content.customer.id: the type needs it',
  )
})
