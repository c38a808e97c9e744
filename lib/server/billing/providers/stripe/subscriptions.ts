import 'server-only'
import Stripe from 'stripe'
import type { StripeEnv } from '@/lib/env'
import { maxPerCustomer, previewTimeoutMs } from '@/lib/server/billing/providers/calls'
import { createOwnership, type OwnershipEvidence } from '@/lib/server/billing/providers/ownership'
import {
  type BillingProvider,
  type ProviderSubscription,
  fieldSet,
  hasOnlyNeutralFields,
  isEmpty,
  uncertainCharge,
  type Charges,
  type NextCharge,
} from '@/lib/server/billing/providers/provider'
import { translateErrors, translateCustomerErrors, emptyIfMissing, nullIfMissing } from './client'
import {
  idOf,
  toSubscription,
  cancelDateOf,
  chargedPrice,
  endsBeforeRenewal,
  isConverted,
  periodEndsOf,
} from './mapping'
import type { PaymentIssue } from '@/lib/contract/plan'
import { log } from '@/lib/server/observability/log'

/** Our checkout stores the uid. Other products may store other uids under that name. */
function isBoughtHere({ metadata, customer }: Stripe.Subscription, evidence: OwnershipEvidence): boolean {
  const owner = typeof customer === 'string' || customer.deleted ? undefined : customer.metadata.uid
  const uid = evidence.uid ?? owner
  return Boolean(uid) && metadata.uid === uid
}

/** They may change what is charged and when the plan ends. */
const expand = ['latest_invoice', 'customer', 'schedule']

export function stripeOwnership(stripe: Stripe, settings: StripeEnv) {
  return createOwnership({
    name: 'stripe',
    prices: [...settings.priceIds, ...settings.formerPriceIds],
    list(customer: string) {
      const list = stripe.subscriptions.list({
        customer,
        status: 'all',
        limit: 100,
        expand: expand.map((name) => `data.${name}`),
      })
      return translateCustomerErrors(list.autoPagingToArray({ limit: maxPerCustomer })).catch(emptyIfMissing)
    },
    idOf: ({ id }) => id,
    itemsOf: ({ items }) => items.data,
    priceOf: ({ price }) => price.id,
    async productOf(price) {
      const { product = '' } = (await translateErrors(nullIfMissing(stripe.prices.retrieve(price)))) ?? {}
      return idOf(product)
    },
    isBoughtHere,
  })
}

/** Lists leave out the other currencies of a price: Stripe expands four levels only. */
async function loadOtherCurrencies(stripe: Stripe, { currency, items }: Stripe.Subscription): Promise<void> {
  for (const { price } of items.data.filter((item) => item.price.currency !== currency)) {
    const found = stripe.prices.retrieve(price.id, { expand: ['currency_options'] })
    const { currency_options: options } = (await translateErrors(nullIfMissing(found))) ?? {}
    if (options) price.currency_options = options
  }
}

export type StripeOwnership = ReturnType<typeof stripeOwnership>

type Methods = 'subscriptions' | 'cancelAtPeriodEnd' | 'resume' | 'cancelNow'

