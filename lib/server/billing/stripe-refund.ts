import 'server-only'
import Stripe from 'stripe'
import { ApiFailure } from '@/lib/server/errors'
import { mostOfOne } from './bounded'
import type { Refund } from './provider'
import { ask } from './stripe-client'

/** Two of us at once, a refund by hand at the same moment, or the bank's own way back: the money is on its way. */
const onItsWay = /^(charge_already_refunded|charge_disputed|refund_disputed_payment)$/

/** These came to nothing; every other refund has paid, or will. */
const failed = (status: string | null) => status === 'failed' || status === 'canceled'

/** How a payment is named where it is paid back. */
type Payment = { payment_intent: string } | { charge: string }

/**
 * Pays back what every invoice of a subscription has brought in. Whatever was paid back before, by us or by
 * hand, is read first, and a refund names no amount: Stripe pays what is left, and never more.
 */
export async function refundAll(stripe: Stripe, subscription: string, key: string): Promise<Refund> {
  const invoices = await ask(stripe.invoices.list({ subscription, limit: 100 }).autoPagingToArray({ limit: mostOfOne }))
  let total = null as Refund
  for (const invoice of invoices.filter(({ amount_paid }) => amount_paid > 0)) {
    const payments = stripe.invoicePayments.list({ invoice: invoice.id, status: 'paid', limit: 100 })
    for (const payment of await ask(payments.autoPagingToArray({ limit: mostOfOne }))) {
      const named = nameOf(payment)
      if (!named || !payment.amount_paid) continue
      const idempotencyKey = payment.is_default ? `${key}-${invoice.id}` : `${key}-${invoice.id}-${payment.id}`
      const amount = await refundPayment(stripe, named, payment.amount_paid, idempotencyKey)
      total = { amount: (total?.amount ?? 0) + amount, currency: invoice.currency.toUpperCase() }
    }
  }
  return total
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
  const made = await ask(
    stripe.refunds.create({ ...payment, reason: 'duplicate' }, { idempotencyKey }).catch((error: unknown) => {
      if (error instanceof Stripe.errors.StripeError && onItsWay.test(error.code ?? '')) return null
      throw error
    }),
  )
  if (made && failed(made.status)) {
    throw new ApiFailure('provider-unavailable', { cause: new Error(`refund ${made.id} ${made.status}`) })
  }
  return paidBack(stripe, payment)
}
