import type { Invoice as ChargebeeInvoice, ItemPrice, Subscription } from 'chargebee'
import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { addPeriod, money } from '@/lib/contract/format'
import type { PlanOffer } from '@/lib/contract/plan'
import { toOffer as readChargebeeOffer } from '@/lib/server/billing/providers/chargebee/chargebee'
import { toInvoice } from '@/lib/server/billing/providers/chargebee/invoices'
import {
  chargebeeState,
  toSubscription as chargebeeShape,
} from '@/lib/server/billing/providers/chargebee/subscriptions'
import { isFinalRefusal } from '@/lib/server/billing/providers/provider'
import { toInvoice as stripeInvoice } from '@/lib/server/billing/providers/stripe/invoices'
import { toOffer as readStripeOffer } from '@/lib/server/billing/providers/stripe/stripe'
import { stripeState, toSubscription as stripeShape } from '@/lib/server/billing/providers/stripe/subscriptions'

const offerOf = (read: PlanOffer | string) => (typeof read === 'string' ? null : read)
const stripeOffer = (price: Stripe.Price, addsTax: boolean) => offerOf(readStripeOffer(price, addsTax))
const chargebeeOffer = (item: ItemPrice) => offerOf(readChargebeeOffer(item))

test.each([
  ['trialing', false, 'trialing', false, true],
  ['trialing', true, 'trialing', true, true],
  ['active', false, 'active', false, true],
  ['active', true, 'active', true, true],
  ['past_due', false, 'past_due', false, true],
  ['unpaid', false, 'unpaid', true, false],
  ['paused', false, 'paused', true, false],
  ['incomplete', false, 'incomplete', true, false],
  ['incomplete_expired', false, 'canceled', true, false],
  ['something_new', false, 'canceled', true, false],
])('stripe: %s, end scheduled %s → %s, unsubscribed %s, access %s', (raw, end, status, isUnSubscribed, access) => {
  expect(stripeState(raw, end)).toEqual({ status, isUnSubscribed, access })
})

test.each([
  ['in_trial', false, 0, 'trialing', false, true],
  ['active', false, 0, 'active', false, true],
  ['active', true, 0, 'active', true, true],
  ['active', false, 1, 'past_due', false, true],
  ['non_renewing', false, 0, 'active', true, true],
  ['non_renewing', false, 1, 'past_due', true, true],
  ['paused', false, 0, 'paused', true, false],
  ['future', false, 0, 'future', true, false],
  ['cancelled', false, 0, 'canceled', true, false],
  ['transferred', false, 0, 'canceled', true, false],
])(
  'chargebee: %s, end scheduled %s, %i due → %s, unsubscribed %s, access %s',
  (raw, end, due, status, isUnSubscribed, access) => {
    expect(chargebeeState(raw, end, due)).toEqual({ status, isUnSubscribed, access })
  },
)

const stripeSubscription = (change: object): Stripe.Subscription =>
  ({
    id: 'sub_1',
    customer: 'cus_1',
    status: 'active',
    cancel_at_period_end: false,
    cancel_at: null,
    ended_at: null,
    trial_end: null,
    created: 1_790_000_000,
    currency: 'usd',
    items: { data: [{ current_period_end: 1_800_000_000 }] },
    ...change,
  }) as unknown as Stripe.Subscription

test("bug 7: reads the period's end from the items", () => {
  const old = stripeSubscription({ current_period_end: 1_700_000_000 })
  expect(stripeShape(old).currentPeriodEnd).toEqual(new Date(1_800_000_000_000))
  const two = [{ current_period_end: 1_800_000_000 }, { current_period_end: 1_810_000_000 }]
  expect(stripeShape(stripeSubscription({ items: { data: two } })).currentPeriodEnd).toEqual(
    new Date(1_810_000_000_000),
  )
  expect(stripeShape(stripeSubscription({ items: { data: [] } })).currentPeriodEnd).toBeNull()
})

test('reads price and period from the item that is sold here', () => {
  const item = (id: string, end: number) => ({
    current_period_end: end,
    price: {
      id,
      product: `prod_${id}`,
      unit_amount: 500,
      currency: 'usd',
      recurring: { interval: 'month', interval_count: 1 },
    },
  })
  const [other, own] = [item('other', 1_810_000_000), item('own', 1_800_000_000)]
  const found = stripeSubscription({ items: { data: [other, own] } })
  expect(stripeShape(found, found.items.data[1])).toMatchObject({
    productIdentifier: 'prod_own',
    price: { id: 'own' },
    currentPeriodEnd: new Date(1_800_000_000_000),
  })
})

