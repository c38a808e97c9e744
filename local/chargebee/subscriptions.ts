/** Subscriptions through time: billing, payment, cancellation. */
import * as z from 'zod'
import { flag, wholeNumber } from '@/local/vendors/form'
import { receipt } from '@/local/inbox/messages'
import { offerByItemPrice } from '@/local/vendors/catalogue'
import { type Context, newId } from '@/local/vendors/context'
import { advance, isTrialing } from '@/local/vendors/term'
import { emit, nextVersion } from './events'
import { invoiceWire } from './invoice-wire'
import { billOf, applyBill, writeOff } from './invoices'
import type { Invoice, Subscription } from './records'
import { filter, listing, missing, matches, invalidState } from './requests'
import { getOffer, statusOf } from './wire'

export function findSubscription(context: Context, id: string): Subscription {
  const subscription = context.state.chargebee.subscriptions[id]
  if (!subscription) throw missing('subscription', id)
  return subscription
}

export function bumpVersion(context: Context, subscription: Subscription): void {
  subscription.version = nextVersion(context)
  context.changed()
}

type Bill = Pick<Invoice, 'id' | 'amount'> & Partial<Pick<Invoice, 'periodEnd'>>
type Start = Pick<Subscription, 'customer' | 'itemPrice' | 'quantity' | 'term' | 'extraItems' | 'metaData' | 'coupons'>

export function startSubscription(
  context: Context,
  start: Start,
  status: Invoice['status'] = 'paid',
): { subscription: Subscription; invoice: Invoice | null } {
  const subscription: Subscription = {
    ...start,
    id: newId('', 16),
    created: context.now(),
    cancelScheduledAt: null,
    version: nextVersion(context),
  }
  context.state.chargebee.subscriptions[subscription.id] = subscription
  const invoice = isTrialing(start.term, context.now())
    ? null
    : bill(context, subscription, { status, at: context.now() })
  if (!invoice) mailReceipt(context, subscription, { amount: 0, id: subscription.id })
  context.changed()
  emit(context, 'subscription_created', subscription, invoice ?? undefined)
  if (invoice?.status === 'paid') emit(context, 'payment_succeeded', subscription, invoice)
  return { subscription, invoice }
}

type Billing = { status: Invoice['status']; at: number }

export function bill(context: Context, subscription: Subscription, { status, at }: Billing): Invoice {
  const { invoices } = context.state.chargebee
  const { term, itemPrice, extraItems, customer } = subscription
  const totals = billOf(context, subscription)
  const invoice: Invoice = {
    id: String(Object.keys(invoices).length + 1),
    customer,
    subscription: subscription.id,
    itemPrice,
    ...(extraItems && { extraItems }),
    amount: totals.total - totals.creditsApplied,
    bill: totals,
    currency: getOffer(context, itemPrice).currency,
    date: at,
    periodStart: term.periodStart,
    periodEnd: term.periodEnd,
    status,
    first: !Object.values(invoices).some((one) => one.subscription === subscription.id),
    version: nextVersion(context),
  }
  invoices[invoice.id] = invoice
  applyBill(context, subscription, totals)
  context.changed()
  if (status === 'paid') mailReceipt(context, subscription, invoice)
  return invoice
}

/** Only for this site's own plans, because the email is written in its name. */
function mailReceipt(context: Context, { customer, itemPrice, term }: Subscription, bill: Bill): void {
  if (!offerByItemPrice(itemPrice)) return
  const to = context.state.chargebee.customers[customer]?.email
  const plan = getOffer(context, itemPrice)
  const { currency } = plan
  const periodEnd = bill.periodEnd ?? term.periodEnd
  if (to) context.mail(receipt(to, { plan, amount: bill.amount, currency, periodEnd, number: bill.id, address: null }))
}

/** Applies what has become due since the last call. */
export function advanceChargebee(context: Context): void {
  for (const subscription of Object.values(context.state.chargebee.subscriptions)) {
    pauseOrResume(context, subscription)
    for (const step of advance(subscription.term, context.now())) {
      bumpVersion(context, subscription)
      if (step.kind === 'ended') {
        emit(context, 'subscription_cancelled', subscription)
        continue
      }
      if (subscription.remainingCycles) {
        subscription.remainingCycles--
        if (subscription.remainingCycles === 0) subscription.term.cancelAt = subscription.term.periodEnd
      }
      const invoice = bill(context, subscription, { status: 'paid', at: step.at })
      emit(
        context,
        step.kind === 'activated' ? 'subscription_activated' : 'subscription_renewed',
        subscription,
        invoice,
      )
      emit(context, 'payment_succeeded', subscription, invoice)
    }
  }
}

