import type { Desk } from '@/local/vendors/context'
import { endPeriodNow, failPayment } from '@/local/vendors/term'
import { deleteCustomer } from './customers'
import { billInvoice, tellOfInvoice } from './invoices'
import { advanceSubscriptions, tellOfSubscription } from './subscriptions'
import type { Invoice, Subscription } from './records'

/**
 * What tests and the demonstration may bring about, by `POST /stripe/control/<name> {subscription}`:
 * `past-due` (the renewal's payment fails), `unpaid` (it has failed for good), `incomplete` (the first payment
 * waits for the person), `pending-payment` (the last payment takes its time), `draft` (the renewal's invoice is
 * not final yet), `pause`, `settle` (all that is paid and runs after all), `end-period` (the trial or the paid
 * period ends now, and what follows from that happens).
 */
export const stripeControls: Record<string, (desk: Desk, subscription: Subscription) => void> = {
  'past-due'(desk, subscription) {
    failPayment(subscription.term, desk.now())
    billInvoice(desk, subscription, 'subscription_cycle', 'open', desk.now())
    tellOfSubscription(desk, 'updated', subscription)
  },
  unpaid(desk, subscription) {
    failPayment(subscription.term, desk.now())
    subscription.term.held = 'unpaid'
    billInvoice(desk, subscription, 'subscription_cycle', 'open', desk.now())
    tellOfSubscription(desk, 'updated', subscription)
  },
  incomplete(desk, subscription) {
    subscription.term.held = 'incomplete'
    Object.assign(lastInvoice(desk, subscription), { status: 'open' })
    tellOfSubscription(desk, 'updated', subscription)
  },
  'pending-payment'(desk, subscription) {
    Object.assign(lastInvoice(desk, subscription), { status: 'open', underWay: true })
    tellOfSubscription(desk, 'updated', subscription)
  },
  draft(desk, subscription) {
    billInvoice(desk, subscription, 'subscription_cycle', 'draft', desk.now())
    tellOfSubscription(desk, 'updated', subscription)
  },
  pause(desk, subscription) {
    subscription.term.held = 'paused'
    tellOfSubscription(desk, 'paused', subscription)
  },
  settle(desk, subscription) {
    Object.assign(subscription.term, { pastDue: false, held: undefined })
    const invoice = lastInvoice(desk, subscription)
    if (invoice.status === 'open' || invoice.status === 'draft') {
      Object.assign(invoice, { status: 'paid', underWay: false })
      tellOfInvoice(desk, invoice)
    }
    tellOfSubscription(desk, 'updated', subscription)
  },
  'end-period'(desk, subscription) {
    endPeriodNow(subscription.term, desk.now())
    advanceSubscriptions(desk)
  },
}

function lastInvoice(desk: Desk, { latestInvoice }: Subscription): Invoice {
  const found = desk.state.stripe.invoices[latestInvoice ?? '']
  if (!found) throw new Error('a subscription without an invoice')
  return found
}

/** The same of a customer, by `POST /stripe/control/<name> {customer}`: `delete-customer`. */
export const stripeCustomerControls: Record<string, (desk: Desk, customer: string) => void> = {
  'delete-customer': deleteCustomer,
}
