import type { Context } from '@/local/vendors/context'
import { endPeriodNow, failPayment } from '@/local/vendors/term'
import type { Subscription } from './records'
import { invalidState } from './requests'
import { advanceChargebee, bill, changed, deleteCustomer, tell } from './subscriptions'

/** `POST /chargebee/control/<name> {subscription}`, as `stripeControls`; `future` has not begun yet. */
export const chargebeeControls: Record<string, (context: Context, subscription: Subscription) => void> = {
  'past-due'(context, subscription) {
    failPayment(subscription.term, context.now())
    const invoice = bill(context, subscription, { status: 'payment_due', at: context.now() })
    changed(context, 'payment_failed', subscription, invoice)
    tell(context, 'subscription_changed', subscription)
  },
  'pending-payment'(context, subscription) {
    const invoice = invoicesOf(context, subscription).at(-1)
    if (!invoice) throw invalidState('A plan in its first trial has no invoice yet: end the trial by end-period.')
    Object.assign(invoice, { status: 'payment_due', isPaymentPending: true })
    changed(context, 'payment_initiated', subscription, invoice)
  },
  pause(context, subscription) {
    subscription.term.suspension = 'paused'
    changed(context, 'subscription_paused', subscription)
  },
  future(context, subscription) {
    subscription.term.suspension = 'future'
    changed(context, 'subscription_changed', subscription)
  },
  settle(context, subscription) {
    Object.assign(subscription.term, { pastDue: false, suspension: undefined })
    for (const invoice of invoicesOf(context, subscription)) {
      if (invoice.status === 'payment_due') Object.assign(invoice, { status: 'paid', isPaymentPending: false })
    }
    changed(context, 'payment_succeeded', subscription)
  },
  'end-period'(context, subscription) {
    endPeriodNow(subscription.term, context.now())
    advanceChargebee(context)
  },
}

const invoicesOf = (context: Context, { id }: Subscription) =>
  Object.values(context.state.chargebee.invoices).filter((one) => one.subscription === id)

/** `POST /chargebee/control/<name> {customer}`. */
export const chargebeeCustomerControls: Record<string, (context: Context, customer: string) => void> = {
  'delete-customer': deleteCustomer,
}
