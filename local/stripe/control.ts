import type { Desk } from '@/local/vendors/desk'
import { endPeriodNow, failPayment } from '@/local/vendors/term'
import { deleteCustomer } from './customers'
import { billInvoice, tellOfInvoice } from './invoices'
import { advanceSubscriptions, tellOfSubscription } from './subscriptions'
import type { Subscription } from './records'

/**
 * What tests and the demonstration may bring about, by `POST /stripe/control/<name> {subscription}`:
 * `past-due` (the renewal's payment fails), `settle` (it is paid after all), `end-period` (the trial
 * or the paid period ends now, and what follows from that happens).
 */
export const stripeControls: Record<string, (desk: Desk, subscription: Subscription) => void> = {
  'past-due'(desk, subscription) {
    failPayment(subscription.term, desk.now())
    billInvoice(desk, subscription, 'subscription_cycle', 'open', desk.now())
    tellOfSubscription(desk, 'updated', subscription)
  },
  settle(desk, subscription) {
    subscription.term.pastDue = false
    const invoice = desk.state.stripe.invoices[subscription.latestInvoice ?? '']
    if (invoice?.status === 'open') {
      invoice.status = 'paid'
      tellOfInvoice(desk, invoice)
    }
    tellOfSubscription(desk, 'updated', subscription)
  },
  'end-period'(desk, subscription) {
    endPeriodNow(subscription.term, desk.now())
    advanceSubscriptions(desk)
  },
}

/** The same of a customer, by `POST /stripe/control/<name> {customer}`: `delete-customer`. */
export const stripeCustomerControls: Record<string, (desk: Desk, customer: string) => void> = {
  'delete-customer': deleteCustomer,
}
