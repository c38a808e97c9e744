import type { Desk } from '@/local/vendors/desk'
import { soldOffer } from './catalogue-wire'
import { itemsOf } from './subscription-wire'
import type { BillLine, Discount, Invoice, InvoiceItem, Subscription } from './records'

/** What an invoice for a period comes to. Amounts are in the currency's minor unit. */
export type Bill = NonNullable<Invoice['bill']> & { amountDue: number }

type Period = { start: number; end: number }

/** The discounts that count at a moment: the subscription's own, or else the customer's. */
export function discountsOf(desk: Desk, subscription: Subscription, at: number): Discount[] {
  const customer = desk.state.stripe.customers[subscription.customer]
  const own = subscription.discounts ?? []
  const all = own.length > 0 ? own : customer?.discount ? [customer.discount] : []
  return all.filter(({ end }) => end === null || end > at)
}

function reduced(desk: Desk, subtotal: number, discounts: readonly Discount[]): number {
  let left = subtotal
  for (const { coupon } of discounts) {
    const { percentOff = null, amountOff = 0 } = desk.state.stripe.coupons?.[coupon] ?? {}
    left = percentOff === null ? left - (amountOff ?? 0) : left - Math.round((left * percentOff) / 100)
  }
  return Math.max(0, left)
}

/** Items that wait for the next invoice of a subscription. */
export const pendingItems = (desk: Desk, { id, customer }: Pick<Subscription, 'id' | 'customer'>): InvoiceItem[] =>
  Object.values(desk.state.stripe.invoiceItems ?? {}).filter(
    (one) => one.customer === customer && one.invoice === null && (one.subscription ?? id) === id,
  )

/**
 * What the invoice for a period comes to: a period that is cut short is charged in part, a trial costs nothing.
 * @param renews false where only what is pending is billed
 */
export function billOf(desk: Desk, subscription: Subscription, period: Period, isTrial: boolean, renews = true): Bill {
  const { cancelAt } = subscription.term
  const isCut = cancelAt !== null && cancelAt > period.start && cancelAt < period.end
  const part = isCut ? (cancelAt - period.start) / (period.end - period.start) : 1
  const lines: BillLine[] = renews
    ? itemsOf(subscription).map(({ itemId, price, quantity }) => ({
        item: itemId,
        price,
        quantity,
        amount: isTrial ? 0 : Math.round(soldOffer(desk, price).amount * quantity * part),
      }))
    : []
  if (!isTrial) {
    for (const { id, amount } of pendingItems(desk, subscription)) {
      lines.push({ item: id, price: null, quantity: 1, amount })
    }
  }
  const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0)
  const net = reduced(desk, subtotal, discountsOf(desk, subscription, period.start))
  const added = (subscription.taxRates ?? []).filter(({ inclusive }) => !inclusive)
  const tax = added.reduce((sum, { percentage }) => sum + (net * percentage) / 100, 0)
  const total = net + Math.round(tax)
  const startingBalance = isTrial ? 0 : (desk.state.stripe.customers[subscription.customer]?.balance ?? 0)
  const due = Math.max(0, total + startingBalance)
  const endingBalance = total + startingBalance - due
  return { lines, subtotal, tax: Math.round(tax), total, startingBalance, endingBalance, amountDue: due }
}

/** An invoice takes the pending items, the balance and what is discounted once. */
export function useUp(desk: Desk, subscription: Subscription, invoice: Invoice, { endingBalance, lines }: Bill): void {
  const customer = desk.state.stripe.customers[subscription.customer]
  const { invoiceItems = {}, coupons = {} } = desk.state.stripe
  for (const { item } of lines) if (invoiceItems[item]) invoiceItems[item].invoice = invoice.id
  if (lines.every(({ amount }) => amount === 0)) return
  const lasts = ({ coupon }: Discount) => coupons[coupon]?.duration !== 'once'
  subscription.discounts = subscription.discounts?.filter(lasts)
  if (!customer) return
  customer.balance = endingBalance
  if (customer.discount && !lasts(customer.discount)) customer.discount = undefined
}
