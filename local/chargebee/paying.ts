import type { Desk } from '@/local/vendors/desk'
import { emit, nextVersion } from './events'
import type { Invoice, Subscription } from './records'
import { mailReceipt, touch } from './subscriptions'

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
