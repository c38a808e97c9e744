/** A plan is ordinary only if all its fields are known to be; otherwise its provider is asked. */
import type Chargebee from 'chargebee'
import type { Customer, Subscription } from 'chargebee'
import Stripe from 'stripe'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { StripeEnv } from '@/lib/env'
import { chargesOf } from '@/lib/server/billing/providers/chargebee/subscriptions'
import {
  chargesOf as chargesOfStripe,
  hasPendingItems,
  paymentIssueOf,
  stripeOwnership,
  subscriptionMethods,
} from '@/lib/server/billing/providers/stripe/subscriptions'

// Unknown fields are logged.
beforeAll(() => {
  vi.stubEnv('DEPLOYMENT', 'local')
  vi.stubEnv('LOG_LEVEL', 'silent')
})

const end = 1_800_000_000
const at = new Date(end * 1000)

const price = {
  id: 'price_1',
  billing_scheme: 'per_unit',
  currency: 'usd',
  product: 'prod_1',
  recurring: { interval: 'month', interval_count: 1, usage_type: 'licensed' },
  transform_quantity: null,
  unit_amount: 1900,
}
const item = {
  id: 'si_1',
  object: 'subscription_item',
  billing_thresholds: null,
  current_period_end: end,
  discounts: [],
  price,
  quantity: 1,
  tax_rates: [],
}
const customer = { id: 'cus_1', balance: 0, discount: null, invoice_credit_balance: { usd: 0 } }
const plain = {
  id: 'sub_1',
  object: 'subscription',
  automatic_tax: { disabled_reason: null, enabled: false, liability: null },
  billing_cycle_anchor: end - 1000,
  cancel_at: null,
  cancel_at_period_end: false,
  collection_method: 'charge_automatically',
  customer,
  discounts: [],
  items: { data: [item] },
  latest_invoice: { amount_due: 1900 },
  pause_collection: null,
  schedule: null,
  status: 'active',
}

async function atStripe(
  change: object,
  pending: object[] = [],
  preview: () => unknown = () => ({ amount_due: 500, currency: 'usd' }),
) {
  const createPreview = vi.fn(async () => preview())
  const list = vi.fn(async () => ({ data: pending }))
  const stripe = { invoices: { createPreview }, invoiceItems: { list } } as unknown as Stripe
  const found = { ...plain, ...change } as unknown as Stripe.Subscription
  const charges = await chargesOfStripe(stripe, found, await hasPendingItems(stripe, [found]))
  return { charges, previews: createPreview.mock.calls }
}

const known = (amount: number) => ({ at, amount, currency: 'USD' })
const unknown = { at, amount: null, currency: null }