test('bug 8: treats an end date as a cancellation', () => {
  const shape = stripeShape(stripeSubscription({ cancel_at: 1_795_000_000 }))
  expect(shape).toMatchObject({ status: 'active', isUnSubscribed: true, access: true })
  expect(shape.currentPeriodEnd).toEqual(new Date(1_795_000_000_000))
})

test.each([
  ['paid', 'void', {}, true, true],
  ['void', 'void', {}, false, true],
  ['draft', 'void', {}, false, true],
  ['void', 'keep_as_draft', {}, true, false],
  ['paid', 'void', { cancel_at_period_end: true }, true, false],
])('Stripe: invoice %s, pause %s, %o: access %s, paused %s', (status, behavior, change, access, isPaused) => {
  const price = { currency: 'usd', recurring: { interval: 'month', interval_count: 1 }, product: 'prod_1' }
  const items = { data: [{ current_period_end: 1_800_000_000, price }] }
  const pause = { pause_collection: { behavior, resumes_at: 1_801_000_000 }, latest_invoice: { status } }
  const shape = stripeShape(stripeSubscription({ items, currency: 'usd', ...pause, ...change }))
  expect(shape).toMatchObject({ access, status: access ? 'active' : 'paused' })
  expect(shape.pausedUntil).toEqual(isPaused ? addPeriod(new Date(1_800_000_000_000), 'month', 1) : null)
})

test.each([
  ['draft', 1900, true],
  ['open', 1900, true],
  ['open', 0, false],
  ['void', 1900, false],
  ['uncollectible', 1900, false],
])('Stripe: invoice %s, %i remaining: open is %s', (status, amount_remaining, open) => {
  const invoice = { id: 'in_1', status, amount_remaining }
  expect(stripeShape(stripeSubscription({ latest_invoice: invoice })).openInvoice).toBe(open)
})

test.each([null, 'in_1'])('Stripe: ignores the invoice %s', (invoice) => {
  expect(stripeShape(stripeSubscription({ latest_invoice: invoice })).openInvoice).toBe(false)
})

test.each([
  ['incomplete_expired', 'incomplete'],
  ['canceled', null],
  ['incomplete', null],
])('Stripe: %s, ended without a beginning: %s', (status, neverBegan) => {
  expect(stripeShape(stripeSubscription({ status, ended_at: 1_790_080_000 })).neverBegan).toBe(neverBegan)
})

const chargebeeSubscription = (change: object): Subscription =>
  ({
    id: 'sub_1',
    customer_id: 'u-1',
    status: 'active',
    created_at: 1_790_000_000,
    current_term_end: 1_800_000_000,
    deleted: false,
    ...change,
  }) as unknown as Subscription

test('Chargebee: reads the end of term, trial or plan', () => {
  const end = (change: object) => chargebeeShape(chargebeeSubscription(change)).currentPeriodEnd?.getTime()
  expect(end({})).toBe(1_800_000_000_000)
  expect(end({ status: 'in_trial', current_term_end: undefined, trial_end: 1_791_000_000 })).toBe(1_791_000_000_000)
  expect(end({ status: 'cancelled', cancelled_at: 1_792_000_000 })).toBe(1_792_000_000_000)
})

test('Chargebee: ignores the cancellation of an earlier term', () => {
  const soon = Math.floor(Date.now() / 1000) + 86_400
  const of = (change: object) => chargebeeShape(chargebeeSubscription(change)).isUnSubscribed
  expect(of({ cancelled_at: soon })).toBe(true)
  expect(of({ cancel_schedule_created_at: 1 })).toBe(true)
  expect(of({ cancelled_at: soon - 10 * 86_400 })).toBe(false)
})

