import 'server-only'
import Stripe from 'stripe'
import { maxPerCustomer } from '@/lib/server/billing/providers/calls'
import {
  maxInvoices,
  type BillingProvider,
  type InvoiceFilter,
  type Refund,
} from '@/lib/server/billing/providers/provider'
import { ApiFailure } from '@/lib/server/http/errors'
import { translateErrors, translateCustomerErrors, emptyIfMissing, withIdempotencyKey } from './client'
import { idOf, subscriptionOf, toInvoice } from './mapping'
import type { StripeOwnership } from './subscriptions'

type Methods = 'invoices' | 'hasPayments' | 'closeInvoices' | 'refundAll'

export function invoiceMethods(stripe: Stripe, ownership: StripeOwnership): Pick<BillingProvider, Methods> {
  return {
    async invoices(customerId, evidence) {
      const all = { customer: customerId, limit: 100 }
      // Only charges list their refunds, and they name the payment, not the invoice.
      const lists = Promise.all([
        stripe.invoices.list({ ...all, expand: ['data.payments'] }).autoPagingToArray({ limit: maxPerCustomer }),
        stripe.charges.list(all).autoPagingToArray({ limit: maxPerCustomer }),
      ])
      const [invoices, charges] = await translateCustomerErrors(lists).catch((error: unknown) => [
        emptyIfMissing(error),
        [],
      ])
      if (invoices.length === 0) return []
      const ownIds = await ownership.ownIds(customerId, evidence)
      const ownInvoices = invoices.filter((invoice) => ownIds.has(subscriptionOf(invoice) ?? ''))
      return ownInvoices.slice(0, maxInvoices).map((invoice) => toInvoice(invoice, charges))
    },
    async hasPayments(subscription) {
      const invoices = await translateErrors(invoicesOf(stripe, { subscription }))
      return invoices.some(({ amount_paid: paid }) => paid > 0)
    },
    async closeInvoices(filter) {
      const open = (await translateCustomerErrors(invoicesOf(stripe, filter)).catch(emptyIfMissing)).filter(
        isCollectable,
      )
      if (open.length === 0) return
      const ids =
        'customer' in filter ? await ownership.ownIds(filter.customer, filter.evidence) : new Set([filter.subscription])
      for (const invoice of open.filter((one) => ids.has(subscriptionOf(one) ?? ''))) {
        if (!(await isBeingPaid(stripe, invoice.id))) await closeInvoice(stripe, invoice)
      }
    },
    refundAll: (subscription, key) => refundAll(stripe, subscription, key),
  }
}

const invoicesOf = (stripe: Stripe, filter: InvoiceFilter) =>
  stripe.invoices
    .list({ ...('customer' in filter ? { customer: filter.customer } : filter), limit: 100 })
    .autoPagingToArray({ limit: maxPerCustomer })

/** Refunds name no amount, so that Stripe deducts earlier refunds. */
async function refundAll(stripe: Stripe, subscription: string, key: string): Promise<Refund> {
  let total = null as Refund
  let unsettledId: string | null = null
  for (const listed of await translateErrors(invoicesOf(stripe, { subscription }))) {
    if (isCollectable(listed) && (await isBeingPaid(stripe, listed.id))) {
      unsettledId = listed.id
      continue
    }
    const invoice = isCollectable(listed) ? await closeInvoice(stripe, listed) : listed
    if (invoice.amount_paid === 0) continue
    const payments = stripe.invoicePayments.list({ invoice: invoice.id, status: 'paid', limit: 100 })
    for (const payment of await translateErrors(payments.autoPagingToArray({ limit: maxPerCustomer }))) {
      const paymentId = paymentIdOf(payment)
      if (!paymentId || !payment.amount_paid) continue
      const idempotencyKey = payment.is_default ? `${key}-${invoice.id}` : `${key}-${invoice.id}-${payment.id}`
      const amount = await refundPayment({ stripe, payment: paymentId, paid: payment.amount_paid, idempotencyKey })
      total = { amount: (total?.amount ?? 0) + amount, currency: invoice.currency.toUpperCase() }
    }
  }
  if (unsettledId) throw new ApiFailure('provider-unavailable', { cause: new Error(`${unsettledId} is being paid`) })
  return total
}

const isCollectable = ({ status }: Stripe.Invoice) => status !== 'paid' && status !== 'void'

/** Some payments take days. */
async function isBeingPaid(stripe: Stripe, invoice: string): Promise<boolean> {
  const expand = ['data.payment.payment_intent']
  const { data } = await translateErrors(stripe.invoicePayments.list({ invoice, status: 'open', expand, limit: 100 }))
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
    const current = await stripe.invoices.retrieve(id)
    if (!isCollectable(current)) return current
    if (await isBeingPaid(stripe, id)) throw new ApiFailure('provider-unavailable', { cause: error })
    throw error
  })
  return translateErrors(closed)
}

type PaymentId = { payment_intent: string } | { charge: string }

function paymentIdOf({ payment }: Stripe.InvoicePayment): PaymentId | null {
  if (payment.payment_intent) return { payment_intent: idOf(payment.payment_intent) }
  return payment.charge ? { charge: idOf(payment.charge) } : null
}

const hasFailed = (status: string | null) => status === 'failed' || status === 'canceled'

async function fetchRefunded(stripe: Stripe, payment: PaymentId): Promise<number> {
  const refunds = stripe.refunds.list({ ...payment, limit: 100 })
  const refundList = await translateErrors(refunds.autoPagingToArray({ limit: maxPerCustomer }))
  return refundList.filter(({ status }) => !hasFailed(status)).reduce((sum, { amount }) => sum + amount, 0)
}

/** Already refunded, here, by hand or by the bank. */
const alreadyRefundedCodes = /^(charge_already_refunded|charge_disputed|refund_disputed_payment)$/

type PaymentRefund = { stripe: Stripe; payment: PaymentId; paid: number; idempotencyKey: string }

/** Refunds the rest of one payment. Returns the total refunded, in minor units. */
async function refundPayment({ stripe, payment, paid, idempotencyKey }: PaymentRefund): Promise<number> {
  const before = await fetchRefunded(stripe, payment)
  if (before >= paid) return before
  const create = (key: string) => stripe.refunds.create({ ...payment, reason: 'duplicate' }, { idempotencyKey: key })
  const created = await translateErrors(
    withIdempotencyKey(idempotencyKey, create).catch((error: unknown) => {
      if (error instanceof Stripe.errors.StripeError && alreadyRefundedCodes.test(error.code ?? '')) return null
      throw error
    }),
  )
  if (created && hasFailed(created.status)) {
    throw new ApiFailure('provider-unavailable', { cause: new Error(`refund ${created.id} ${created.status}`) })
  }
  return fetchRefunded(stripe, payment)
}
