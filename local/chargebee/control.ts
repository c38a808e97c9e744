import type { Desk } from '@/local/vendors/context'
import { endPeriodNow, failPayment } from '@/local/vendors/term'
import { deleteCustomer } from './customers'
import { emit } from './events'
import type { Subscription } from './records'
import { wrongState } from './requests'
import { advanceChargebee, bill, touch } from './subscriptions'

/**
 * The same as `stripeControls`, by `POST /chargebee/control/<name> {subscription}`: `past-due`, `pending-payment`,
 * `pause`, `future` (it has not begun yet), `settle` and `end-period`.
 */
export const chargebeeControls: Record<string, (desk: Desk, subscription: Subscription) => void> = {
  'past-due'(desk, subscription) {
    failPayment(subscription.term, desk.now())
    touch(desk, subscription)
    const invoice = bill(desk, subscription, 'payment_due', desk.now())
    emit(desk, 'payment_failed', subscription, invoice)
    emit(desk, 'subscription_changed', subscription)
  },
  'pending-payment'(desk, subscription) {
    const invoice = invoicesOf(desk, subscription).at(-1)
    if (!invoice) throw wrongState('A plan in its first trial has no invoice yet: end the trial by end-period.')
    Object.assign(invoice, { status: 'payment_due', underWay: true })
    touch(desk, subscription)
    emit(desk, 'payment_initiated', subscription, invoice)
  },
  pause(desk, subscription) {
    subscription.term.held = 'paused'
    touch(desk, subscription)
    emit(desk, 'subscription_paused', subscription)
  },
  future(desk, subscription) {
    subscription.term.held = 'future'
    touch(desk, subscription)
    emit(desk, 'subscription_changed', subscription)
  },
  settle(desk, subscription) {
    Object.assign(subscription.term, { pastDue: false, held: undefined })
    for (const invoice of invoicesOf(desk, subscription)) {
      if (invoice.status === 'payment_due') Object.assign(invoice, { status: 'paid', underWay: false })
    }
    touch(desk, subscription)
    emit(desk, 'payment_succeeded', subscription)
  },
  'end-period'(desk, subscription) {
    if (subscription.pauseDate === subscription.term.periodEnd) subscription.pauseDate = desk.now()
    endPeriodNow(subscription.term, desk.now())
    touch(desk, subscription)
    advanceChargebee(desk)
  },
}

const invoicesOf = (desk: Desk, { id }: Subscription) =>
  Object.values(desk.state.chargebee.invoices).filter((one) => one.subscription === id)

/** The same of a customer, by `POST /chargebee/control/<name> {customer}`: `delete-customer`. */
export const chargebeeCustomerControls: Record<string, (desk: Desk, customer: string) => void> = {
  'delete-customer': deleteCustomer,
}