test.each([
  [{ status: 'cancelled', start_date: 1_795_000_000, cancelled_at: 1_794_000_000 }, 'future'],
  [{ status: 'future', deleted: true, start_date: 1_795_000_000 }, 'future'],
  [{ status: 'future', start_date: 1_795_000_000 }, null],
  [{ status: 'cancelled', start_date: 1_793_000_000, cancelled_at: 1_794_000_000 }, null],
  // Cancelled within its trial: it ran.
  [{ status: 'cancelled', cancelled_at: 1_794_000_000, trial_end: 1_795_000_000 }, null],
])('Chargebee: %j, ended without a beginning: %s', (change, neverBegan) => {
  expect(chargebeeShape(chargebeeSubscription(change)).neverBegan).toBe(neverBegan)
})

test('Chargebee: a deleted subscription gives no access', () => {
  expect(chargebeeShape(chargebeeSubscription({ deleted: true }))).toMatchObject({ status: 'canceled', access: false })
})

const stripePrice = (change: object = {}, count = 1): Stripe.Price =>
  ({
    id: 'price_1',
    active: true,
    currency: 'usd',
    metadata: {},
    product: { id: 'prod_1', name: 'Plan', active: true },
    recurring: { interval: 'month', interval_count: count },
    tax_behavior: 'inclusive',
    unit_amount: 1900,
    ...change,
  }) as unknown as Stripe.Price

const monthly = { id: 'price_1', amount: 1900, currency: 'USD', interval: 'month' }

test.each([
  [1, monthly],
  [3, null],
])('Stripe: a price of every %i months is shown as %j', (count, shown) => {
  const price = stripePrice({}, count)
  const items = { data: [{ current_period_end: 1_800_000_000, price }] }
  expect(stripeShape(stripeSubscription({ items }))).toMatchObject({ productIdentifier: 'prod_1', price: shown })
  expect(stripeOffer(price, false)?.priceId).toBe(shown?.id)
})

test.each<[object, RegExp]>([
  [{ product: { id: 'prod_1', name: 'Plan', active: false } }, /product is not active/],
  [{ product: { id: 'prod_1', deleted: true } }, /product was deleted/],
  [{ recurring: { interval: 'month', interval_count: 1, usage_type: 'metered' } }, /depends on use/],
])('Stripe: a price with %j cannot be bought, and is not on offer', (change, why) => {
  expect(readStripeOffer(stripePrice(change), false)).toMatch(why)
})

test.each([
  [1, { ...monthly, id: 'plan-USD' }],
  [3, null],
])('Chargebee: a price of every %i months is shown as %j', (count, shown) => {
  const plan = { item_type: 'plan', item_price_id: 'plan-USD', unit_price: 1900 }
  const period = { billing_period: count, billing_period_unit: 'month', currency_code: 'USD' }
  const found = chargebeeSubscription({ ...period, subscription_items: [plan] })
  expect(chargebeeShape(found)).toMatchObject({ productIdentifier: 'plan-USD', price: shown })
  const offer = chargebeeOffer(itemPrice({ period: count }))
  expect(offer?.priceId).toBe(shown?.id)
})

test('chargebee: counts remaining cycles from the end of the term', () => {
  const endsAt = (remaining_billing_cycles: number, change: object = {}) =>
    chargebeeShape(
      chargebeeSubscription({
        current_term_end: Date.UTC(2027, 0, 31, 12) / 1000,
        billing_period: 1,
        billing_period_unit: 'month',
        remaining_billing_cycles,
        ...change,
      }),
    ).endsAt?.toISOString()
  expect(endsAt(0)).toBe('2027-01-31T12:00:00.000Z')
  expect(endsAt(1)).toBe('2027-02-28T12:00:00.000Z')
  expect(endsAt(2)).toBe('2027-03-31T12:00:00.000Z')
  expect(endsAt(2, { billing_period: 3 })).toBe('2027-07-31T12:00:00.000Z')
  expect(endsAt(2, { billing_period_unit: 'year' })).toBe('2029-01-31T12:00:00.000Z')
})

const termEnd = Date.UTC(2027, 0, 31) / 1000
const contractEnd = Date.UTC(2027, 2, 31) / 1000