export function subscriptionMethods(stripe: Stripe, ownership: StripeOwnership): Pick<BillingProvider, Methods> {
  const toProviderSubscription = async (
    subscription: Stripe.Subscription,
    item: Stripe.SubscriptionItem | undefined,
    hasPending: boolean,
  ): Promise<ProviderSubscription> => {
    await loadOtherCurrencies(stripe, subscription)
    const [charges, paymentIssue] = await Promise.all([
      chargesOf(stripe, subscription, hasPending),
      paymentIssueOf(stripe, subscription),
    ])
    return { ...toSubscription(subscription, item), ...charges, paymentIssue }
  }
  const readSubscription = async (subscription: Stripe.Subscription) =>
    toProviderSubscription(
      subscription,
      await ownership.ownItem(subscription),
      await hasPendingItems(stripe, [subscription]),
    )
  return {
    async subscriptions(customerId, evidence) {
      const { own, foreign } = await ownership.splitByOwner(customerId, evidence)
      const hasPending = await hasPendingItems(
        stripe,
        own.map(({ entry }) => entry),
      )
      const all = own.map(({ entry, item }) => toProviderSubscription(entry, item, hasPending))
      return { own: await Promise.all(all), foreign }
    },
    async cancelAtPeriodEnd(id) {
      return readSubscription(
        await translateErrors(stripe.subscriptions.update(id, { cancel_at_period_end: true, expand })),
      )
    },
    async resume(id) {
      // The portal schedules an end by date, and Stripe accepts only one kind at a time.
      const { cancel_at_period_end } = await translateErrors(stripe.subscriptions.retrieve(id))
      const change = cancel_at_period_end ? { cancel_at_period_end: false } : { cancel_at: '' as const }
      return readSubscription(await translateErrors(stripe.subscriptions.update(id, { ...change, expand })))
    },
    async cancelNow(id) {
      await translateErrors(nullIfMissing(stripe.subscriptions.cancel(id, { prorate: false })))
    },
  }
}

/** Leaves time for the rest of the request. */
const previewOptions = { timeout: previewTimeoutMs, maxNetworkRetries: 0 }

/** Fields without effect on the charges, or checked by `chargesOnlyItsPrice`. */
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
function hasNoCreditOrDiscount(customer: Stripe.Subscription['customer']): boolean {
  if (typeof customer === 'string' || customer.deleted) return false
  return [customer.balance, customer.discount, customer.invoice_credit_balance].every(isEmpty)
}

function wasLastInvoiceListPrice(
  { latest_invoice: invoice, status, currency }: Stripe.Subscription,
  amount: number,
): boolean {
  if (invoice === null || typeof invoice === 'string') return false
  return invoice.currency === currency && invoice.amount_due === (status === 'trialing' ? 0 : amount)
}

/** Whether it certainly charges its one price at each renewal, and nothing else. Unknown fields count as no. */
function chargesOnlyItsPrice(subscription: Stripe.Subscription, hasPending: boolean): boolean {
  const [item, ...others] = subscription.items.data
  if (!item || others.length > 0 || hasPending) return false
  const { price } = item
  const end = item.current_period_end
  const charged = chargedPrice(subscription, item)
  const isFlat = price.billing_scheme === 'per_unit' && !price.transform_quantity && !price.custom_unit_amount
  return (
    hasOnlyNeutralFields(neutralFields, subscription) &&
    hasOnlyNeutralFields(neutralItemFields, item) &&
    hasNoCreditOrDiscount(subscription.customer) &&
    subscription.collection_method === 'charge_automatically' &&
    subscription.billing_cycle_anchor <= end &&
    item.quantity === 1 &&
    isFlat &&
    price.recurring?.usage_type === 'licensed' &&
    charged !== null &&
    wasLastInvoiceListPrice(subscription, charged.amount)
  )
}

const mayRenew = ({ status }: Stripe.Subscription) =>
  status === 'trialing' || status === 'active' || status === 'past_due'

function isPaused({ pause_collection: pause }: Stripe.Subscription, end: number): boolean {
  return pause !== null && (pause.resumes_at === null || pause.resumes_at > end)
}

/** A schedule's preview includes its later phases. */
function fetchPreview(stripe: Stripe, { id, schedule }: Stripe.Subscription): Promise<Stripe.Invoice> {
  const scheduleId = schedule === null || typeof schedule === 'string' ? schedule : schedule.id
  return stripe.invoices.createPreview(
    scheduleId === null ? { subscription: id } : { schedule: scheduleId },
    previewOptions,
  )
}

