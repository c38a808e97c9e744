import 'server-only'
import Stripe from 'stripe'
import type { StripeEnv } from '@/lib/env'
import { maxPerCustomer, previewTimeoutMs } from '@/lib/server/billing/providers/calls'
import { createOwnership, type KnownCustomer } from '@/lib/server/billing/providers/ownership'
import {
  type BillingProvider,
  type ProviderSubscription,
  fieldSet,
  hasOnlyNeutral,
  isEmpty,
  uncertainCharge,
  type Charges,
  type NextCharge,
} from '@/lib/server/billing/providers/provider'
import { ask, askOfCustomer, noneIfMissing, nullIfMissing } from './client'
import { idOf, toSubscription, endsBeforeRenewal, periodEndsOf, toPrice } from './shapes'
import { log } from '@/lib/server/observability/log'

/** Our checkout stores the uid. Other products may store other uids under that name. */
function isBoughtHere({ metadata, customer }: Stripe.Subscription, known: KnownCustomer): boolean {
  const owner = typeof customer === 'string' || customer.deleted ? undefined : customer.metadata.uid
  const uid = known.uid ?? owner
  return Boolean(uid) && metadata.uid === uid
}

export function stripeOwnership(stripe: Stripe, settings: StripeEnv) {
  return createOwnership({
    name: 'stripe',
    prices: [...settings.priceIds, ...settings.formerPriceIds],
    list(customer: string) {
      const list = stripe.subscriptions.list({
        customer,
        status: 'all',
        limit: 100,
        expand: ['data.latest_invoice', 'data.customer'],
      })
      return askOfCustomer(list.autoPagingToArray({ limit: maxPerCustomer })).catch(noneIfMissing)
    },
    idOf: ({ id }) => id,
    itemsOf: ({ items }) => items.data,
    priceOf: ({ price }) => price.id,
    async productOf(price) {
      const { product = '' } = (await ask(nullIfMissing(stripe.prices.retrieve(price)))) ?? {}
      return idOf(product)
    },
    isBoughtHere,
  })
}

export type StripeOwnership = ReturnType<typeof stripeOwnership>

/** Both may change what is charged. */
const expand = ['latest_invoice', 'customer']

type Methods = 'subscriptions' | 'foreignSubscriptions' | 'cancelAtPeriodEnd' | 'resume' | 'cancelNow'

export function subscriptionMethods(stripe: Stripe, ownership: StripeOwnership): Pick<BillingProvider, Methods> {
  const read = async (found: Stripe.Subscription): Promise<ProviderSubscription> => {
    const item = await ownership.ownItem(found)
    const [subscription] = await withCharges(stripe, [found], (one) => toSubscription(one, item))
    return subscription ?? { ...toSubscription(found, item), nextCharge: null, adjusted: true }
  }
  return {
    async subscriptions(customerId, known) {
      const { own } = await ownership.divide(customerId, known)
      const items = new Map(own.map(({ found, item }) => [found, item]))
      return withCharges(stripe, [...items.keys()], (one) => toSubscription(one, items.get(one)))
    },
    foreignSubscriptions: async (customerId, known) => (await ownership.divide(customerId, known)).foreign,
    async cancelAtPeriodEnd(id) {
      return read(await ask(stripe.subscriptions.update(id, { cancel_at_period_end: true, expand })))
    },
    async resume(id) {
      // The portal schedules an end by date, and Stripe accepts only one kind at a time.
      const { cancel_at_period_end } = await ask(stripe.subscriptions.retrieve(id))
      const change = cancel_at_period_end ? { cancel_at_period_end: false } : { cancel_at: '' as const }
      return read(await ask(stripe.subscriptions.update(id, { ...change, expand })))
    },
    async cancelNow(id) {
      await ask(nullIfMissing(stripe.subscriptions.cancel(id, { prorate: false })))
    },
  }
}

/** Leaves time for the rest of the request. */
const briefly = { timeout: previewTimeoutMs, maxNetworkRetries: 0 }

/** Fields without effect on the charges, or checked by `isOrdinary`. */
const neutralFields = fieldSet(`
  id object application application_fee_percent billing_cycle_anchor billing_mode cancel_at
  cancel_at_period_end canceled_at cancellation_details collection_method created currency customer
  customer_account default_payment_method default_source description ended_at invoice_settings items
  latest_invoice livemode metadata on_behalf_of payment_settings pending_setup_intent start_date status
  status_details test_clock transfer_data trial_end trial_settings trial_start
`)

const neutralItemFields = fieldSet(`
  id object billed_until created current_period_end current_period_start metadata plan price quantity
  subscription
`)

/** Credit, debt and discounts change charges. */
function isPlainCustomer(customer: Stripe.Subscription['customer']): boolean {
  if (typeof customer === 'string' || customer.deleted) return false
  return [customer.balance, customer.discount, customer.invoice_credit_balance].every(isEmpty)
}