test.each<[string, object, string | undefined]>([
  ['cancel', {}, '2027-03-31'],
  ['renew', {}, undefined],
  ['renew_once', {}, undefined],
  ['evergreen', {}, undefined],
  // A scheduled cancellation ends it whatever the contract says.
  ['renew', { cancel_schedule_created_at: 1 }, '2027-01-31'],
  ['renew', { status: 'non_renewing' }, '2027-01-31'],
  ['none', { contract_term: undefined }, '2027-03-31'],
  ['renew', { contract_term: { status: 'completed', action_at_term_end: 'renew' } }, '2027-03-31'],
])('chargebee: a contract with %s at its end, %j: the plan ends on %s', (action_at_term_end, change, end) => {
  const contract_term = { id: 'c', status: 'active', action_at_term_end, contract_end: contractEnd }
  const period = { current_term_end: termEnd, billing_period: 1, billing_period_unit: 'month' }
  const shape = chargebeeShape(
    chargebeeSubscription({ ...period, remaining_billing_cycles: 2, contract_term, ...change }),
  )
  expect(shape.endsAt?.toISOString().slice(0, 10)).toBe(end)
})

test.each<[string, object, string | undefined, boolean]>([
  ['a date', { cancel_at: contractEnd }, '2027-03-31', false],
  ['the period’s end', { cancel_at_period_end: true }, '2027-01-31', true],
  ['a schedule that cancels later', { schedule: { end_behavior: 'cancel' } }, '2027-03-31', false],
  ['a schedule that releases', { schedule: { end_behavior: 'release' } }, undefined, false],
  ['a schedule that was released', { schedule: { end_behavior: 'cancel', status: 'released' } }, undefined, false],
  ['an unexpanded schedule', { schedule: 'sub_sched_1' }, undefined, false],
  ['no end', {}, undefined, false],
])(
  'stripe: with %s, %j, the plan ends on %s, cancelled %s',
  (_, { schedule, ...change }: { schedule?: unknown }, end, over) => {
    const phases = [{ end_date: termEnd }, { end_date: contractEnd }]
    const whole = schedule && typeof schedule === 'object' ? { status: 'active', phases, ...schedule } : schedule
    const items = { data: [{ current_period_end: termEnd }] }
    const shape = stripeShape(stripeSubscription({ items, ...change, schedule: whole }))
    expect([shape.endsAt?.toISOString().slice(0, 10), shape.isUnSubscribed]).toEqual([end, over])
  },
)

const itemPrice = (change: Partial<ItemPrice>) =>
  ({
    id: 'plan-USD',
    name: 'Plan',
    status: 'active',
    price: 1900,
    currency_code: 'USD',
    period: 1,
    period_unit: 'month',
    ...change,
  }) as ItemPrice

test.each([
  ['USD', 1900, '$19'],
  ['JPY', 1900, '¥1,900'],
  // Chargebee counts these in hundredths; we and Stripe count in thousandths.
  ['KWD', 599, 'KWD 5.990'],
  // Whole units in ISO 4217 and at Chargebee, but hundredths at Stripe.
  ['ISK', 2500, 'ISK 2,500'],
  ['UGX', 70_000, 'UGX 70,000'],
])('Chargebee: %s of %i is %s in offer, plan and invoice', (currency, amount, words) => {
  const amountText = (price?: { amount: number; currency: string } | null) =>
    price && money(price.amount, price.currency).replaceAll('\u00a0', ' ')
  expect(amountText(chargebeeOffer(itemPrice({ currency_code: currency, price: amount })))).toBe(words)
  const plan = { item_type: 'plan', item_price_id: 'plan', unit_price: amount }
  const period = { billing_period: 1, billing_period_unit: 'month', currency_code: currency }
  expect(amountText(chargebeeShape(chargebeeSubscription({ ...period, subscription_items: [plan] })).price)).toBe(words)
  const invoice = { id: 'i', date: 1_800_000_000, total: amount, currency_code: currency, status: 'paid' }
  expect(amountText(toInvoice(invoice as ChargebeeInvoice, null))).toBe(words)
  const note = { cn_status: 'refunded', cn_total: invoice.total }
  const paidBack = toInvoice({ ...invoice, issued_credit_notes: [note] } as ChargebeeInvoice, null)
  expect(amountText({ ...paidBack, amount: paidBack.refunded ?? 0 })).toBe(words)
})