async function previewCharge(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  end: number,
): Promise<NextCharge | null> {
  const at = new Date(end * 1000)
  const endsFirst = endsBeforeRenewal(subscription)
  try {
    const { amount_due: amount, currency } = await fetchPreview(stripe, subscription)
    if (endsFirst && amount <= 0) return null
    return isConverted(subscription) ? uncertainCharge(at) : { at, amount, currency: currency.toUpperCase() }
  } catch (err) {
    const isNone = err instanceof Stripe.errors.StripeError && err.code === 'invoice_upcoming_none'
    if (isNone && endsFirst) return null
    if (!isNone) log().warn({ err, subscription: subscription.id }, 'the next charge could not be previewed')
    return uncertainCharge(endsFirst || isNone ? null : at)
  }
}

const confirmStatuses = new Set(['requires_action', 'requires_confirmation'])

/** Never fails. @param subscription with `latest_invoice` expanded */
export async function paymentIssueOf(
  stripe: Stripe,
  { status, latest_invoice: invoice }: Stripe.Subscription,
): Promise<PaymentIssue | null> {
  if (status !== 'past_due' && status !== 'unpaid' && status !== 'incomplete') return null
  if (invoice === null || typeof invoice === 'string' || invoice.status !== 'open') return 'unknown'
  const intents = await openIntents(stripe, invoice.id)
  const needsConfirmation = intents.some(
    (one) => confirmStatuses.has(one.status) || one.last_payment_error?.code === 'authentication_required',
  )
  if (needsConfirmation) return 'confirm'
  const isDeclined = intents.some((one) => one.status === 'requires_payment_method')
  return isDeclined || invoice.next_payment_attempt ? null : 'unknown'
}

async function openIntents(stripe: Stripe, invoice: string): Promise<Stripe.PaymentIntent[]> {
  try {
    const filter = { invoice, status: 'open' as const, expand: ['data.payment.payment_intent'], limit: 10 }
    const { data } = await stripe.invoicePayments.list(filter, previewOptions)
    return data.flatMap(({ payment: { payment_intent: intent } }) => (typeof intent === 'object' ? [intent] : []))
  } catch (err) {
    log().warn({ err, invoice }, 'the payments of an open invoice could not be listed')
    return []
  }
}

/** Whether items wait for the next invoice. Unknown counts as yes. @param all of one customer */
export async function hasPendingItems(stripe: Stripe, all: Stripe.Subscription[]): Promise<boolean> {
  const running = all.find(mayRenew)
  if (!running) return false
  const customer = idOf(running.customer)
  try {
    return (await stripe.invoiceItems.list({ customer, pending: true, limit: 1 }, previewOptions)).data.length > 0
  } catch (err) {
    log().warn({ err }, 'pending items could not be listed')
    return true
  }
}

/** Never fails. @param subscription with `customer` and `latest_invoice` expanded */
export async function chargesOf(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  hasPending: boolean,
): Promise<Charges> {
  const adjusted = !chargesOnlyItsPrice(subscription, hasPending)
  const end = periodEndsOf(subscription.items.data)?.first
  if (!mayRenew(subscription) || end === undefined) {
    return subscription.status === 'canceled'
      ? { nextCharge: null, adjusted: false }
      : { nextCharge: uncertainCharge(null), adjusted }
  }
  const endsAfterRenewal = cancelDateOf(subscription) !== null && !endsBeforeRenewal(subscription)
  if (adjusted || endsAfterRenewal) {
    const cannotTell = isPaused(subscription, end) || subscription.collection_method !== 'charge_automatically'
    return { adjusted, nextCharge: cannotTell ? uncertainCharge(null) : await previewCharge(stripe, subscription, end) }
  }
  if (endsBeforeRenewal(subscription)) return { adjusted, nextCharge: null }
  const { amount, currency } = chargedPrice(subscription, subscription.items.data[0]) ?? uncertainCharge(null)
  return { adjusted, nextCharge: { at: new Date(end * 1000), amount, currency } }
}