function pauseOrResume(context: Context, subscription: Subscription): void {
  const { term, pauseDate, resumeDate } = subscription
  const now = context.now()
  if (term.endedAt !== null) return
  if (!term.suspension && pauseDate !== undefined && pauseDate <= now) {
    term.suspension = 'paused'
    bumpVersion(context, subscription)
    emit(context, 'subscription_paused', subscription)
  }
  if (term.suspension === 'paused' && resumeDate !== undefined && resumeDate <= now) {
    Object.assign(subscription, { pauseDate: undefined, resumeDate: undefined })
    Object.assign(term, { suspension: undefined, anchor: resumeDate, periodEnd: Math.max(term.periodEnd, resumeDate) })
    bumpVersion(context, subscription)
    emit(context, 'subscription_resumed', subscription)
  }
}

export const subscriptionListing = z.strictObject({
  ...listing,
  id: filter,
  customer_id: filter,
  status: filter,
  item_price_id: filter,
})

export function removeSubscription(context: Context, subscription: Subscription): void {
  if (subscription.term.endedAt === null) cancel(context, subscription, {})
  subscription.deleted = true
  bumpVersion(context, subscription)
  emit(context, 'subscription_deleted', subscription)
}

export const listSubscriptions = (context: Context, query: z.infer<typeof subscriptionListing>) =>
  Object.values(context.state.chargebee.subscriptions)
    .filter((one) => !one.deleted || query.include_deleted === true)
    .filter((one) => matches(query.id, one.id) && matches(query.customer_id, one.customer))
    .filter((one) => matches(query.status, statusOf(one, context.now())) && matches(query.item_price_id, one.itemPrice))
    .toReversed()

export const invoiceListing = z.strictObject({
  ...listing,
  customer_id: filter,
  subscription_id: filter,
  status: filter,
})

export const listInvoices = (context: Context, query: z.infer<typeof invoiceListing>) =>
  Object.values(context.state.chargebee.invoices)
    .filter((one) => matches(query.customer_id, one.customer) && matches(query.subscription_id, one.subscription))
    .filter((one) => matches(query.status, one.status))
    .toReversed()
    .map((one) => ({ invoice: invoiceWire(context, one) }))

export const cancelRequest = z.strictObject({
  end_of_term: flag.optional(),
  cancel_option: z.enum(['immediately', 'end_of_term', 'specific_date', 'end_of_billing_term']).optional(),
  cancel_at: wholeNumber.optional(),
  credit_option_for_current_term_charges: z.string().optional(),
  account_receivables_handling: z.enum(['no_action', 'schedule_payment_collection', 'write_off']).optional(),
})

export function cancel(context: Context, subscription: Subscription, request: z.infer<typeof cancelRequest>): void {
  const { term } = subscription
  if (term.endedAt !== null) throw invalidState('The subscription is already cancelled.')
  const later = request.end_of_term === true || /end_of|specific/.test(request.cancel_option ?? '')
  if (later) {
    scheduleEnd(context, subscription, request.cancel_at ?? term.periodEnd)
    return
  }
  term.endedAt = context.now()
  term.cancelAt = null
  subscription.cancelScheduledAt = null
  bumpVersion(context, subscription)
  emit(context, 'subscription_cancelled', subscription)
  if (request.account_receivables_handling === 'write_off') writeOffDues(context, subscription)
}

function writeOffDues(context: Context, { id }: Subscription): void {
  const dues = Object.values(context.state.chargebee.invoices).filter((one) => one.subscription === id)
  for (const invoice of dues) if (invoice.status !== 'paid' && !invoice.isPaymentPending) writeOff(context, invoice)
}

export function scheduleEnd(context: Context, subscription: Subscription, at: number): void {
  subscription.term.cancelAt = at
  subscription.cancelScheduledAt = context.now()
  bumpVersion(context, subscription)
  emit(context, 'subscription_cancellation_scheduled', subscription)
}

export function removeScheduledEnd(context: Context, subscription: Subscription): void {
  if (subscription.term.endedAt !== null || subscription.term.cancelAt === null) {
    throw invalidState('The subscription has no scheduled cancellation.')
  }
  subscription.term.cancelAt = null
  subscription.cancelScheduledAt = null
  bumpVersion(context, subscription)
  emit(context, 'subscription_scheduled_cancellation_removed', subscription)
}

export const awaitsPayment = ({ status, isPaymentPending }: Invoice) => status === 'payment_due' && !isPaymentPending

export const dueInvoicesOf = (context: Context, { id }: Subscription): Invoice[] =>
  Object.values(context.state.chargebee.invoices).filter(
    (one) => one.subscription === id && one.status === 'payment_due',
  )

/** Payment of the last due invoice settles the subscription. Has no effect while a payment is in progress. */
export function payInvoice(context: Context, invoice: Invoice): void {
  const subscription = context.state.chargebee.subscriptions[invoice.subscription]
  if (!subscription || !awaitsPayment(invoice)) return
  Object.assign(invoice, { status: 'paid', version: nextVersion(context) })
  if (dueInvoicesOf(context, subscription).length === 0) subscription.term.pastDue = false
  bumpVersion(context, subscription)
  mailReceipt(context, subscription, invoice)
  emit(context, 'payment_succeeded', subscription, invoice)
}