describe('Stripe', () => {
  test('charges the price of a plain plan without a preview', async () => {
    const { charges, previews } = await atStripe({})
    expect(charges).toEqual({ adjusted: false, nextCharge: known(1900) })
    expect(previews).toEqual([])
  })

  test.each([
    ['a discount of an item', { items: { data: [{ ...item, discounts: ['di_1'] }] } }],
    ['a discount of the customer', { customer: { ...customer, discount: { id: 'di_1' } } }],
    ['a balance', { customer: { ...customer, balance: -1 } }],
    ['two pieces', { items: { data: [{ ...item, quantity: 2 }] } }],
    ['two items', { items: { data: [item, { ...item, id: 'si_2' }] } }],
    ['metered usage', { items: { data: [{ ...item, price: { ...price, recurring: { usage_type: 'metered' } } }] } }],
    ['steps of price', { items: { data: [{ ...item, price: { ...price, billing_scheme: 'tiered' } }] } }],
    ['pieces in packs', { items: { data: [{ ...item, price: { ...price, transform_quantity: { divide_by: 5 } } }] } }],
    ['automatic tax', { automatic_tax: { enabled: true } }],
    ['tax rates', { default_tax_rates: [{ id: 'txr_1' }] }],
    ['a schedule', { schedule: 'sub_sched_1' }],
    ['a change that waits', { pending_update: { expires_at: 1 } }],
    ['a future billing anchor', { billing_cycle_anchor: end + 1 }],
    ['a threshold', { billing_thresholds: { amount_gte: 5 } }],
    ['a last invoice of another amount', { latest_invoice: { amount_due: 900 } }],
    ['an unknown field', { something_new: { enabled: true } }],
    ['an unknown field of an item', { items: { data: [{ ...item, something_new: 1 }] } }],
  ])('with %s, requests the preview', async (_, change) => {
    const { charges, previews } = await atStripe(change)
    expect(charges).toEqual({ adjusted: true, nextCharge: known(500) })
    expect(previews).toHaveLength(1)
  })

  test('requests the preview with a pending invoice item', async () => {
    expect((await atStripe({}, [{}])).charges).toEqual({ adjusted: true, nextCharge: known(500) })
  })

  test('ignores an unknown, empty field', async () => {
    const { charges } = await atStripe({ something_new: { enabled: false, amounts: [], at: null } })
    expect(charges?.adjusted).toBe(false)
  })

  test('previews an end that shortens the next period', async () => {
    const { charges } = await atStripe({ cancel_at: end + 1000 })
    expect(charges).toEqual({ adjusted: false, nextCharge: known(500) })
  })

  test.each([
    ['an outage', new Error('no')],
    ['a refusal', new Stripe.errors.StripeInvalidRequestError({ message: 'no', type: 'invalid_request_error' })],
  ])('has no amount without a preview because of %s', async (_, error) => {
    const preview = () => {
      throw error
    }
    expect((await atStripe({ discounts: ['di_1'] }, [], preview)).charges?.nextCharge).toEqual(unknown)
  })

  test('expects no further charge from a cancelled plan’s preview', async () => {
    const error = new Stripe.errors.StripeInvalidRequestError({
      type: 'invalid_request_error',
      code: 'invoice_upcoming_none',
    })
    const none = () => {
      throw error
    }
    const change = { cancel_at: end, discounts: ['di_1'] }
    expect((await atStripe(change, [], none)).charges?.nextCharge).toBeNull()
    expect((await atStripe({ discounts: ['di_1'] }, [], none)).charges?.nextCharge).not.toBeNull()
    expect((await atStripe({ cancel_at: end })).charges).toEqual({ adjusted: false, nextCharge: null })
  })

  test('has no date or amount with a pause or a sent invoice', async () => {
    for (const change of [
      { pause_collection: { behavior: 'void', resumes_at: null } },
      { collection_method: 'send_invoice' },
    ]) {
      const { charges, previews } = await atStripe(change)
      expect(charges?.nextCharge).toEqual({ ...unknown, at: null })
      expect(previews).toEqual([])
    }
  })
})

describe('a plan at Stripe in another currency than its price', () => {
  const euro = { currency: 'eur', latest_invoice: { currency: 'eur', amount_due: 2100 }, metadata: { uid: 'u' } }
  const preview = { amount_due: 2100, currency: 'eur' }
  const inEuro = { at, amount: 2100, currency: 'EUR' }

  async function readAt(change: object, options: object | undefined) {
    const owner = { ...customer, metadata: { uid: 'u' } }
    const found = structuredClone({ ...plain, customer: owner, created: 1, ...euro, ...change })
    const retrieve = vi.fn(async () => ({ ...price, currency_options: options }))
    const stripe = {
      subscriptions: { list: () => ({ autoPagingToArray: async () => [found] }) },
      prices: { retrieve },
      invoices: { createPreview: async () => preview },
      invoiceItems: { list: async () => ({ data: [] }) },
    } as unknown as Stripe
    const settings = { priceIds: ['price_1'], formerPriceIds: [] } as unknown as StripeEnv
    const { own } = await subscriptionMethods(stripe, stripeOwnership(stripe, settings)).subscriptions('cus_1')
    return { price: own[0]?.price ?? null, adjusted: own[0]?.adjusted, nextCharge: own[0]?.nextCharge }
  }
  const eur = { id: 'price_1', amount: 2100, currency: 'EUR', interval: 'month' }

  test.each<[string, object, object | undefined, object]>([
    ['its currency', {}, { eur: { unit_amount: 2100 } }, { price: eur, adjusted: false, nextCharge: inEuro }],
    [
      'whole yen',
      { currency: 'jpy', latest_invoice: { currency: 'jpy', amount_due: 2300 } },
      { jpy: { unit_amount: 2300 } },
      {
        price: { ...eur, amount: 2300, currency: 'JPY' },
        adjusted: false,
        nextCharge: { at, amount: 2300, currency: 'JPY' },
      },
    ],
    ['the preview without that option', {}, {}, { price: null, adjusted: true, nextCharge: inEuro }],
    [
      'the preview for steps of price',
      {},
      { eur: { unit_amount: null } },
      { price: null, adjusted: true, nextCharge: inEuro },
    ],
    [
      'a discount',
      { discounts: ['di_1'] },
      { eur: { unit_amount: 4200 } },
      { price: { ...eur, amount: 4200 }, adjusted: true, nextCharge: inEuro },
    ],
    [
      'two pieces',
      { items: { data: [{ ...item, quantity: 2 }] } },
      { eur: { unit_amount: 1050 } },
      { price: null, adjusted: true, nextCharge: inEuro },
    ],
    [
      'no amount if Stripe converts it for the customer',
      { currency: 'usd', presentment_details: { presentment_currency: 'eur' } },
      undefined,
      { price: null, adjusted: true, nextCharge: { at, amount: null, currency: null } },
    ],
  ])('shows %s', async (_, change, options, shown) => {
    expect(await readAt(change, options)).toEqual(shown)
  })
})

