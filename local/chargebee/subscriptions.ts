/** Subscriptions through time: billing, payment, cancellation. */
import * as z from 'zod'
import { receipt } from '@/local/inbox/messages'
import { offerByItemPrice } from '@/local/vendors/catalogue'
import { type Desk, newId } from '@/local/vendors/context'
import { advance, isTrialing, startTerm } from '@/local/vendors/term'
import { emit, nextVersion } from './events'
import { invoiceWire } from './invoice-wire'
import { billOf, useUp, writeOff } from './invoices'
import type { Invoice, Subscription } from './records'
import { filter, flag, listing, missing, passes, whole, wrongState } from './requests'
import { soldOffer, statusOf } from './wire'

export function findSubscription(desk: Desk, id: string): Subscription {
  const found = desk.state.chargebee.subscriptions[id]
  if (!found) throw missing('subscription', id)
  return found
}

/** Notes a change, so that the record's version grows. */
export function touch(desk: Desk, subscription: Subscription): void {
  subscription.version = nextVersion(desk)
  desk.changed()
}

type Bill = Pick<Invoice, 'id' | 'amount'> & Partial<Pick<Invoice, 'periodEnd'>>
type Start = Pick<Subscription, 'customer' | 'itemPrice' | 'quantity' | 'term' | 'others' | 'metaData'> & {
  id?: string
}

/** @param status of the first invoice */
export function startSubscription(
  desk: Desk,
  start: Start,
  status: Invoice['status'] = 'paid',
): { subscription: Subscription; invoice: Invoice | null } {
  const subscription: Subscription = {
    ...start,
    id: start.id ?? newId('', 16),
    created: desk.now(),
    cancelScheduledAt: null,
    version: nextVersion(desk),
  }
  desk.state.chargebee.subscriptions[subscription.id] = subscription
  const invoice = isTrialing(start.term, desk.now()) ? null : bill(desk, subscription, status, desk.now())
  if (!invoice) mailReceipt(desk, subscription, { amount: 0, id: subscription.id })
  desk.changed()
  emit(desk, 'subscription_created', subscription, invoice ?? undefined)
  if (invoice?.status === 'paid') emit(desk, 'payment_succeeded', subscription, invoice)
  return { subscription, invoice }
}

/** Bills the present period. A trial has no invoice. */
export function bill(desk: Desk, subscription: Subscription, status: Invoice['status'], at: number): Invoice {
  const { invoices } = desk.state.chargebee
  const { term, itemPrice, others, customer } = subscription
  const made = billOf(desk, subscription)
  const invoice: Invoice = {
    id: String(Object.keys(invoices).length + 1),
    customer,
    subscription: subscription.id,
    itemPrice,
    ...(others && { others }),
    amount: made.total - made.creditsApplied,
    bill: made,
    currency: soldOffer(desk, itemPrice).currency,
    date: at,
    periodStart: term.periodStart,
    periodEnd: term.periodEnd,
    status,
    first: !Object.values(invoices).some((one) => one.subscription === subscription.id),
    version: nextVersion(desk),
  }
  invoices[invoice.id] = invoice
  useUp(desk, subscription, made)
  desk.changed()
  if (status === 'paid') mailReceipt(desk, subscription, invoice)
  return invoice
}

/**
 * The mail about a bill, or about a trial that has begun: that has the plan's own number, and nothing to pay. It is
 * written in this site's name, and so for its own plans alone.
 */
function mailReceipt(desk: Desk, { customer, itemPrice, term }: Subscription, bill: Bill): void {
  if (!offerByItemPrice(itemPrice)) return
  const to = desk.state.chargebee.customers[customer]?.email
  const plan = soldOffer(desk, itemPrice)
  const { currency } = plan
  const periodEnd = bill.periodEnd ?? term.periodEnd
  if (to) desk.mail(receipt(to, { plan, amount: bill.amount, currency, periodEnd, number: bill.id, address: null }))
}

/** Brings every subscription up to the present; what happened meanwhile is billed and told. */
export function advanceChargebee(desk: Desk): void {
  for (const subscription of Object.values(desk.state.chargebee.subscriptions)) {
    pauseOrResume(desk, subscription)
    for (const step of advance(subscription.term, desk.now())) {
      touch(desk, subscription)
      if (step.kind === 'ended') {
        emit(desk, 'subscription_cancelled', subscription)
        continue
      }
      if (subscription.remainingCycles) {
        subscription.remainingCycles--
        if (subscription.remainingCycles === 0) subscription.term.cancelAt = subscription.term.periodEnd
      }
      const invoice = bill(desk, subscription, 'paid', step.at)
      emit(desk, step.kind === 'activated' ? 'subscription_activated' : 'subscription_renewed', subscription, invoice)
      emit(desk, 'payment_succeeded', subscription, invoice)
    }
  }
}

/** A pause begins and ends on the days that are set for it; after it a term begins. */
function pauseOrResume(desk: Desk, subscription: Subscription): void {
  const { term, pauseDate, resumeDate } = subscription
  const now = desk.now()
  if (term.endedAt !== null) return
  if (!term.held && pauseDate !== undefined && pauseDate <= now) {
    term.held = 'paused'
    touch(desk, subscription)
    emit(desk, 'subscription_paused', subscription)
  }
  if (term.held === 'paused' && resumeDate !== undefined && resumeDate <= now) {
    Object.assign(subscription, { pauseDate: undefined, resumeDate: undefined })
    Object.assign(term, { held: undefined, anchor: resumeDate, periodEnd: Math.max(term.periodEnd, resumeDate) })
    touch(desk, subscription)
    emit(desk, 'subscription_resumed', subscription)
  }
}

