import 'server-only'
import Stripe from 'stripe'
import { addPeriod } from '@/lib/contract/format'
import { interval, planStatus, type PaymentIssue, type Price } from '@/lib/contract/plan'
import type { StripeEnv } from '@/lib/env'
import { log } from '@/lib/server/observability/log'
import {
  accessState,
  maxPerCustomer,
  previewTimeoutMs,
  isPrice,
  cardMonth,
  soldItem,
  splitByProduct,
  toDate,
  uncertainCharge,
  type AccessState,
  type BillingProvider,
  type Charges,
  type NewPrice,
  type NextCharge,
  type PlanAction,
  type ProviderSubscription,
  type SubscriptionState,
} from '@/lib/server/billing/providers/provider'
import { translateErrors, idOf, nullIfMissing, withIdempotencyKey } from './client'
import { fullCharge, priceUpdate, toPricePreview } from './invoices'

type Settings = Pick<StripeEnv, 'priceIds' | 'formerPriceIds'>

/** They may change what is charged and when the plan ends, and say which card is charged. */
const expand = [
  'latest_invoice',
  'customer.invoice_settings.default_payment_method',
  'schedule',
  'default_payment_method',
]

/** Our checkout stores the uid. Other products may store other uids under that name. */
function isMarked({ metadata, customer }: Stripe.Subscription, uid: string | null): boolean {
  const owner = uid ?? (typeof customer === 'string' || customer.deleted ? undefined : customer.metadata.uid)
  return Boolean(owner) && metadata.uid === owner
}

export function subscriptionMethods(
  stripe: Stripe,
  { priceIds, formerPriceIds }: Settings,
): Pick<BillingProvider, 'subscriptions' | 'changePlan' | 'previewPrice'> {
  const ownItem = (subscription: Stripe.Subscription, uid: string | null = null) =>
    soldItem(subscription.items.data, {
      isMarked: isMarked(subscription, uid),
      soldPrices: [...priceIds, ...formerPriceIds],
      priceOf: ({ price }) => price.id,
    })

  async function change(id: string, action: PlanAction, until?: Date): Promise<Stripe.Subscription | null> {
    if (action === 'end') return nullIfMissing(stripe.subscriptions.cancel(id, { prorate: false }))
    if (action === 'cancel') return stripe.subscriptions.update(id, { cancel_at_period_end: true, expand })
    if (action === 'pause') {
      const end = until && { resumes_at: until.getTime() / 1000 - resumeLeadSeconds }
      return stripe.subscriptions.update(id, { pause_collection: { behavior: 'void', ...end }, expand })
    }
    return resume(await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] }))
  }

  function resume(subscription: Stripe.Subscription): Promise<Stripe.Subscription> {
    const { id, cancel_at_period_end: isAtPeriodEnd } = subscription
    const resumesAt = resumesAtOf(subscription)
    const unpaused = resumesAt !== null && { pause_collection: '' as const }
    if (hasPauseBegun(subscription)) {
      const newPeriod = { billing_cycle_anchor: { type: 'now' }, proration_behavior: 'none' } as const
      // A second press must not charge again.
      const idempotencyKey = `resume-${id}-${resumesAt}`
      return stripe.subscriptions.update(id, { ...unpaused, ...newPeriod, expand }, { idempotencyKey })
    }
    // The portal schedules an end by date, and Stripe accepts only one kind at a time.
    const reset = isAtPeriodEnd ? { cancel_at_period_end: false } : { cancel_at: '' as const }
    return stripe.subscriptions.update(id, { ...reset, ...unpaused, expand })
  }

  const planItem = (subscription: Stripe.Subscription) => ownItem(subscription) ?? subscription.items.data[0]

  async function read(subscription: Stripe.Subscription, item = planItem(subscription)): Promise<ProviderSubscription> {
    const [charges, paymentIssue] = await Promise.all([
      chargesOf(stripe, subscription),
      paymentIssueOf(stripe, subscription),
    ])
    const [retryAt, cardExpires] = [retryAtOf(subscription), cardOf(subscription)]
    return { ...toSubscription(subscription, item), ...charges, paymentIssue, retryAt, cardExpires }
  }

  const retrieve = (id: string) => translateErrors(stripe.subscriptions.retrieve(id, { expand }))

  async function changePrice(id: string, { priceId, key }: NewPrice): Promise<ProviderSubscription> {
    const subscription = await retrieve(id)
    const item = planItem(subscription)
    if (item?.price.id === priceId) return read(subscription)
    const update = {
      ...priceUpdate(subscription, item, priceId),
      payment_behavior: 'error_if_incomplete',
      expand,
    } as const
    const changed = withIdempotencyKey(key, (idempotencyKey) =>
      stripe.subscriptions.update(id, update, { idempotencyKey }),
    )
    return read(await translateErrors(changed))
  }

  return {
    async subscriptions(customer, uid) {
      const list = stripe.subscriptions
        .list({ customer, status: 'all', limit: 100, expand: expand.map((name) => `data.${name}`) })
        .autoPagingToArray({ limit: maxPerCustomer })
      const all = (await translateErrors(nullIfMissing(list))) ?? []
      const found = all.map((one) => {
        const item = ownItem(one, uid)
        return { id: one.id, prices: one.items.data.map(({ price }) => price.id), plan: item && read(one, item) }
      })
      return splitByProduct('stripe', found)
    },
    async changePlan(id, action, until) {
      if (typeof action === 'object') return changePrice(id, action)
      const changed = await translateErrors(change(id, action, until))
      return changed && action !== 'end' ? read(changed) : null
    },
    async previewPrice(id, priceId) {
      const subscription = await retrieve(id)
      const details = priceUpdate(subscription, planItem(subscription), priceId)
      const preview = stripe.invoices.createPreview({ subscription: id, subscription_details: details })
      return toPricePreview(await translateErrors(preview), subscription)
    },
  }
}

