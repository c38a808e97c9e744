/** Amounts of invoices, billing, previews. */
import * as z from 'zod'
import { flag } from '@/local/vendors/form'
import { receipt } from '@/local/inbox/messages'
import { offerByPrice } from '@/local/vendors/catalogue'
import { type Context, newId } from '@/local/vendors/context'
import { addInterval, isTrialing } from '@/local/vendors/term'
import { getOffer } from './catalogue'
import { emit } from './events'
import { invoiceWire } from './invoice-wire'
import type { BillLine, Discount, Invoice, InvoiceItem, Subscription } from './records'
import { expand, listing, missing, missingParam, ApiError } from './requests'
import { itemsOf } from './subscription-wire'

/** Amounts are in the currency's minor unit. */
type Bill = NonNullable<Invoice['bill']> & { amountDue: number }

/** `renews` is false where only pending items are billed. */
type Billing = { period: { start: number; end: number }; isTrial: boolean; renews?: boolean }

/** A subscription's own discounts replace the customer's. */
function discountsOf(context: Context, subscription: Subscription): Discount[] {
  const customer = context.state.stripe.customers[subscription.customer]
  const own = subscription.discounts ?? []
  return own.length > 0 ? own : customer?.discount ? [customer.discount] : []
}

function reduced(context: Context, subtotal: number, discounts: readonly Discount[]): number {
  let left = subtotal
  for (const { coupon } of discounts) {
    const { percentOff = null, amountOff = 0 } = context.state.stripe.coupons?.[coupon] ?? {}
    left = percentOff === null ? left - (amountOff ?? 0) : left - Math.round((left * percentOff) / 100)
  }
  return Math.max(0, left)
}

const pendingItems = (context: Context, { id, customer }: Pick<Subscription, 'id' | 'customer'>): InvoiceItem[] =>
  Object.values(context.state.stripe.invoiceItems ?? {}).filter(
    (one) => one.customer === customer && one.invoice === null && (one.subscription ?? id) === id,
  )

/** A shortened period is charged in part; a trial costs nothing. */
function billOf(context: Context, subscription: Subscription, { period, isTrial, renews = true }: Billing): Bill {
  const { cancelAt } = subscription.term
  const isCut = cancelAt !== null && cancelAt > period.start && cancelAt < period.end
  const part = isCut ? (cancelAt - period.start) / (period.end - period.start) : 1
  const lines: BillLine[] = renews
    ? itemsOf(subscription).map(({ itemId, price, quantity }) => ({
        item: itemId,
        price,
        quantity,
        amount: isTrial ? 0 : Math.round(getOffer(context, price).amount * quantity * part),
      }))
    : []
  if (!isTrial) {
    for (const { id, amount } of pendingItems(context, subscription)) {
      lines.push({ item: id, price: null, quantity: 1, amount })
    }
  }
  const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0)
  const net = reduced(context, subtotal, discountsOf(context, subscription))
  const added = (subscription.taxRates ?? []).filter(({ inclusive }) => !inclusive)
  const tax = added.reduce((sum, { percentage }) => sum + (net * percentage) / 100, 0)
  const total = net + Math.round(tax)
  const startingBalance = isTrial ? 0 : (context.state.stripe.customers[subscription.customer]?.balance ?? 0)
  const due = Math.max(0, total + startingBalance)
  const endingBalance = total + startingBalance - due
  return { lines, subtotal, tax: Math.round(tax), total, startingBalance, endingBalance, amountDue: due }
}

/** Uses up pending items, the balance and one-time discounts. */
function applyBill(
  context: Context,
  subscription: Subscription,
  invoice: Invoice,
  { endingBalance, lines }: Bill,
): void {
  const customer = context.state.stripe.customers[subscription.customer]
  const { invoiceItems = {}, coupons = {} } = context.state.stripe
  for (const { item } of lines) if (invoiceItems[item]) invoiceItems[item].invoice = invoice.id
  if (lines.every(({ amount }) => amount === 0)) return
  const lasts = ({ coupon }: Discount) => coupons[coupon]?.duration !== 'once'
  subscription.discounts = subscription.discounts?.filter(lasts)
  if (!customer) return
  customer.balance = endingBalance
  if (customer.discount && !lasts(customer.discount)) customer.discount = undefined
}

export function billInvoice(
  context: Context,
  subscription: Subscription,
  { reason, status, at }: Pick<Invoice, 'reason' | 'status'> & { at: number },
): Invoice {
  const { stripe } = context.state
  const { term, customer, price, quantity, extraItems, daysUntilDue } = subscription
  const { amountDue, ...bill } = billOf(context, subscription, {
    period: { start: term.periodStart, end: term.periodEnd },
    isTrial: isTrialing(term, at),
  })
  const invoice: Invoice = {
    id: newId('in_'),
    number: `LOCAL-${String(Object.keys(stripe.invoices).length + 1).padStart(4, '0')}`,
    customer,
    subscription: subscription.id,
    reason,
    price,
    quantity,
    ...(extraItems && { extraItems }),
    amount: amountDue,
    bill,
    currency: getOffer(context, price).currency,
    created: at,
    periodStart: term.periodStart,
    periodEnd: term.periodEnd,
    status,
    ...(daysUntilDue !== undefined && { dueDate: at + daysUntilDue * 86_400 }),
    refunded: 0,
  }
  stripe.invoices[invoice.id] = invoice
  subscription.latestInvoice = invoice.id
  if (status === 'paid' || status === 'open') applyBill(context, subscription, invoice, { amountDue, ...bill })
  emitInvoice(context, invoice)
  if (status === 'paid') mailReceipt(context, invoice)
  return invoice
}