test.each<[Partial<ItemPrice>, number | null]>([
  [{}, 0],
  [{ trial_period: 7, trial_period_unit: 'day' }, 7],
  [{ trial_period: 0, trial_period_unit: 'month' }, 0],
  // A month has 28 to 31 days, so the page could not name the first charge.
  [{ trial_period: 1, trial_period_unit: 'month' }, null],
  [{ trial_period: 7, trial_period_unit: 'day', trial_end_action: 'cancel_subscription' }, null],
  [{ trial_end_action: 'cancel_subscription' }, 0],
  [{ billing_cycles: 12 }, null],
])('Chargebee: an item price with %j is on offer with %j days of trial', (change, days) => {
  const item = itemPrice(change)
  expect(chargebeeOffer(item)?.trialDays ?? null).toBe(days)
})

test.each([
  ['inclusive', false, 'inclusive'],
  ['exclusive', true, 'exclusive'],
  ['exclusive', false, 'unspecified'],
  [null, false, 'unspecified'],
])('Stripe: tax %s, adding tax %s: reported as %s', (tax_behavior, adds, taxBehavior) => {
  expect(stripeOffer(stripePrice({ tax_behavior }), adds)?.taxBehavior).toBe(taxBehavior)
})

const openUntil = 1796385600

test.each([
  [{ status: 'open', amount_remaining: 1900, next_payment_attempt: openUntil }, 1900, '2026-12-04T12:00:00.000Z'],
  [{ status: 'open', amount_remaining: 900, next_payment_attempt: null }, 900, undefined],
  [{ status: 'open', amount_remaining: 0, next_payment_attempt: openUntil }, undefined, undefined],
  [{ status: 'void', amount_remaining: 1900, next_payment_attempt: openUntil }, undefined, undefined],
])('stripe: an invoice with %j has %s due, tried again at %s', (change, due, nextAttempt) => {
  const found = stripeInvoice({ id: 'in_1', created: 0, total: 1900, currency: 'usd', ...change } as Stripe.Invoice, [])
  expect([found.due, found.nextAttempt]).toEqual([due, nextAttempt])
})

test.each([
  [{ status: 'payment_due', amount_due: 1900, dunning_status: 'in_progress', next_retry_at: openUntil }, 1900, true],
  [{ status: 'payment_due', amount_due: 1900, dunning_status: 'stopped', next_retry_at: openUntil }, 1900, false],
  [{ status: 'not_paid', amount_due: 1900 }, 1900, false],
  [{ status: 'voided', amount_due: 1900, dunning_status: 'in_progress', next_retry_at: openUntil }, undefined, false],
])('chargebee: an invoice with %j has %s due, tried again %s', (change, due, isTried) => {
  const found = toInvoice({ id: '1', currency_code: 'USD', ...change } as ChargebeeInvoice, null)
  expect([found.due, found.nextAttempt]).toEqual([due, isTried ? '2026-12-04T12:00:00.000Z' : undefined])
})

test('names the tax of an invoice only if the provider states one', () => {
  const stripe = (taxes: { amount: number }[]) =>
    stripeInvoice({ id: 'in_1', created: 0, currency: 'usd', total_taxes: taxes } as Stripe.Invoice, []).tax
  const chargebee = (tax: number) => toInvoice({ id: '1', currency_code: 'KWD', tax } as ChargebeeInvoice, null).tax
  expect([stripe([{ amount: 300 }, { amount: 80 }]), stripe([]), chargebee(38), chargebee(0)]).toEqual([
    380,
    undefined,
    380,
    undefined,
  ])
})

test('Chargebee: does not count a credit note as a payment', () => {
  const invoice = { id: '1', status: 'paid', total: 1900, currency_code: 'USD', amount_paid: 0 } as ChargebeeInvoice
  expect(toInvoice({ ...invoice, amount_adjusted: 1900 }, null).status).toBe('written_off')
  expect(toInvoice({ ...invoice, amount_adjusted: 900, credits_applied: 1000 }, null).status).toBe('paid')
  expect(toInvoice(invoice, null).status).toBe('paid')
})

test.each([
  [400, 'invalid_request', true],
  [404, 'resource_missing', true],
  [401, 'api_authentication_failed', false],
  [403, 'api_authorization_failed', false],
  [409, 'lock_timeout', false],
  [409, 'idempotency_key_in_use', false],
  [429, 'api_request_limit_exceeded', false],
  [500, undefined, false],
  [503, 'internal_temporary_error', false],
  [undefined, undefined, false],
])('the answer %s %s is final: %s', (status, code, isFinal) => {
  expect(isFinalRefusal(status, code)).toBe(isFinal)
})
