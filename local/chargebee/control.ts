import type { Context } from '@/local/vendors/context'
import { endPeriodNow, failPayment } from '@/local/vendors/term'
import { deleteCustomer } from './customers'
import { emit } from './events'
import type { Subscription } from './records'
import { invalidState } from './requests'
import { advanceChargebee, bill, bumpVersion } from './subscriptions'

/** `POST /chargebee/control/<name> {subscription}`, as `stripeControls`; `future` has not begun yet. */
export const chargebeeControls: Record<string, (context: Context, subscription: Subscription) => void> = {
  'past-due'(context, subscription) {
    failPayment(subscription.term, context.now())
    bumpVersion(context, subscription)
    const invoice = bill(context, subscription, { status: 'payment_due', at: context.now() })
    emit(context, 'payment_failed', subscription, invoice)
    emit(context, 'subscription_changed', subscription)
  },
  'pending-payment'(context, subscription) {
    const invoice = invoicesOf(context, subscription).at(-1)
    if (!invoice) throw invalidState('A plan in its first trial has no invoice yet: end the trial by end-period.')
    Object.assign(invoice, { status: 'payment_due', isPaymentPending: true })
    bumpVersion(context, subscription)
    emit(context, 'payment_initiated', subscription, invoice)
  },
  pause(context, subscription) {
    subscription.term.suspension = 'paused'
    bumpVersion(context, subscription)
    emit(context, 'subscription_paused', subscription)
  },
  future(context, subscription) {
    subscription.term.suspension = 'future'
    bumpVersion(context, subscription)
    emit(context, 'subscription_changed', subscription)
  },
  settle(context, subscription) {
    Object.assign(subscription.term, { pastDue: false, suspension: undefined })
    for (const invoice of invoicesOf(context, subscription)) {
      if (invoice.status === 'payment_due') Object.assign(invoice, { status: 'paid', isPaymentPending: false })
    }
    bumpVersion(context, subscription)
    emit(context, 'payment_succeeded', subscription)
  },
  'end-period'(context, subscription) {
    if (subscription.pauseDate === subscription.term.periodEnd) subscription.pauseDate = context.now()
    endPeriodNow(subscription.term, context.now())
    bumpVersion(context, subscription)
    advanceChargebee(context)
  },
}

const invoicesOf = (context: Context, { id }: Subscription) =>
  Object.values(context.state.chargebee.invoices).filter((one) => one.subscription === id)

/** `POST /chargebee/control/<name> {customer}`. */
export const chargebeeCustomerControls: Record<string, (context: Context, customer: string) => void> = {
  'delete-customer': deleteCustomer,
}
