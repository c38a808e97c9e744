import type { Desk } from '@/local/vendors/desk'
import { mailReceipt, tellOfInvoice } from './invoices'
import type { Invoice, Subscription } from './records'
import { tellOfSubscription } from './subscriptions'

/** Whether the person can pay it: its payment is not under way already. */
export const awaitsPayment = ({ status, underWay }: Invoice) => status === 'open' && !underWay

/** What is not paid of a plan, oldest first. */
export const openInvoicesOf = (desk: Desk, { id }: Subscription): Invoice[] =>
  Object.values(desk.state.stripe.invoices).filter((one) => one.subscription === id && one.status === 'open')

/** The person pays an invoice; with the last that was open its plan goes on. What cannot be paid stays as it is. */
export function payInvoice(desk: Desk, invoice: Invoice): void {
  if (!awaitsPayment(invoice)) return
  invoice.status = 'paid'
  tellOfInvoice(desk, invoice)
  mailReceipt(desk, invoice)
  const subscription = desk.state.stripe.subscriptions[invoice.subscription]
  if (subscription && openInvoicesOf(desk, subscription).length === 0) goOn(desk, subscription)
}

/** A plan that somebody has paused waits for more than a payment. */
function goOn(desk: Desk, subscription: Subscription): void {
  const { term } = subscription
  if (term.endedAt !== null) return
  term.pastDue = false
  if (term.held === 'unpaid' || term.held === 'incomplete') term.held = undefined
  desk.changed()
  tellOfSubscription(desk, 'updated', subscription)
}
