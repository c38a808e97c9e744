/** The next charge is what its provider previews, or no amount. */
import type Chargebee from 'chargebee'
import type { Customer, Subscription } from 'chargebee'
import Stripe from 'stripe'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { addPeriod } from '@/lib/contract/format'
import { chargesOf } from '@/lib/server/billing/providers/chargebee/subscriptions'
import {
  chargesOf as chargesOfStripe,
  paymentIssueOf,
  subscriptionMethods,
} from '@/lib/server/billing/providers/stripe/subscriptions'

// Failed previews are logged.
beforeAll(() => {
  vi.stubEnv('DEPLOYMENT', 'local')
  vi.stubEnv('LOG_LEVEL', 'silent')
})

const end = 1_800_000_000
const at = new Date(end * 1000)
const known = (amount: number) => ({ at, amount, currency: 'USD' })
const unknown = { at, amount: null, currency: null }
const nothingKnown = { ...unknown, at: null }
const voided = { status: 'void', amount_due: 1900, currency: 'usd' }

const price = {
  id: 'price_1',
  currency: 'usd',
  product: 'prod_1',
  recurring: { interval: 'month', interval_count: 1 },
  unit_amount: 1900,
}
const item = { id: 'si_1', current_period_end: end, price, quantity: 1 }
const customer = { id: 'cus_1', metadata: {} }
const plain = {
  id: 'sub_1',
  cancel_at: null,
  cancel_at_period_end: false,
  collection_method: 'charge_automatically',
  created: 1,
  currency: 'usd',
  customer,
  items: { data: [item] },
  latest_invoice: { amount_due: 1900, currency: 'usd' },
  metadata: {},
  pause_collection: null,
  schedule: null,
  status: 'active',
}

const refusal = (code?: string) =>
  new Stripe.errors.StripeInvalidRequestError({ type: 'invalid_request_error', ...(code && { code }) })

async function atStripe(change: object, preview: number | Error = 1900) {
  const createPreview = async () => {
    if (typeof preview !== 'number') throw preview
    return { amount_due: preview, currency: 'usd' }
  }
  const stripe = { invoices: { createPreview } } as unknown as Stripe
  return chargesOfStripe(stripe, { ...plain, ...change } as unknown as Stripe.Subscription)
}

describe('Stripe', () => {
  test.each<[string, object, number | Error, object]>([
    ['a plain plan', {}, 1900, { adjusted: false, nextCharge: known(1900) }],
    [
      'a trial',
      { status: 'trialing', latest_invoice: { amount_due: 0, currency: 'usd' } },
      1900,
      { adjusted: false, nextCharge: known(1900) },
    ],
    ['a discount, credit or tax', {}, 500, { adjusted: true, nextCharge: known(500) }],
    ['two pieces', { items: { data: [{ ...item, quantity: 2 }] } }, 3800, { adjusted: true, nextCharge: known(3800) }],
    [
      'a discount of the last invoice only',
      { latest_invoice: { amount_due: 900, currency: 'usd' } },
      1900,
      { adjusted: true, nextCharge: known(1900) },
    ],
    ['an outage', {}, new Error('no'), { adjusted: true, nextCharge: unknown }],
    ['a refusal', {}, refusal(), { adjusted: true, nextCharge: unknown }],
    [
      'a preview without an invoice',
      {},
      refusal('invoice_upcoming_none'),
      { adjusted: true, nextCharge: nothingKnown },
    ],
    [
      'an end before the renewal',
      { cancel_at: end },
      refusal('invoice_upcoming_none'),
      { adjusted: false, nextCharge: null },
    ],
    ['an end with a last invoice', { cancel_at_period_end: true }, 500, { adjusted: true, nextCharge: known(500) }],
    ['an end with a credit', { cancel_at_period_end: true }, -500, { adjusted: false, nextCharge: null }],
    ['an end after the renewal', { cancel_at: end + 1000 }, 1900, { adjusted: false, nextCharge: known(1900) }],
    [
      'paused collection',
      { pause_collection: { resumes_at: null } },
      1900,
      { adjusted: true, nextCharge: nothingKnown },
    ],
    [
      'a pause until a later renewal',
      { pause_collection: { behavior: 'void', resumes_at: end + 1 } },
      1900,
      { adjusted: false, nextCharge: { ...nothingKnown, at: addPeriod(at, 'month', 1) } },
    ],
    [
      'a pause that ends at this renewal',
      { pause_collection: { behavior: 'void', resumes_at: end - 3600 }, latest_invoice: voided },
      1900,
      { adjusted: false, nextCharge: known(1900) },
    ],
    [
      'an invoice that is sent',
      { collection_method: 'send_invoice' },
      1900,
      { adjusted: true, nextCharge: nothingKnown },
    ],
    ['a stopped plan', { status: 'unpaid' }, 1900, { adjusted: false, nextCharge: nothingKnown }],
    ['an ended plan', { status: 'canceled' }, 1900, { adjusted: false, nextCharge: null }],
  ])('with %s', async (_, change, preview, charges) => {
    expect(await atStripe(change, preview)).toEqual(charges)
  })
})

