import type { Context } from '@/local/vendors/context'
import { endPeriodNow, failPayment } from '@/local/vendors/term'
import { emit } from './events'
import { billInvoice, emitInvoice, invoiceWire } from './invoices'
import { advanceSubscriptions, deleteCustomer, emitSubscription } from './subscriptions'
import type { Invoice, Subscription } from './records'

/** `POST /stripe/control/<name> {subscription}`: triggers events that happen at Stripe. */
export const stripeControls: Record<string, (context: Context, subscription: Subscription) => void> = {
  'past-due'(context, subscription) {
    failPayment(subscription.term, context.now())
    billInvoice(context, subscription, { reason: 'subscription_cycle', status: 'open', at: context.now() })
    emitSubscription(context, 'updated', subscription)
  },
  'action-required'(context, subscription) {
    failPayment(subscription.term, context.now())
    const invoice = billInvoice(context, subscription, {
      reason: 'subscription_cycle',
      status: 'open',
      at: context.now(),
    })
    invoice.needsConfirmation = true
    emit(context, 'invoice.payment_action_required', invoiceWire(context, invoice))
  },
  unpaid(context, subscription) {
    failPayment(subscription.term, context.now())
    subscription.term.suspension = 'unpaid'
    billInvoice(context, subscription, { reason: 'subscription_cycle', status: 'open', at: context.now() })
    emitSubscription(context, 'updated', subscription)
  },
  incomplete(context, subscription) {
    subscription.term.suspension = 'incomplete'
    Object.assign(lastInvoice(context, subscription), { status: 'open' })
    emitSubscription(context, 'updated', subscription)
  },
  'pending-payment'(context, subscription) {
    Object.assign(lastInvoice(context, subscription), { status: 'open', isPaymentPending: true })
    emitSubscription(context, 'updated', subscription)
  },
  draft(context, subscription) {
    billInvoice(context, subscription, { reason: 'subscription_cycle', status: 'draft', at: context.now() })
    emitSubscription(context, 'updated', subscription)
  },
  pause(context, subscription) {
    subscription.term.suspension = 'paused'
    emitSubscription(context, 'paused', subscription)
  },
  settle(context, subscription) {
    Object.assign(subscription.term, { pastDue: false, suspension: undefined })
    const invoice = lastInvoice(context, subscription)
    if (invoice.status === 'open' || invoice.status === 'draft') {
      Object.assign(invoice, { status: 'paid', isPaymentPending: false })
      emitInvoice(context, invoice)
    }
    emitSubscription(context, 'updated', subscription)
  },
  'end-period'(context, subscription) {
    endPeriodNow(subscription.term, context.now())
    advanceSubscriptions(context)
  },
}

function lastInvoice(context: Context, { latestInvoice }: Subscription): Invoice {
  const invoice = context.state.stripe.invoices[latestInvoice ?? '']
  if (!invoice) throw new Error('a subscription without an invoice')
  return invoice
}

/** `POST /stripe/control/<name> {customer}`. */
export const stripeCustomerControls: Record<string, (context: Context, customer: string) => void> = {
  'delete-customer': deleteCustomer,
}
