import 'server-only'
import Stripe from 'stripe'
import { maxPerCustomer } from '@/lib/server/billing/providers/calls'
import {
  maxInvoices,
  type BillingProvider,
  type InvoicesOf,
  type Refund,
} from '@/lib/server/billing/providers/provider'
import { ApiFailure } from '@/lib/server/http/errors'
import { ask, askOfCustomer, noneIfMissing, underKey } from './client'
import { idOf, subscriptionOf, toInvoice } from './shapes'
import type { StripeOwnership } from './subscriptions'

type Methods = 'invoices' | 'hasPayments' | 'closeInvoices' | 'refundAll'

export function invoiceMethods(stripe: Stripe, ownership: StripeOwnership): Pick<BillingProvider, Methods> {
  return {
    async invoices(customerId, known) {
      const all = { customer: customerId, limit: 100 }
      // Only charges list their refunds, and they name the payment, not the invoice.
      const lists = Promise.all([
        stripe.invoices.list({ ...all, expand: ['data.payments'] }).autoPagingToArray({ limit: maxPerCustomer }),
        stripe.charges.list(all).autoPagingToArray({ limit: maxPerCustomer }),
      ])
      const [invoices, charges] = await askOfCustomer(lists).catch((error: unknown) => [noneIfMissing(error), []])
      if (invoices.length === 0) return []
      const own = await ownership.ownIds(customerId, known)
      const ours = invoices.filter((invoice) => own.has(subscriptionOf(invoice) ?? ''))
      return ours.slice(0, maxInvoices).map((invoice) => toInvoice(invoice, charges))
    },
    async hasPayments(subscription) {
      const invoices = await ask(invoicesOf(stripe, { subscription }))
      return invoices.some(({ amount_paid: paid }) => paid > 0)
    },
    async closeInvoices(of) {
      const open = (await askOfCustomer(invoicesOf(stripe, of)).catch(noneIfMissing)).filter(isCollectable)
      if (open.length === 0) return
      const ids = 'customer' in of ? await ownership.ownIds(of.customer, of.known) : new Set([of.subscription])
      for (const invoice of open.filter((one) => ids.has(subscriptionOf(one) ?? ''))) {
        if (!(await isBeingPaid(stripe, invoice.id))) await closeInvoice(stripe, invoice)
      }
    },
    refundAll: (subscription, key) => refundAll(stripe, subscription, key),
  }
}

const invoicesOf = (stripe: Stripe, of: InvoicesOf) =>
  stripe.invoices
    .list({ ...('customer' in of ? { customer: of.customer } : of), limit: 100 })
    .autoPagingToArray({ limit: maxPerCustomer })

/** Refunds name no amount, so that Stripe deducts earlier refunds. */
async function refundAll(stripe: Stripe, subscription: string, key: string): Promise<Refund> {
  let total = null as Refund
  let beingPaid: string | null = null
  for (const found of await ask(invoicesOf(stripe, { subscription }))) {
    if (isCollectable(found) && (await isBeingPaid(stripe, found.id))) {
      beingPaid = found.id
      continue
    }
    const invoice = isCollectable(found) ? await closeInvoice(stripe, found) : found
    if (invoice.amount_paid === 0) continue
    const payments = stripe.invoicePayments.list({ invoice: invoice.id, status: 'paid', limit: 100 })
    for (const payment of await ask(payments.autoPagingToArray({ limit: maxPerCustomer }))) {
      const named = paymentName(payment)
      if (!named || !payment.amount_paid) continue
      const idempotencyKey = payment.is_default ? `${key}-${invoice.id}` : `${key}-${invoice.id}-${payment.id}`
      const amount = await refundPayment({ stripe, payment: named, paid: payment.amount_paid, idempotencyKey })
      total = { amount: (total?.amount ?? 0) + amount, currency: invoice.currency.toUpperCase() }
    }
  }
  if (beingPaid) throw new ApiFailure('provider-unavailable', { cause: new Error(`${beingPaid} is being paid`) })
  return total
}

const isCollectable = ({ status }: Stripe.Invoice) => status !== 'paid' && status !== 'void'

/** Some payments take days. */
async function isBeingPaid(stripe: Stripe, invoice: string): Promise<boolean> {
  const expand = ['data.payment.payment_intent']
  const { data } = await ask(stripe.invoicePayments.list({ invoice, status: 'open', expand, limit: 100 }))
  return data.some(
    ({ payment: { payment_intent: intent } }) =>
      typeof intent === 'object' && (intent.status === 'processing' || intent.status === 'requires_capture'),
  )
}

async function closeInvoice(stripe: Stripe, { id, status }: Stripe.Invoice): Promise<Stripe.Invoice> {
  const close = async () => {
    // A subscription's draft cannot be deleted, so it is finalized without collecting and then voided.
    if (status === 'draft') await stripe.invoices.finalizeInvoice(id, { auto_advance: false })
    return stripe.invoices.voidInvoice(id)
  }
  const closed = close().catch(async (error: unknown) => {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    // It may have changed since it was listed.
    const now = await stripe.invoices.retrieve(id)
    if (!isCollectable(now)) return now
    if (await isBeingPaid(stripe, id)) throw new ApiFailure('provider-unavailable', { cause: error })
    throw error
  })
  return ask(closed)
}

type Payment = { payment_intent: string } | { charge: string }

function paymentName({ payment }: Stripe.InvoicePayment): Payment | null {
  if (payment.payment_intent) return { payment_intent: idOf(payment.payment_intent) }
  return payment.charge ? { charge: idOf(payment.charge) } : null
}

const hasFailed = (status: string | null) => status === 'failed' || status === 'canceled'

async function refundedOf(stripe: Stripe, payment: Payment): Promise<number> {
  const refunds = stripe.refunds.list({ ...payment, limit: 100 })
  const known = await ask(refunds.autoPagingToArray({ limit: maxPerCustomer }))
  return known.filter(({ status }) => !hasFailed(status)).reduce((sum, { amount }) => sum + amount, 0)
}

/** Already refunded, here, by hand or by the bank. */
const alreadyRefunded = /^(charge_already_refunded|charge_disputed|refund_disputed_payment)$/

type PaymentRefund = { stripe: Stripe; payment: Payment; paid: number; idempotencyKey: string }

/** Refunds the rest of one payment. Returns the total refunded, in minor units. */
async function refundPayment({ stripe, payment, paid, idempotencyKey }: PaymentRefund): Promise<number> {
  const before = await refundedOf(stripe, payment)
  if (before >= paid) return before
  const create = (key: string) => stripe.refunds.create({ ...payment, reason: 'duplicate' }, { idempotencyKey: key })
  const created = await ask(
    underKey(idempotencyKey, create).catch((error: unknown) => {
      if (error instanceof Stripe.errors.StripeError && alreadyRefunded.test(error.code ?? '')) return null
      throw error
    }),
  )
  if (created && hasFailed(created.status)) {
    throw new ApiFailure('provider-unavailable', { cause: new Error(`refund ${created.id} ${created.status}`) })
  }
  return refundedOf(stripe, payment)
}