function retryAtOf({ status, latest_invoice: invoice }: Stripe.Subscription): Date | null {
  if (status !== 'past_due' || invoice === null || typeof invoice === 'string') return null
  return invoice.status === 'open' ? toDate(invoice.next_payment_attempt) : null
}

/** The subscription's own payment method goes before the customer's. */
function cardOf({ default_payment_method: own, customer }: Stripe.Subscription): string | null {
  const settings = typeof customer === 'string' || customer.deleted ? undefined : customer.invoice_settings
  const method = own ?? settings?.default_payment_method
  if (!method || typeof method === 'string' || !method.card) return null
  return cardMonth(method.card.exp_year, method.card.exp_month)
}

export function toPrice({ id, unit_amount: amount, currency, recurring }: Stripe.Price): Price | null {
  const unit = interval.safeParse(recurring?.interval)
  if (amount === null || !unit.success || recurring?.interval_count !== 1) return null
  return { id, amount, currency: currency.toUpperCase(), interval: unit.data }
}

/** Whether the customer pays in another currency than the one that Stripe reports amounts in (Adaptive Pricing). */
const isConverted = ({ currency, presentment_details: shown }: Stripe.Subscription): boolean =>
  shown !== undefined && shown.presentment_currency !== currency

/** The price of one item; null in another currency, which our checkout never uses. */
function chargedPrice(subscription: Stripe.Subscription, item?: Stripe.SubscriptionItem): Price | null {
  if (!item || (item.quantity ?? 1) !== 1 || isConverted(subscription)) return null
  return item.price.currency === subscription.currency ? toPrice(item.price) : null
}

/** A renewal's invoice is a draft for about an hour before it is charged. */
const isToBeCharged = (invoice: string | Stripe.Invoice | null) =>
  invoice !== null &&
  typeof invoice === 'object' &&
  (invoice.status === 'draft' || invoice.status === 'open') &&
  invoice.amount_remaining > 0

/** Seconds of the next renewal and of the end of all paid periods, which Stripe stores on the items. */
function periodEndsOf(items: Stripe.SubscriptionItem[]): { first: number; last: number } | null {
  const ends = items.map((item) => item.current_period_end)
  return ends.length > 0 ? { first: Math.min(...ends), last: Math.max(...ends) } : null
}

/** In seconds: an end by date, or by an expanded schedule that cancels after its last phase. */
function cancelDateOf({ cancel_at: cancelAt, schedule }: Stripe.Subscription): number | null {
  if (cancelAt !== null || !schedule || typeof schedule === 'string') return cancelAt
  const isRunning = schedule.status === 'active' || schedule.status === 'not_started'
  return isRunning && schedule.end_behavior === 'cancel' ? (schedule.phases.at(-1)?.end_date ?? null) : null
}

/** Ending after the next renewal does not count as cancelled yet. */
function endsBeforeRenewal(subscription: Stripe.Subscription): boolean {
  const { first = Infinity } = periodEndsOf(subscription.items.data) ?? {}
  const cancelDate = cancelDateOf(subscription)
  return cancelDate === null ? subscription.cancel_at_period_end : cancelDate <= first
}

/** Collection resumes before the renewal that ends a pause, so that its invoice is charged. */
const resumeLeadSeconds = 3600

/** Seconds; only of a pause that voids invoices, because others keep access or are left to staff. */
const resumesAtOf = ({ status, pause_collection: pause }: Stripe.Subscription): number | null =>
  status === 'active' && pause?.behavior === 'void' ? pause.resumes_at : null

/** Stripe keeps a paused plan `active`, but voids the invoice of its present period. */
function hasPauseBegun(subscription: Stripe.Subscription): boolean {
  const { latest_invoice: invoice } = subscription
  if (resumesAtOf(subscription) === null || invoice === null || typeof invoice === 'string') return false
  return invoice.status === 'void' || invoice.status === 'draft'
}

