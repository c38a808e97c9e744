import type { Desk } from '@/local/vendors/desk'
import { endPeriodNow, failPayment } from '@/local/vendors/term'
import { deleteCustomer } from './customers'
import { emit } from './events'
import type { Subscription } from './records'
import { advanceChargebee, bill, touch } from './subscriptions'

/** The same as `stripeControls`, by `POST /chargebee/control/<name> {subscription}`. */
export const chargebeeControls: Record<string, (desk: Desk, subscription: Subscription) => void> = {
  'past-due'(desk, subscription) {
    failPayment(subscription.term, desk.now())
    touch(desk, subscription)
    const invoice = bill(desk, subscription, 'payment_due', desk.now())
    emit(desk, 'payment_failed', subscription, invoice)
    emit(desk, 'subscription_changed', subscription)
  },
  settle(desk, subscription) {
    subscription.term.pastDue = false
    for (const invoice of Object.values(desk.state.chargebee.invoices)) {
      if (invoice.subscription === subscription.id) invoice.status = 'paid'
    }
    touch(desk, subscription)
    emit(desk, 'payment_succeeded', subscription)
  },
  'end-period'(desk, subscription) {
    endPeriodNow(subscription.term, desk.now())
    touch(desk, subscription)
    advanceChargebee(desk)
  },
}

/** The same of a customer, by `POST /chargebee/control/<name> {customer}`: `delete-customer`. */
export const chargebeeCustomerControls: Record<string, (desk: Desk, customer: string) => void> = {
  'delete-customer': deleteCustomer,
}