export const subscriptionListing = z.strictObject({
  ...listing,
  id: filter,
  customer_id: filter,
  status: filter,
  item_price_id: filter,
})

/** What becomes of one whose customer is deleted: it ends, if it has not, and only a list that asks for such has it. */
export function removeSubscription(desk: Desk, subscription: Subscription): void {
  if (subscription.term.endedAt === null) cancel(desk, subscription, {})
  subscription.deleted = true
  touch(desk, subscription)
  emit(desk, 'subscription_deleted', subscription)
}

export const listSubscriptions = (desk: Desk, query: z.infer<typeof subscriptionListing>) =>
  Object.values(desk.state.chargebee.subscriptions)
    .filter((one) => !one.deleted || query.include_deleted === true)
    .filter((one) => passes(query.id, one.id) && passes(query.customer_id, one.customer))
    .filter((one) => passes(query.status, statusOf(one, desk.now())) && passes(query.item_price_id, one.itemPrice))
    .toReversed()

export const invoiceListing = z.strictObject({
  ...listing,
  customer_id: filter,
  subscription_id: filter,
  status: filter,
})

export const listInvoices = (desk: Desk, query: z.infer<typeof invoiceListing>) =>
  Object.values(desk.state.chargebee.invoices)
    .filter((one) => passes(query.customer_id, one.customer) && passes(query.subscription_id, one.subscription))
    .filter((one) => passes(query.status, one.status))
    .toReversed()
    .map((one) => ({ invoice: invoiceWire(desk, one) }))

export const cancelRequest = z.strictObject({
  end_of_term: flag.optional(),
  cancel_option: z.enum(['immediately', 'end_of_term', 'specific_date', 'end_of_billing_term']).optional(),
  cancel_at: whole.optional(),
  cancel_reason_code: z.string().optional(),
  credit_option_for_current_term_charges: z.string().optional(),
  unbilled_charges_option: z.string().optional(),
  account_receivables_handling: z.enum(['no_action', 'schedule_payment_collection', 'write_off']).optional(),
  refundable_credits_handling: z.string().optional(),
  decommissioned: flag.optional(),
})

export function cancel(desk: Desk, subscription: Subscription, request: z.infer<typeof cancelRequest>): void {
  const { term } = subscription
  if (term.endedAt !== null) throw wrongState('The subscription is already cancelled.')
  const later = request.end_of_term === true || /end_of|specific/.test(request.cancel_option ?? '')
  if (later) {
    scheduleEnd(desk, subscription, request.cancel_at ?? term.periodEnd)
    return
  }
  term.endedAt = desk.now()
  term.cancelAt = null
  subscription.cancelScheduledAt = null
  touch(desk, subscription)
  emit(desk, 'subscription_cancelled', subscription)
  if (request.account_receivables_handling === 'write_off') writeOffDues(desk, subscription)
}

function writeOffDues(desk: Desk, { id }: Subscription): void {
  const dues = Object.values(desk.state.chargebee.invoices).filter((one) => one.subscription === id)
  for (const invoice of dues) if (invoice.status !== 'paid' && !invoice.underWay) writeOff(desk, invoice)
}

export function scheduleEnd(desk: Desk, subscription: Subscription, at: number): void {
  subscription.term.cancelAt = at
  subscription.cancelScheduledAt = desk.now()
  touch(desk, subscription)
  emit(desk, 'subscription_cancellation_scheduled', subscription)
}

export function keep(desk: Desk, subscription: Subscription): void {
  if (subscription.term.endedAt !== null || subscription.term.cancelAt === null) {
    throw wrongState('The subscription has no scheduled cancellation.')
  }
  subscription.term.cancelAt = null
  subscription.cancelScheduledAt = null
  touch(desk, subscription)
  emit(desk, 'subscription_scheduled_cancellation_removed', subscription)
}

/** Starts a cancelled subscription anew, without a trial. */
export function reactivate(desk: Desk, subscription: Subscription): Invoice {
  if (subscription.term.endedAt === null) throw wrongState('Only a cancelled subscription can be reactivated.')
  subscription.term = startTerm(desk.now(), subscription.term.interval, null)
  subscription.cancelScheduledAt = null
  touch(desk, subscription)
  const invoice = bill(desk, subscription, 'paid', desk.now())
  emit(desk, 'subscription_reactivated', subscription, invoice)
  return invoice
}

/** Whether the person can pay it: its payment is not under way already. */
export const awaitsPayment = ({ status, underWay }: Invoice) => status === 'payment_due' && !underWay

/** What is not paid of a plan, oldest first. */
export const dueInvoicesOf = (desk: Desk, { id }: Subscription): Invoice[] =>
  Object.values(desk.state.chargebee.invoices).filter((one) => one.subscription === id && one.status === 'payment_due')

/** The person pays an invoice; with the last that was due its plan is settled. What cannot be paid stays as it is. */
export function payInvoice(desk: Desk, invoice: Invoice): void {
  const subscription = desk.state.chargebee.subscriptions[invoice.subscription]
  if (!subscription || !awaitsPayment(invoice)) return
  Object.assign(invoice, { status: 'paid', version: nextVersion(desk) })
  if (dueInvoicesOf(desk, subscription).length === 0) subscription.term.pastDue = false
  touch(desk, subscription)
  mailReceipt(desk, subscription, invoice)
  emit(desk, 'payment_succeeded', subscription, invoice)
}