/** Only for this site's own plans, because the email is written in its name. */
export function mailReceipt(context: Context, invoice: Invoice): void {
  if (!offerByPrice(invoice.price)) return
  const to = context.state.stripe.customers[invoice.customer]?.email
  const plan = getOffer(context, invoice.price)
  if (to) context.mail(receipt(to, { ...invoice, plan, address: hostedAddress(context, invoice) }))
}

const hostedAddress = (context: Context, invoice: Invoice) => `${context.settings.origin}/invoice/stripe/${invoice.id}`

export function emitInvoice(context: Context, invoice: Invoice): void {
  context.changed()
  emit(context, `invoice.${eventNames[invoice.status]}`, invoiceWire(context, invoice))
}

const eventNames = {
  draft: 'created',
  open: 'payment_failed',
  paid: 'paid',
  void: 'voided',
  uncollectible: 'marked_uncollectible',
}

export function findInvoice(context: Context, id: string): Invoice {
  const invoice = context.state.stripe.invoices[id]
  if (!invoice) throw missing('invoice', id)
  return invoice
}

export const previewRequest = z.strictObject({
  subscription: z.string().optional(),
  schedule: z.string().optional(),
  expand,
})

export function previewInvoice(context: Context, request: z.infer<typeof previewRequest>): object {
  const { subscription: named, schedule } = request
  if (named !== undefined && schedule !== undefined) {
    throw new ApiError(400, 'You may only specify one of these parameters: schedule, subscription.', {
      code: 'parameters_exclusive',
    })
  }
  const id = named ?? context.state.stripe.schedules?.[schedule ?? '']?.subscription
  if (id === undefined) {
    if (schedule !== undefined) throw missingParam('subscription_schedule', schedule, 'schedule')
    throw new ApiError(400, 'Missing required param: subscription.', {
      code: 'parameter_missing',
      param: 'subscription',
    })
  }
  const subscription = context.state.stripe.subscriptions[id]
  if (!subscription) throw missingParam('subscription', id, 'subscription')
  const { term, customer, price, quantity } = subscription
  const start = term.periodEnd
  const end = addInterval(start, term.interval, 1)
  const renews = term.endedAt === null && (term.cancelAt === null || term.cancelAt > start)
  const { amountDue, ...bill } = billOf(context, subscription, { period: { start, end }, isTrial: false, renews })
  if (bill.lines.length === 0 || term.endedAt !== null) {
    throw new ApiError(404, `No upcoming invoices for customer: ${customer}`, { code: 'invoice_upcoming_none' })
  }
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
    currency: getOffer(context, price).currency,
    created: start,
    periodStart: start,
    periodEnd: end,
    status: 'draft',
    refunded: 0,
  }
  return {
    ...invoiceWire(context, invoice),
    attempt_count: 0,
    attempted: false,
    billing_reason: 'upcoming',
    hosted_invoice_url: null,
    next_payment_attempt: start + 3600,
    number: null,
  }
}

export const finalRequest = z.strictObject({ auto_advance: flag.optional(), expand })

export function finalizeInvoice(context: Context, id: string): object {
  const invoice = findInvoice(context, id)
  if (invoice.status !== 'draft') throw new ApiError(400, 'This invoice is already finalized.')
  invoice.status = 'open'
  context.changed()
  emit(context, 'invoice.finalized', invoiceWire(context, invoice))
  return invoiceWire(context, invoice)
}

export function voidInvoice(context: Context, id: string): object {
  const invoice = findInvoice(context, id)
  if (invoice.status !== 'open' || invoice.isPaymentPending) {
    throw new ApiError(400, `You can only pass in open invoices. This invoice isn't open: it is ${invoice.status}.`)
  }
  invoice.status = 'void'
  emitInvoice(context, invoice)
  return invoiceWire(context, invoice)
}

export const invoiceListing = z.strictObject({
  ...listing,
  customer: z.string().optional(),
  subscription: z.string().optional(),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
})

export function listInvoices(context: Context, query: z.infer<typeof invoiceListing>): object[] {
  return Object.values(context.state.stripe.invoices)
    .filter((one) => query.customer === undefined || one.customer === query.customer)
    .filter((one) => query.subscription === undefined || one.subscription === query.subscription)
    .filter((one) => query.status === undefined || one.status === query.status)
    .toReversed()
    .map((one) => invoiceWire(context, one))
}
