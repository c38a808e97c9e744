/** Amounts of invoices, billing, previews. */
import * as z from 'zod'
import { receipt } from '@/local/inbox/messages'
import { offerByPrice } from '@/local/vendors/catalogue'
import { type Desk, newId } from '@/local/vendors/context'
import { addInterval, isTrialing } from '@/local/vendors/term'
import { soldOffer } from './catalogue'
import { emit } from './events'
import { invoiceWire } from './invoice-wire'
import type { BillLine, Discount, Invoice, InvoiceItem, Subscription } from './records'
import { expand, flag, listing, missing, missingParam, Refusal, whole } from './requests'
import { itemsOf } from './subscription-wire'

/** What an invoice for a period comes to. Amounts are in the currency's minor unit. */
type Bill = NonNullable<Invoice['bill']> & { amountDue: number }

type Period = { start: number; end: number }

/** The discounts that count at a moment: the subscription's own, or else the customer's. */
function discountsOf(desk: Desk, subscription: Subscription, at: number): Discount[] {
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
const pendingItems = (desk: Desk, { id, customer }: Pick<Subscription, 'id' | 'customer'>): InvoiceItem[] =>
  Object.values(desk.state.stripe.invoiceItems ?? {}).filter(
    (one) => one.customer === customer && one.invoice === null && (one.subscription ?? id) === id,
  )

/**
 * What the invoice for a period comes to: a period that is cut short is charged in part, a trial costs nothing.
 * @param renews false where only what is pending is billed
 */
function billOf(desk: Desk, subscription: Subscription, period: Period, isTrial: boolean, renews = true): Bill {
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
function useUp(desk: Desk, subscription: Subscription, invoice: Invoice, { endingBalance, lines }: Bill): void {
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

/** Bills the present period: nothing while the trial runs. A paid one comes with a receipt. */
export function billInvoice(
  desk: Desk,
  subscription: Subscription,
  reason: Invoice['reason'],
  status: Invoice['status'],
  at: number,
): Invoice {
  const { stripe } = desk.state
  const { term, customer, price, quantity, others, daysUntilDue } = subscription
  const { amountDue, ...bill } = billOf(
    desk,
    subscription,
    { start: term.periodStart, end: term.periodEnd },
    isTrialing(term, at),
  )
  const invoice: Invoice = {
    id: newId('in_'),
    number: `LOCAL-${String(Object.keys(stripe.invoices).length + 1).padStart(4, '0')}`,
    customer,
    subscription: subscription.id,
    reason,
    price,
    quantity,
    ...(others && { others }),
    amount: amountDue,
    bill,
    currency: soldOffer(desk, price).currency,
    created: at,
    periodStart: term.periodStart,
    periodEnd: term.periodEnd,
    status,
    ...(daysUntilDue !== undefined && { dueDate: at + daysUntilDue * 86_400 }),
    refunded: 0,
  }
  stripe.invoices[invoice.id] = invoice
  subscription.latestInvoice = invoice.id
  if (status === 'paid' || status === 'open') useUp(desk, subscription, invoice, { amountDue, ...bill })
  tellOfInvoice(desk, invoice)
  if (status === 'paid') mailReceipt(desk, invoice)
  return invoice
}

/** Receipts are written in this site's name, and so for its own plans alone. */
export function mailReceipt(desk: Desk, invoice: Invoice): void {
  if (!offerByPrice(invoice.price)) return
  const to = desk.state.stripe.customers[invoice.customer]?.email
  const plan = soldOffer(desk, invoice.price)
  if (to) desk.mail(receipt(to, { ...invoice, plan, address: hostedAddress(desk, invoice) }))
}

const hostedAddress = (desk: Desk, invoice: Invoice) => `${desk.settings.origin}/invoice/stripe/${invoice.id}`

export function tellOfInvoice(desk: Desk, invoice: Invoice): void {
  desk.changed()
  emit(desk, `invoice.${happened[invoice.status]}`, invoiceWire(desk, invoice))
}

const happened = {
  draft: 'created',
  open: 'payment_failed',
  paid: 'paid',
  void: 'voided',
  uncollectible: 'marked_uncollectible',
}

export function findInvoice(desk: Desk, id: string): Invoice {
  const found = desk.state.stripe.invoices[id]
  if (!found) throw missing('invoice', id)
  return found
}

export const previewRequest = z.strictObject({
  customer: z.string().optional(),
  subscription: z.string().optional(),
  schedule: z.string().optional(),
  subscription_details: z
    .strictObject({
      cancel_at: whole.or(z.literal('')).optional(),
      cancel_at_period_end: flag.optional(),
      proration_behavior: z.string().optional(),
    })
    .optional(),
  expand,
})

/** The invoice that would come next if nothing changes, which is nowhere kept. */
export function previewInvoice(desk: Desk, request: z.infer<typeof previewRequest>): object {
  const { subscription: named, schedule, subscription_details: changes } = request
  if (named !== undefined && schedule !== undefined) {
    throw new Refusal(
      400,
      'You may only specify one of these parameters: schedule, subscription.',
      'parameters_exclusive',
    )
  }
  const id = named ?? desk.state.stripe.schedules?.[schedule ?? '']?.subscription
  if (id === undefined) {
    if (schedule !== undefined) throw missingParam('subscription_schedule', schedule, 'schedule')
    throw new Refusal(400, 'Missing required param: subscription.', 'parameter_missing', 'subscription')
  }
  const found = desk.state.stripe.subscriptions[id]
  if (!found) throw missingParam('subscription', id, 'subscription')
  const subscription = structuredClone(found)
  const { term } = subscription
  if (changes?.cancel_at === '' || changes?.cancel_at_period_end === false) term.cancelAt = null
  if (changes?.cancel_at_period_end === true) term.cancelAt = term.periodEnd
  if (typeof changes?.cancel_at === 'number') term.cancelAt = changes.cancel_at
  const start = term.periodEnd
  const end = addInterval(start, term.interval, 1)
  const renews = term.endedAt === null && (term.cancelAt === null || term.cancelAt > start)
  const { amountDue, ...bill } = billOf(desk, subscription, { start, end }, false, renews)
  if (bill.lines.length === 0 || term.endedAt !== null) {
    throw new Refusal(404, `No upcoming invoices for customer: ${found.customer}`, 'invoice_upcoming_none')
  }
  const { customer, price, quantity } = found
  const invoice: Invoice = {
    id: newId('upcoming_in_'),
    number: '',
    customer,
    subscription: id,
    reason: 'subscription_cycle',
    price,
    quantity,
    amount: amountDue,
    bill,
    currency: soldOffer(desk, price).currency,
    created: start,
    periodStart: start,
    periodEnd: end,
    status: 'draft',
    refunded: 0,
  }
  return {
    ...invoiceWire(desk, invoice),
    attempt_count: 0,
    attempted: false,
    billing_reason: 'upcoming',
    hosted_invoice_url: null,
    next_payment_attempt: start + 3600,
    number: null,
  }
}

export const finalRequest = z.strictObject({ auto_advance: flag.optional(), expand })

/** Makes a draft final: from then on it can be paid, or voided. */
export function finalizeInvoice(desk: Desk, id: string): object {
  const invoice = findInvoice(desk, id)
  if (invoice.status !== 'draft') throw new Refusal(400, 'This invoice is already finalized.')
  invoice.status = 'open'
  desk.changed()
  emit(desk, 'invoice.finalized', invoiceWire(desk, invoice))
  return invoiceWire(desk, invoice)
}

/** Lets nothing be paid for it any more. What is paid, or being paid, stays as it is. */
export function voidInvoice(desk: Desk, id: string): object {
  const invoice = findInvoice(desk, id)
  if (invoice.status !== 'open' || invoice.underWay) {
    throw new Refusal(400, `You can only pass in open invoices. This invoice isn't open: it is ${invoice.status}.`)
  }
  invoice.status = 'void'
  tellOfInvoice(desk, invoice)
  return invoiceWire(desk, invoice)
}

export const invoiceListing = z.strictObject({
  ...listing,
  customer: z.string().optional(),
  subscription: z.string().optional(),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
})

export function listInvoices(desk: Desk, query: z.infer<typeof invoiceListing>): object[] {
  return Object.values(desk.state.stripe.invoices)
    .filter((one) => query.customer === undefined || one.customer === query.customer)
    .filter((one) => query.subscription === undefined || one.subscription === query.subscription)
    .filter((one) => query.status === undefined || one.status === query.status)
    .toReversed()
    .map((one) => invoiceWire(desk, one))
}
