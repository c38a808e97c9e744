import 'server-only'
import type Chargebee from 'chargebee'
import type { Card, Customer, Estimate, Subscription } from 'chargebee'
import { addPeriod } from '@/lib/contract/format'
import { interval, type PlanStatus, type Price, type PricePreview } from '@/lib/contract/plan'
import type { ChargebeeEnv } from '@/lib/env'
import {
  accessState,
  maxPerCustomer,
  previewTimeoutMs,
  isDone,
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
import { ApiFailure } from '@/lib/server/http/errors'
import { withDeadline } from '@/lib/server/http/request'
import { log } from '@/lib/server/observability/log'
import { translateErrors, listAll, minorUnits, refusalCode } from './client'

type Settings = Pick<ChargebeeEnv, 'itemPriceIds' | 'formerItemPriceIds' | 'promotionCodes'>

type Entry = { subscription: Subscription; customer: Customer; card?: Card }

/** Our checkout's mark: hosted pages cannot store metadata on a subscription, but they can choose its id. */
export const subscriptionIdPrefix = 'unhurried-'

/** Addons may be shared with other products. */
const planItems = (subscription: Subscription) =>
  (subscription.subscription_items ?? []).filter((item) => item.item_type === 'plan')

type PlanItem = ReturnType<typeof planItems>[number]

export function subscriptionMethods(
  chargebee: Chargebee,
  { itemPriceIds, formerItemPriceIds, promotionCodes }: Settings,
): Pick<BillingProvider, 'subscriptions' | 'changePlan' | 'previewPrice'> {
  const ownItem = (subscription: Subscription) =>
    soldItem(planItems(subscription), {
      isMarked: subscription.id.startsWith(subscriptionIdPrefix),
      soldPrices: [...itemPriceIds, ...formerItemPriceIds],
      priceOf: (item) => item.item_price_id,
    })

  async function toProviderSubscription(entry: Entry): Promise<ProviderSubscription> {
    const { subscription, card } = entry
    const state = toSubscription(subscription, ownItem(subscription))
    const isPastDue = state.status === 'past_due'
    const [charges, retryAt] = await Promise.all([
      chargesOf(chargebee, { ...entry, promotionCodes }),
      isPastDue ? nextRetry(chargebee, subscription) : null,
    ])
    const cardExpires = card?.expiry_year && card.expiry_month ? cardMonth(card.expiry_year, card.expiry_month) : null
    // A subscription does not tell why its invoice is due.
    return { ...state, ...charges, paymentIssue: isPastDue ? 'unknown' : null, retryAt, cardExpires }
  }

  async function change(id: string, action: PlanAction, until?: Date): Promise<Entry> {
    if (action === 'cancel') {
      return chargebee.subscription.cancelForItems(id, { cancel_option: 'end_of_term', end_of_term: true })
    }
    if (action === 'pause') {
      const end = until && { resume_date: until.getTime() / 1000 }
      return chargebee.subscription.pause(id, { pause_option: 'end_of_term', ...end })
    }
    if (action === 'resume') return resume(await chargebee.subscription.retrieve(id))
    return chargebee.subscription.cancelForItems(id, {
      end_of_term: false,
      credit_option_for_current_term_charges: 'none',
      account_receivables_handling: 'write_off',
    })
  }

  async function resume({ subscription }: Entry): Promise<Entry> {
    const { id, status, pause_date: pauseDate } = subscription
    if (status === 'paused') {
      return chargebee.subscription.resume(id, {
        resume_option: 'immediately',
        charges_handling: 'invoice_immediately',
      })
    }
    const isPausing = pauseDate !== undefined
    if (isPausing && endOf(subscription) === null) return chargebee.subscription.removeScheduledPause(id)
    const resumed = await chargebee.subscription.removeScheduledCancellation(id, {})
    return isPausing ? chargebee.subscription.removeScheduledPause(id) : resumed
  }

  async function changePrice(id: string, { priceId, key }: NewPrice): Promise<ProviderSubscription> {
    const found = await translateErrors(chargebee.subscription.retrieve(id))
    if (ownItem(found.subscription)?.item_price_id === priceId) return toProviderSubscription(found)
    const headers = { 'chargebee-idempotency-key': key }
    const changed = chargebee.subscription.updateForItems(id, priceUpdate(found.subscription, priceId), headers)
    return toProviderSubscription(await translateErrors(changed))
  }

  return {
    async subscriptions(customerId) {
      const all = await listAll(maxPerCustomer, (offset) =>
        chargebee.subscription.list({ customer_id: { is: customerId }, include_deleted: true, limit: 100, offset }),
      )
      const found = all.map((entry) => {
        const { subscription } = entry
        const prices = planItems(subscription).map((item) => item.item_price_id)
        const plan = ownItem(subscription) && toProviderSubscription(entry)
        return { id: subscription.id, prices, plan }
      })
      return splitByProduct('chargebee', found)
    },
    async changePlan(id, action, until) {
      if (typeof action === 'object') return changePrice(id, action)
      try {
        const changed = await change(id, action, until)
        return action === 'end' ? null : await toProviderSubscription(changed)
      } catch (error) {
        if (action === 'end' && refusalCode(error) === 'resource_not_found') return null
        // Chargebee refuses to repeat a change, so the present state decides.
        if (refusalCode(error)?.startsWith('invalid_state_for_')) {
          const found = await translateErrors(chargebee.subscription.retrieve(id))
          const subscription = await toProviderSubscription(found)
          if (isDone[action](subscription)) return action === 'end' ? null : subscription
        }
        return translateErrors(Promise.reject(error))
      }
    },
    async previewPrice(id, priceId) {
      const { subscription } = await translateErrors(chargebee.subscription.retrieve(id))
      const { trial_end: trialEnd, ...update } = priceUpdate(subscription, priceId)
      const estimated = chargebee.estimate.updateSubscriptionForItems({
        ...update,
        subscription: { id, ...(trialEnd !== undefined && { trial_end: trialEnd }) },
      })
      return toPricePreview((await translateErrors(estimated)).estimate)
    },
  }
}

/** Never fails: an unknown time is left out. */
async function nextRetry(chargebee: Chargebee, { id }: Subscription): Promise<Date | null> {
  try {
    const { list } = await withDeadline(
      Date.now() + previewTimeoutMs,
      chargebee.invoice.list({ subscription_id: { is: id }, status: { is: 'payment_due' }, limit: 10 }),
      () => new Error('no invoices in time'),
    )
    const times = list.flatMap(({ invoice }) =>
      invoice.dunning_status === 'in_progress' && invoice.next_retry_at ? [invoice.next_retry_at] : [],
    )
    return times.length > 0 ? toDate(Math.min(...times)) : null
  } catch (err) {
    log().warn({ err, subscription: id }, 'the next attempt of a payment could not be read')
    return null
  }
}

function toPrice(subscription: Subscription, plan: PlanItem | undefined): Price | null {
  const unit = interval.safeParse(subscription.billing_period_unit)
  if (!plan || !unit.success || subscription.billing_period !== 1) return null
  if ((plan.quantity ?? 1) !== 1) return null
  const amount = plan.unit_price ?? plan.amount
  const currency = subscription.currency_code
  return amount === undefined
    ? null
    : { id: plan.item_price_id, amount: minorUnits(amount, currency), currency, interval: unit.data }
}

const termEndOf = (subscription: Subscription): number | undefined =>
  subscription.current_term_end ?? subscription.trial_end

function cyclesAfter(start: number, subscription: Subscription, cycles: number): number | null {
  const unit = interval.safeParse(subscription.billing_period_unit)
  if (!unit.success) return null
  const count = cycles * (subscription.billing_period ?? 1)
  return addPeriod(new Date(start * 1000), unit.data, count).getTime() / 1000
}

/** In seconds. The end may be set by date or by number of billing cycles. */
function endOf(subscription: Subscription): number | null {
  const end = termEndOf(subscription)
  if (subscription.status === 'cancelled') return subscription.cancelled_at ?? null
  if ((subscription.cancelled_at ?? 0) * 1000 > Date.now()) return subscription.cancelled_at ?? null
  if (subscription.cancel_schedule_created_at !== undefined || subscription.status === 'non_renewing')
    return end ?? null
  if (end === undefined) return null
  const { contract_term: contract, remaining_billing_cycles: cycles } = subscription
  // On a contract, the cycles count its term, which may renew.
  if (contract?.status === 'active')
    return contract.action_at_term_end === 'cancel' ? Math.max(contract.contract_end, end) : null
  return cycles === undefined ? null : cyclesAfter(end, subscription, cycles)
}

/** Ending after the next renewal does not count as cancelled yet. */
function endsBeforeRenewal(subscription: Subscription): boolean {
  const end = endOf(subscription)
  return end !== null && end <= (termEndOf(subscription) ?? Infinity)
}

const statuses = new Map<string, PlanStatus>([
  ['in_trial', 'trialing'],
  ['active', 'active'],
  ['non_renewing', 'active'],
  ['paused', 'paused'],
  ['future', 'future'],
])

/** @param dueInvoices unpaid invoices make a subscription past due */
export function chargebeeState(status: string, isEndScheduled: boolean, dueInvoices: number): AccessState {
  const known = statuses.get(status) ?? 'canceled'
  const isPastDue = known === 'active' && dueInvoices > 0
  return accessState(isPastDue ? 'past_due' : known, isEndScheduled || status === 'non_renewing')
}

const endedBeforeStart = ({ status, deleted, start_date: start, cancelled_at: end }: Subscription) =>
  status === 'cancelled' ? start !== undefined && end !== undefined && end < start : status === 'future' && deleted

export function toSubscription(
  subscription: Subscription,
  plan: PlanItem | undefined = planItems(subscription)[0],
): SubscriptionState {
  const isOver = endsBeforeRenewal(subscription)
  // Chargebee says `non_renewing` even if a charge is still to come.
  const status = subscription.status === 'non_renewing' && !isOver ? 'active' : subscription.status
  const endedAt = subscription.status === 'cancelled' ? subscription.cancelled_at : undefined
  const end = endOf(subscription)
  const termEnd = termEndOf(subscription)
  return {
    id: subscription.id,
    customerId: subscription.customer_id,
    productIdentifier: plan?.item_price_id ?? null,
    price: toPrice(subscription, plan),
    ...chargebeeState(subscription.deleted ? 'deleted' : status, isOver, subscription.due_invoices_count ?? 0),
    currentPeriodEnd: toDate(endedAt ?? (isOver && end !== null ? Math.min(end, termEnd ?? end) : termEnd)),
    endsAt: toDate(end ?? undefined),
    pausedUntil: pausedUntilOf(subscription),
    trialEnd: toDate(subscription.trial_end),
    openInvoice: (subscription.due_invoices_count ?? 0) > 0,
    neverBegan: endedBeforeStart(subscription) ? 'future' : null,
    startedAt: toDate(subscription.created_at) ?? new Date(0),
  }
}

const mayRenew = ({ status, deleted }: Subscription) =>
  !deleted && (status === 'in_trial' || status === 'active' || status === 'non_renewing')

const isPaused = ({ pause_date: pause, next_billing_at: next }: Subscription) =>
  pause !== undefined && (next === undefined || pause <= next)

function pausedUntilOf(subscription: Subscription): Date | null {
  const { status, resume_date: resumeDate } = subscription
  if ((status !== 'active' && status !== 'paused') || endsBeforeRenewal(subscription)) return null
  return toDate(resumeDate)
}

const isAutoCollected = (subscription: Subscription, customer: Customer) =>
  (subscription.auto_collection ?? customer.auto_collection) !== 'off'

/** Charges outside of the plan may still come when it ends. */
const mayBeBilledAtEnd = (subscription: Subscription, customer: Customer) =>
  Boolean(customer.unbilled_charges) ||
  Boolean(subscription.has_scheduled_advance_invoices) ||
  (subscription.event_based_addons ?? []).length > 0

/** A used-up coupon leaves no trace on the subscription. */
const mayHaveUsedCoupon = ({ activated_at: activated, current_term_start: start }: Subscription) =>
  activated !== undefined && activated === start

type ChargeInput = Entry & { promotionCodes: boolean }

/** Never fails: Chargebee estimates the next charge. */
export async function chargesOf(
  chargebee: Chargebee,
  { subscription, customer, promotionCodes }: ChargeInput,
): Promise<Charges> {
  if (subscription.deleted || subscription.status === 'cancelled') return { nextCharge: null, adjusted: false }
  const mayDiffer = subscription.coupons !== undefined || (promotionCodes && mayHaveUsedCoupon(subscription))
  const pausedUntil = pausedUntilOf(subscription)
  if (!mayRenew(subscription)) return { nextCharge: uncertainCharge(pausedUntil), adjusted: mayDiffer }
  if (endsBeforeRenewal(subscription)) {
    const isSettled = !mayBeBilledAtEnd(subscription, customer)
    return { nextCharge: isSettled ? null : uncertainCharge(null), adjusted: mayDiffer || !isSettled }
  }
  if (isPaused(subscription) || !isAutoCollected(subscription, customer)) {
    return { nextCharge: uncertainCharge(pausedUntil), adjusted: pausedUntil === null || mayDiffer }
  }
  const nextCharge = await estimateCharge(chargebee, subscription)
  const price = toPrice(subscription, planItems(subscription)[0])
  return { nextCharge, adjusted: mayDiffer || !isPrice(nextCharge, price) }
}

async function estimateCharge(chargebee: Chargebee, { id, next_billing_at: next }: Subscription): Promise<NextCharge> {
  const at = toDate(next)
  try {
    const { estimate } = await withDeadline(
      Date.now() + previewTimeoutMs,
      chargebee.estimate.renewalEstimate(id),
      () => new Error('renewal estimate timed out'),
    )
    const { amount_due: amount, currency_code: currency } = estimate.invoice_estimate ?? {}
    if (amount === undefined || currency === undefined) return uncertainCharge(at)
    return { at, amount: minorUnits(amount, currency), currency }
  } catch (err) {
    log().warn({ err, subscription: id }, 'the next charge could not be estimated')
    return uncertainCharge(at)
  }
}

/** Begins a new term at once, with credit for the unused time. A trial keeps its end. */
function priceUpdate({ status, trial_end: trialEnd }: Subscription, priceId: string) {
  const items = [{ item_price_id: priceId, quantity: 1 }]
  if (status === 'in_trial' && trialEnd !== undefined) return { subscription_items: items, trial_end: trialEnd }
  return {
    subscription_items: items,
    prorate: true,
    force_term_reset: true,
    invoice_immediately: true,
    end_of_term: false,
  }
}

/** In a trial, only the first invoice after it is estimated. @throws ApiFailure `provider-unavailable` */
function toPricePreview(estimate: Estimate): PricePreview {
  const { invoice_estimate: now, next_invoice_estimate: next, credit_note_estimates: notes = [] } = estimate
  const invoice = now ?? next
  const at = estimate.subscription_estimate?.next_billing_at
  if (!invoice || at === undefined) {
    throw new ApiFailure('provider-unavailable', { cause: new Error('the estimate has no invoice or no date') })
  }
  const currency = invoice.currency_code
  const [total = 0, due = 0] = [invoice.total, invoice.amount_due]
  const credit = notes.reduce((sum, note) => sum + note.total, 0)
  const left = now ? notes.reduce((sum, note) => sum + note.amount_available, 0) : 0
  return {
    dueNow: now ? minorUnits(due, currency) : 0,
    credit: minorUnits(credit, currency),
    currency,
    nextCharge: {
      amount: minorUnits(now ? Math.max(0, total - left) : due, currency),
      at: new Date(at * 1000).toISOString(),
    },
  }
}