/** The first renewal after collection resumes. */
function pausedUntilOf(subscription: Stripe.Subscription): Date | null {
  const resumesAt = resumesAtOf(subscription)
  if (resumesAt === null) return null
  const end = toDate(periodEndsOf(subscription.items.data)?.first)
  const unit = interval.safeParse(subscription.items.data[0]?.price.recurring?.interval)
  if (!end || !unit.success || endsBeforeRenewal(subscription)) return null
  if (!hasPauseBegun(subscription) && resumesAt * 1000 <= end.getTime()) return null
  let at = end
  for (let count = 1; at.getTime() < resumesAt * 1000; count++) at = addPeriod(end, unit.data, count)
  return at
}

/** @param isEndScheduled `cancel_at_period_end` or `cancel_at`; the portal may set only the latter */
export const stripeState = (status: string, isEndScheduled: boolean): AccessState =>
  accessState(planStatus.catch('canceled').parse(status), isEndScheduled)

/** @param item the one sold here; others may belong to other products */
export function toSubscription(subscription: Stripe.Subscription, item?: Stripe.SubscriptionItem): SubscriptionState {
  const items = item ? [item] : subscription.items.data
  const price = items[0]?.price
  const ends = periodEndsOf(items)
  const cancelAt = cancelDateOf(subscription)
  const periodEnd = cancelAt === null ? ends?.last : Math.min(cancelAt, ends?.last ?? cancelAt)
  return {
    id: subscription.id,
    customerId: idOf(subscription.customer),
    productIdentifier: price ? idOf(price.product) : null,
    price: price ? chargedPrice(subscription, items[0]) : null,
    ...(hasPauseBegun(subscription)
      ? accessState('paused', true)
      : stripeState(subscription.status, endsBeforeRenewal(subscription))),
    currentPeriodEnd: toDate(subscription.ended_at ?? periodEnd),
    endsAt: toDate(subscription.ended_at ?? cancelAt ?? (subscription.cancel_at_period_end ? periodEnd : null)),
    pausedUntil: pausedUntilOf(subscription),
    trialEnd: toDate(subscription.trial_end),
    openInvoice: isToBeCharged(subscription.latest_invoice),
    neverBegan: subscription.status === 'incomplete_expired' ? 'incomplete' : null,
    startedAt: new Date(subscription.created * 1000),
  }
}

const mayRenew = ({ status }: Stripe.Subscription) =>
  status === 'trialing' || status === 'active' || status === 'past_due'

const isPaused = ({ pause_collection: pause }: Stripe.Subscription, end: number): boolean =>
  pause !== null && (pause.resumes_at === null || pause.resumes_at > end)

/** A discount may apply to the first payments only. */
function wasLastInvoiceListPrice(
  { latest_invoice: invoice, status }: Stripe.Subscription,
  price: Price | null,
): boolean {
  if (price === null || invoice === null || typeof invoice === 'string') return false
  const { currency, billing_reason: reason } = invoice
  // A change of price deducts the unused time.
  const amount = reason === 'subscription_update' ? fullCharge(invoice) : invoice.amount_due
  return currency.toUpperCase() === price.currency && amount === (status === 'trialing' ? 0 : price.amount)
}

/** Never fails: Stripe previews the next charge. @param subscription with `latest_invoice` expanded */
export async function chargesOf(stripe: Stripe, subscription: Stripe.Subscription): Promise<Charges> {
  if (subscription.status === 'canceled') return { nextCharge: null, adjusted: false }
  const end = periodEndsOf(subscription.items.data)?.first
  const price = chargedPrice(subscription, subscription.items.data[0])
  const wasListPrice = wasLastInvoiceListPrice(subscription, price)
  if (!mayRenew(subscription) || end === undefined) {
    return { nextCharge: uncertainCharge(null), adjusted: !wasListPrice }
  }
  const pausedUntil = pausedUntilOf(subscription)
  const endsFirst = resumesAtOf(subscription) !== null && pausedUntil === null
  const isHeld = isPaused(subscription, end) && !endsFirst
  if (isHeld || subscription.collection_method !== 'charge_automatically') {
    return { nextCharge: uncertainCharge(pausedUntil), adjusted: pausedUntil === null || !wasListPrice }
  }
  const nextCharge = await previewCharge(stripe, subscription, end)
  return { nextCharge, adjusted: !wasListPrice || (nextCharge !== null && !isPrice(nextCharge, price)) }
}

/** Leaves time for the rest of the request. */
const previewOptions = { timeout: previewTimeoutMs, maxNetworkRetries: 0 }

/** A schedule's preview includes its later phases. */
function fetchPreview(stripe: Stripe, { id, schedule }: Stripe.Subscription): Promise<Stripe.Invoice> {
  const target = schedule === null ? { subscription: id } : { schedule: idOf(schedule) }
  return stripe.invoices.createPreview(target, previewOptions)
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