test.each([
  ['in another currency than its price', { currency: 'eur' }, 'eur', { at, amount: 2100, currency: 'EUR' }],
  ['converted by Stripe', { presentment_details: { presentment_currency: 'eur' } }, 'usd', unknown],
])('a plan at Stripe that is charged %s has no price', async (_, change, currency, nextCharge) => {
  const found = structuredClone({ ...plain, ...change })
  const stripe = {
    subscriptions: { list: () => ({ autoPagingToArray: async () => [found] }) },
    invoices: { createPreview: async () => ({ amount_due: 2100, currency }) },
  } as unknown as Stripe
  const methods = subscriptionMethods(stripe, { priceIds: ['price_1'], formerPriceIds: [] })
  expect((await methods.subscriptions('cus_1', null)).own).toMatchObject([{ price: null, adjusted: true, nextCharge }])
})

describe('an open payment at Stripe', () => {
  const open = { id: 'in_1', status: 'open', next_payment_attempt: null }
  const planned = { ...open, next_payment_attempt: end }
  const intent = (status: string, code?: string) => ({ status, last_payment_error: code ? { code } : null })

  test.each<[string, object | string | null, object[] | null, string | null]>([
    ['past_due', open, [intent('requires_action')], 'confirm'],
    ['past_due', planned, [intent('requires_payment_method', 'authentication_required')], 'confirm'],
    ['unpaid', open, [intent('requires_action')], 'confirm'],
    ['past_due', open, [intent('requires_payment_method', 'card_declined')], null],
    ['past_due', planned, [], null],
    ['past_due', open, [], 'unknown'],
    ['past_due', open, [intent('processing')], 'unknown'],
    ['past_due', { ...open, status: 'paid' }, [], 'unknown'],
    ['active', open, [intent('requires_action')], null],
  ])('of a plan that is %s, with invoice %j and payments %j: %s', async (status, latest_invoice, intents, issue) => {
    const list = async () => {
      if (!intents) throw new Error('no answer')
      return { data: intents.map((payment_intent) => ({ payment: { payment_intent } })) }
    }
    const stripe = { invoicePayments: { list } } as unknown as Stripe
    const found = { ...plain, status, latest_invoice } as unknown as Stripe.Subscription
    expect(await paymentIssueOf(stripe, found)).toBe(issue)
  })
})

const plan = { item_price_id: 'p', item_type: 'plan', quantity: 1, unit_price: 1900 }
const simple = {
  id: 'cb_1',
  auto_collection: 'on',
  billing_period: 1,
  billing_period_unit: 'month',
  currency_code: 'USD',
  current_term_start: end - 1000,
  current_term_end: end,
  next_billing_at: end,
  activated_at: end - 1000,
  status: 'active',
  subscription_items: [plan],
  deleted: false,
}

describe('Chargebee', () => {
  const cancelled = { status: 'non_renewing', cancelled_at: end, next_billing_at: undefined }

  test.each<[string, object, number, object, object?]>([
    ['a plain plan', {}, 1900, { adjusted: false, nextCharge: known(1900) }],
    ['credits', {}, 500, { adjusted: true, nextCharge: known(500) }],
    ['a coupon', { coupons: [{ coupon_id: 'half' }] }, 1900, { adjusted: true, nextCharge: known(1900) }],
    [
      'two pieces',
      { subscription_items: [{ ...plan, quantity: 2 }] },
      3800,
      { adjusted: true, nextCharge: known(3800) },
    ],
    ['no estimate', {}, NaN, { adjusted: true, nextCharge: unknown }],
    ['an end', cancelled, 1900, { adjusted: false, nextCharge: null }],
    [
      'an end and unbilled charges',
      cancelled,
      1900,
      { adjusted: true, nextCharge: nothingKnown },
      { unbilled_charges: 700 },
    ],
    ['a pause before the charge', { pause_date: end }, 1900, { adjusted: true, nextCharge: nothingKnown }],
    [
      'a pause with its end',
      { pause_date: end, resume_date: end + 1000 },
      1900,
      { adjusted: false, nextCharge: { ...nothingKnown, at: new Date((end + 1000) * 1000) } },
    ],
    ['a pause after the charge', { pause_date: end + 1000 }, 1900, { adjusted: false, nextCharge: known(1900) }],
    ['an invoice that is sent', { auto_collection: 'off' }, 1900, { adjusted: true, nextCharge: nothingKnown }],
    ['a stopped plan', { status: 'paused' }, 1900, { adjusted: false, nextCharge: nothingKnown }],
    ['an ended plan', { status: 'cancelled' }, 1900, { adjusted: false, nextCharge: null }],
  ])('with %s', async (_, change, amount, charges, ofCustomer = {}) => {
    const renewalEstimate = async () => {
      if (Number.isNaN(amount)) throw new Error('no')
      return { estimate: { invoice_estimate: { amount_due: amount, currency_code: 'USD' } } }
    }
    const subscription = { ...simple, ...change } as unknown as Subscription
    const found = { subscription, customer: ofCustomer as Customer, promotionCodes: false }
    expect(await chargesOf({ estimate: { renewalEstimate } } as unknown as Chargebee, found)).toEqual(charges)
  })

  test('does not trust the price in the first term if codes are accepted', async () => {
    const renewalEstimate = async () => ({ estimate: { invoice_estimate: { amount_due: 1900, currency_code: 'USD' } } })
    const found = { subscription: simple as unknown as Subscription, customer: {} as Customer, promotionCodes: true }
    const { adjusted } = await chargesOf({ estimate: { renewalEstimate } } as unknown as Chargebee, found)
    expect(adjusted).toBe(true)
  })
})