describe('an open payment at Stripe', () => {
  const open = { id: 'in_1', status: 'open', next_payment_attempt: null }
  const planned = { ...open, next_payment_attempt: end }
  const intent = (status: string, code?: string) => ({ status, last_payment_error: code ? { code } : null })

  test.each<[string, object | string | null, object[] | null, string | null]>([
    ['past_due', open, [intent('requires_action')], 'confirm'],
    ['past_due', open, [intent('requires_confirmation')], 'confirm'],
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

const plan = { item_price_id: 'p', item_type: 'plan', quantity: 1, unit_price: 1900, amount: 1900, free_quantity: 0 }
const simple = {
  id: 'cb_1',
  auto_collection: 'on',
  billing_period: 1,
  billing_period_unit: 'month',
  currency_code: 'USD',
  current_term_end: end,
  next_billing_at: end,
  status: 'active',
  subscription_items: [plan],
  deleted: false,
  has_scheduled_changes: false,
}
const person = { id: 'u', auto_collection: 'on', promotional_credits: 0, refundable_credits: 0, excess_payments: 0 }

async function atChargebee(change: object, ofPerson: object = {}) {
  const invoice_estimate = { amount_due: 500, currency_code: 'USD' }
  const renewalEstimate = vi.fn(async () => ({ estimate: { invoice_estimate } }))
  const chargebee = { estimate: { renewalEstimate } } as unknown as Chargebee
  const found = { ...simple, ...change } as unknown as Subscription
  const charges = await chargesOf(chargebee, {
    subscription: found,
    customer: { ...person, ...ofPerson } as unknown as Customer,
    promotionCodes: false,
  })
  return { charges, previews: renewalEstimate.mock.calls }
}

describe('Chargebee', () => {
  test.each([
    ['plain', {}],
    ['with fields that its site invented', { cf_shoe_size: 44 }],
    ['without a number of pieces', { subscription_items: [{ ...plan, quantity: undefined }] }],
  ])('charges the price of a plan that is %s without an estimate', async (_, change) => {
    const { charges, previews } = await atChargebee(change)
    expect(charges).toEqual({ adjusted: false, nextCharge: known(1900) })
    expect(previews).toEqual([])
  })

  test.each([
    ['a coupon', { coupons: [{ coupon_id: 'half' }] }],
    ['a discount', { discounts: [{ id: 'd' }] }],
    ['two pieces', { subscription_items: [{ ...plan, quantity: 2 }] }],
    ['an add-on', { subscription_items: [plan, { ...plan, item_type: 'addon' }] }],
    ['changes that are planned', { has_scheduled_changes: true }],
    ['a contract', { contract_term: { id: 'c', status: 'active' } }],
    ['a pause after the next charge', { pause_date: end + 1000 }],
    ['an unknown field', { something_new: 7 }],
  ])('with %s, requests the estimate', async (_, change) => {
    expect((await atChargebee(change)).charges).toEqual({ adjusted: true, nextCharge: known(500) })
  })

  test.each([
    ['promotional credits', { promotional_credits: 1 }],
    ['refundable credits', { refundable_credits: 1 }],
    ['payments in excess', { excess_payments: 1 }],
    ['charges that are not billed yet', { unbilled_charges: 1 }],
    ['another payer', { relationship: { payment_owner_id: 'x' } }],
  ])('requests the estimate with %s of the customer', async (_, ofPerson) => {
    expect((await atChargebee({}, ofPerson)).charges).toEqual({ adjusted: true, nextCharge: known(500) })
  })

  test('expects a charge of a cancelled plan only if unbilled', async () => {
    const cancelled = { status: 'non_renewing', cancelled_at: end, next_billing_at: undefined }
    expect((await atChargebee(cancelled)).charges).toEqual({ adjusted: false, nextCharge: null })
    const open = await atChargebee(cancelled, { unbilled_charges: 700 })
    expect(open.charges.nextCharge).toEqual({ ...unknown, at: null })
  })

  test('has no date or amount with a pause before the charge', async () => {
    const { charges, previews } = await atChargebee({ pause_date: end, resume_date: end + 5000 })
    expect(charges).toEqual({ adjusted: true, nextCharge: { ...unknown, at: null } })
    expect(previews).toEqual([])
  })
})