function wasLastInvoicePlain({ latest_invoice: invoice, status }: Stripe.Subscription, amount: number): boolean {
  if (invoice === null || typeof invoice === 'string') return false
  return invoice.amount_due === (status === 'trialing' ? 0 : amount)
}

/** Whether it certainly charges its one price at each renewal, and nothing else. Unknown fields count as no. */
function isOrdinary(found: Stripe.Subscription, hasPending: boolean): boolean {
  const [item, ...others] = found.items.data
  if (!item || others.length > 0 || hasPending) return false
  const { price } = item
  const end = item.current_period_end
  const isFlat = price.billing_scheme === 'per_unit' && !price.transform_quantity && !price.custom_unit_amount
  return (
    hasOnlyNeutral(neutralFields, found) &&
    hasOnlyNeutral(neutralItemFields, item) &&
    isPlainCustomer(found.customer) &&
    found.collection_method === 'charge_automatically' &&
    found.billing_cycle_anchor <= end &&
    item.quantity === 1 &&
    isFlat &&
    price.recurring?.usage_type === 'licensed' &&
    toPrice(price) !== null &&
    wasLastInvoicePlain(found, price.unit_amount ?? -1)
  )
}

const mayRenew = ({ status }: Stripe.Subscription) =>
  status === 'trialing' || status === 'active' || status === 'past_due'

function isPaused({ pause_collection: pause }: Stripe.Subscription, end: number): boolean {
  return pause !== null && (pause.resumes_at === null || pause.resumes_at > end)
}

/** A schedule's preview includes its later phases. */
function preview(stripe: Stripe, { id, schedule }: Stripe.Subscription): Promise<Stripe.Invoice> {
  const planned = schedule === null || typeof schedule === 'string' ? schedule : schedule.id
  return stripe.invoices.createPreview(planned === null ? { subscription: id } : { schedule: planned }, briefly)
}

async function previewed(stripe: Stripe, found: Stripe.Subscription, end: number): Promise<NextCharge | null> {
  const at = new Date(end * 1000)
  const isOver = endsBeforeRenewal(found)
  try {
    const { amount_due: amount, currency } = await preview(stripe, found)
    return isOver && amount <= 0 ? null : { at, amount, currency: currency.toUpperCase() }
  } catch (err) {
    const isNone = err instanceof Stripe.errors.StripeError && err.code === 'invoice_upcoming_none'
    if (isNone && isOver) return null
    if (!isNone) log().warn({ err, subscription: found.id }, 'the next charge could not be previewed')
    return uncertainCharge(isOver || isNone ? null : at)
  }
}

/** Whether items wait for the next invoice. Unknown counts as yes. */
async function hasPendingItems(stripe: Stripe, customer: string): Promise<boolean> {
  try {
    return (await stripe.invoiceItems.list({ customer, pending: true, limit: 1 }, briefly)).data.length > 0
  } catch (err) {
    log().warn({ err }, 'pending items could not be listed')
    return true
  }
}

async function chargesOf(stripe: Stripe, found: Stripe.Subscription, hasPending: boolean): Promise<Charges> {
  const adjusted = !isOrdinary(found, hasPending)
  const end = periodEndsOf(found.items.data)?.first
  if (!mayRenew(found) || end === undefined) {
    return found.status === 'canceled'
      ? { nextCharge: null, adjusted: false }
      : { nextCharge: uncertainCharge(null), adjusted }
  }
  const isCutLater = found.cancel_at !== null && !endsBeforeRenewal(found)
  if (adjusted || isCutLater) {
    const cannotTell = isPaused(found, end) || found.collection_method !== 'charge_automatically'
    return { adjusted, nextCharge: cannotTell ? uncertainCharge(null) : await previewed(stripe, found, end) }
  }
  const { unit_amount: amount = null, currency = '' } = found.items.data[0]?.price ?? {}
  const renewal = { at: new Date(end * 1000), amount, currency: currency.toUpperCase() }
  return { adjusted, nextCharge: endsBeforeRenewal(found) ? null : renewal }
}

/** Never fails. @param all of one customer, with `customer` and `latest_invoice` expanded */
export async function withCharges<T>(
  stripe: Stripe,
  all: Stripe.Subscription[],
  shape: (found: Stripe.Subscription) => T,
): Promise<(T & Charges)[]> {
  const running = all.find(mayRenew)
  const customer = running && (typeof running.customer === 'string' ? running.customer : running.customer.id)
  const hasPending = customer !== undefined && (await hasPendingItems(stripe, customer))
  return Promise.all(all.map(async (one) => ({ ...shape(one), ...(await chargesOf(stripe, one, hasPending)) })))
}
