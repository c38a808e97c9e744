import 'server-only'
import Stripe from 'stripe'
import { ApiFailure } from '@/lib/server/http/errors'
import { mostOfOne } from '@/lib/server/billing/providers/timeouts'
import type { InvoicesOf, Refund } from '@/lib/server/billing/providers/provider'
import { ask, askOfCustomer, underKey } from './client'
import { subscriptionOf } from './shapes'

/** Two of us at once, a refund by hand at the same moment, or the bank's own way back: the money is on its way. */
const onItsWay = /^(charge_already_refunded|charge_disputed|refund_disputed_payment)$/

/** These came to nothing; every other refund has paid, or will. */
const failed = (status: string | null) => status === 'failed' || status === 'canceled'

/** How a payment is named where it is paid back. */
type Payment = { payment_intent: string } | { charge: string }

const invoicesOf = (stripe: Stripe, of: InvoicesOf) =>
  stripe.invoices
    .list({ ...('customer' in of ? { customer: of.customer } : of), limit: 100 })
    .autoPagingToArray({ limit: mostOfOne })

/**
 * Pays back what every invoice of a subscription has brought in, and voids those that could still bring
 * something in. Whatever was paid back before, by us or by hand, is read first, and a refund names no amount:
 * Stripe pays what is left, and never more.
 * @throws ApiFailure `provider-unavailable` also while a payment is under way, which cannot be stopped
 */
export async function refundAll(stripe: Stripe, subscription: string, key: string): Promise<Refund> {
  let total = null as Refund
  let underWay: string | null = null
  for (const told of await ask(invoicesOf(stripe, { subscription }))) {
    if (isCollectable(told) && (await isUnderWay(stripe, told.id))) {
      underWay = told.id
      continue
    }
    const invoice = isCollectable(told) ? await closed(stripe, told) : told
    if (invoice.amount_paid === 0) continue
    const payments = stripe.invoicePayments.list({ invoice: invoice.id, status: 'paid', limit: 100 })
    for (const payment of await ask(payments.autoPagingToArray({ limit: mostOfOne }))) {
      const named = nameOf(payment)
      if (!named || !payment.amount_paid) continue
      const idempotencyKey = payment.is_default ? `${key}-${invoice.id}` : `${key}-${invoice.id}-${payment.id}`
      const amount = await refundPayment(stripe, named, payment.amount_paid, idempotencyKey)
      total = { amount: (total?.amount ?? 0) + amount, currency: invoice.currency.toUpperCase() }
    }
  }
  if (underWay) throw new ApiFailure('provider-unavailable', { cause: new Error(`${underWay} is being paid`) })
  return total
}

/** Whether anything was ever paid for a subscription. */
export async function hasBroughtIn(stripe: Stripe, subscription: string): Promise<boolean> {
  const invoices = await ask(invoicesOf(stripe, { subscription }))
  return invoices.some(({ amount_paid: paid }) => paid > 0)
}

/**
 * Voids whatever could still be collected for a subscription, or for any of ours of a customer.
 * @param own asked only where something is open: the ids of the subscriptions whose invoices may be voided
 * @throws CustomerMissing
 */
export async function closeInvoices(stripe: Stripe, of: InvoicesOf, own: () => Promise<Set<string>>): Promise<void> {
  const open = (await askOfCustomer(invoicesOf(stripe, of))).filter(isCollectable)
  if (open.length === 0) return
  const ids = await own()
  for (const invoice of open.filter((one) => ids.has(subscriptionOf(one) ?? ''))) {
    if (!(await isUnderWay(stripe, invoice.id))) await closed(stripe, invoice)
  }
}

const isCollectable = ({ status }: Stripe.Invoice) => status !== 'paid' && status !== 'void'

/** A bank takes days for some ways of paying; until then the invoice is open, and money may come of it. */
async function isUnderWay(stripe: Stripe, invoice: string): Promise<boolean> {
  const expand = ['data.payment.payment_intent']
  const { data } = await ask(stripe.invoicePayments.list({ invoice, status: 'open', expand, limit: 100 }))
  return data.some(({ payment: { payment_intent: intent } }) => typeof intent === 'object' && holds(intent.status))
}

const holds = (status: string) => status === 'processing' || status === 'requires_capture'

/** Lets nothing be collected for an invoice any more. */
async function closed(stripe: Stripe, { id, status }: Stripe.Invoice): Promise<Stripe.Invoice> {
  const close = async () => {
    // A subscription's draft cannot be deleted: it is made final without collecting, and then voided.
    if (status === 'draft') await stripe.invoices.finalizeInvoice(id, { auto_advance: false })
    return stripe.invoices.voidInvoice(id)
  }
  const voided = close().catch(async (error: unknown) => {
    // Refused: perhaps it was paid, or closed by another of us, since we looked.
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    const now = await stripe.invoices.retrieve(id)
    // A payment of it has begun meanwhile: that ends, and then it can be looked at again.
    if (isCollectable(now) && (await isUnderWay(stripe, id)))
      throw new ApiFailure('provider-unavailable', { cause: error })
    if (isCollectable(now)) throw error
    return now
  })
  return ask(voided)
}

function nameOf({ payment }: Stripe.InvoicePayment): Payment | null {
  const id = (value: string | { id: string }) => (typeof value === 'string' ? value : value.id)
  if (payment.payment_intent) return { payment_intent: id(payment.payment_intent) }
  return payment.charge ? { charge: id(payment.charge) } : null
}

async function paidBack(stripe: Stripe, payment: Payment): Promise<number> {
  const known = await ask(stripe.refunds.list({ ...payment, limit: 100 }).autoPagingToArray({ limit: mostOfOne }))
  return known.filter(({ status }) => !failed(status)).reduce((sum, { amount }) => sum + amount, 0)
}

/** Pays back what is left of one payment. Returns all that came back of it, in the currency's minor unit. */
async function refundPayment(stripe: Stripe, payment: Payment, paid: number, idempotencyKey: string): Promise<number> {
  const before = await paidBack(stripe, payment)
  if (before >= paid) return before
  const create = (under: string) =>
    stripe.refunds.create({ ...payment, reason: 'duplicate' }, { idempotencyKey: under })
  const made = await ask(
    underKey(idempotencyKey, create).catch((error: unknown) => {
      if (error instanceof Stripe.errors.StripeError && onItsWay.test(error.code ?? '')) return null
      throw error
    }),
  )
  if (made && failed(made.status)) {
    throw new ApiFailure('provider-unavailable', { cause: new Error(`refund ${made.id} ${made.status}`) })
  }
  return paidBack(stripe, payment)
}
