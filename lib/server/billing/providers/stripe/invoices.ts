import 'server-only'
import Stripe from 'stripe'
import type { Invoice } from '@/lib/contract/checkout'
import type { PricePreview } from '@/lib/contract/plan'
import {
  isBefore,
  maxPerCustomer,
  toDate,
  type BillingProvider,
  type Refund,
} from '@/lib/server/billing/providers/provider'
import { ApiFailure } from '@/lib/server/http/errors'
import { translateErrors, idOf, nullIfMissing, withIdempotencyKey } from './client'

export function invoiceMethods(stripe: Stripe): Pick<BillingProvider, 'invoices' | 'settle'> {
  return {
    async invoices(customer, subscriptionIds) {
      const all = { customer, limit: 100 }
      // Only charges list their refunds, and they name the payment, not the invoice.
      const lists = Promise.all([
        stripe.invoices.list({ ...all, expand: ['data.payments'] }).autoPagingToArray({ limit: maxPerCustomer }),
        stripe.charges.list(all).autoPagingToArray({ limit: maxPerCustomer }),
      ])
      const [found, charges] = (await translateErrors(nullIfMissing(lists))) ?? [[], []]
      return found.flatMap((one) => {
        const subscriptionId = subscriptionOf(one)
        if (subscriptionId === null || !subscriptionIds.includes(subscriptionId)) return []
        return [{ subscriptionId, paid: one.amount_paid > 0, invoice: toInvoice(one, charges) }]
      })
    },
    async settle(subscription, refundKey, from) {
      const invoices = stripe.invoices.list({ subscription, limit: 100 }).autoPagingToArray({ limit: maxPerCustomer })
      let total = null as Refund
      let unsettledId: string | null = null
      const all = await translateErrors(refundKey === null ? nullIfMissing(invoices) : invoices)
      for (const listed of all ?? []) {
        const isOpen = isCollectable(listed)
        if (isOpen && (await isBeingPaid(stripe, listed.id))) {
          unsettledId = listed.id
          continue
        }
        const invoice = isOpen ? await closeInvoice(stripe, listed) : listed
        if (refundKey === null || invoice.amount_paid === 0 || isBefore(from, invoice.created)) continue
        const reason = from ? 'requested_by_customer' : 'duplicate'
        const amount = await refundInvoice(stripe, invoice, { key: refundKey, reason })
        total = { amount: (total?.amount ?? 0) + amount, currency: invoice.currency.toUpperCase() }
      }
      if (refundKey !== null && unsettledId !== null) {
        throw new ApiFailure('provider-unavailable', { cause: new Error(`${unsettledId} is being paid`) })
      }
      return total
    },
  }
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

type RefundTerms = { key: string; reason: 'duplicate' | 'requested_by_customer' }

/** Refunds name no amount, so that Stripe deducts earlier refunds. Returns the total refunded, in minor units. */
async function refundInvoice(stripe: Stripe, { id }: Stripe.Invoice, terms: RefundTerms): Promise<number> {
  const list = stripe.invoicePayments.list({ invoice: id, status: 'paid', limit: 100 })
  let total = 0
  for (const payment of await translateErrors(list.autoPagingToArray({ limit: maxPerCustomer }))) {
    const key = payment.is_default ? `${terms.key}-${id}` : `${terms.key}-${id}-${payment.id}`
    total += await refundPayment(stripe, payment, { ...terms, key })
  }
  return total
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

/** Refunds the rest of one payment. Returns the total refunded, in minor units. */
async function refundPayment(
  stripe: Stripe,
  invoicePayment: Stripe.InvoicePayment,
  { key, reason }: RefundTerms,
): Promise<number> {
  const payment = paymentIdOf(invoicePayment)
  const paid = invoicePayment.amount_paid
  if (!payment || !paid) return 0
  const before = await fetchRefunded(stripe, payment)
  if (before >= paid) return before
  const create = (idempotencyKey: string) => stripe.refunds.create({ ...payment, reason }, { idempotencyKey })
  const created = await translateErrors(
    withIdempotencyKey(key, create).catch((error: unknown) => {
      if (error instanceof Stripe.errors.StripeError && alreadyRefundedCodes.test(error.code ?? '')) return null
      throw error
    }),
  )
  if (created && hasFailed(created.status)) {
    throw new ApiFailure('provider-unavailable', { cause: new Error(`refund ${created.id} ${created.status}`) })
  }
  return fetchRefunded(stripe, payment)
}

function refundedOf({ payments }: Stripe.Invoice, charges: Stripe.Charge[]): number {
  const paidBy = (payments?.data ?? []).map(({ payment }) => payment)
  const paymentIds = new Set(paidBy.flatMap((one) => [one.payment_intent, one.charge]).map((one) => one && idOf(one)))
  return charges
    .filter(({ id, payment_intent: intent }) => paymentIds.has(id) || (intent !== null && paymentIds.has(idOf(intent))))
    .reduce((sum, { amount_refunded: refunded }) => sum + refunded, 0)
}

function subscriptionOf({ parent }: Stripe.Invoice): string | null {
  const subscription = parent?.subscription_details?.subscription
  return subscription ? idOf(subscription) : null
}

function dueOf({ amount_remaining: due, next_payment_attempt: attempt }: Stripe.Invoice): Partial<Invoice> {
  const nextAttempt = toDate(attempt)?.toISOString()
  return due > 0 ? { due, ...(nextAttempt && { nextAttempt }) } : {}
}

/** @param charges of the customer, which list the refunds */
export function toInvoice(invoice: Stripe.Invoice, charges: Stripe.Charge[]): Invoice {
  const refunded = refundedOf(invoice, charges)
  const tax = (invoice.total_taxes ?? []).reduce((sum, { amount }) => sum + amount, 0)
  return {
    id: invoice.id,
    date: new Date(invoice.created * 1000).toISOString(),
    amount: invoice.total,
    currency: invoice.currency.toUpperCase(),
    status: invoice.status ?? 'draft',
    url: invoice.hosted_invoice_url ?? null,
    ...(tax > 0 && { tax }),
    ...(invoice.status === 'open' && dueOf(invoice)),
    ...(refunded > 0 && { refunded }),
  }
}

const hourSeconds = 3600

/** Credit is counted from the last full hour, so that a change costs what its preview showed. */
const prorationDate = ({ current_period_start: start }: Stripe.SubscriptionItem) =>
  Math.max(start, Math.floor(Date.now() / 1000 / hourSeconds) * hourSeconds)

type PriceUpdate = Pick<
  Stripe.SubscriptionUpdateParams,
  'items' | 'proration_behavior' | 'proration_date' | 'trial_end'
> & { items: { id: string; price: string }[]; trial_end?: number }

/** Another interval begins a new period at once. A trial keeps its end. */
export function priceUpdate(
  { status, trial_end: trialEnd }: Stripe.Subscription,
  item: Stripe.SubscriptionItem | undefined,
  price: string,
): PriceUpdate {
  const items = item ? [{ id: item.id, price }] : []
  if (status === 'trialing' && trialEnd !== null) return { items, proration_behavior: 'none', trial_end: trialEnd }
  return { items, proration_behavior: 'always_invoice', ...(item && { proration_date: prorationDate(item) }) }
}

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)

/** With the tax on top, without discounts. */
function lineTotal({ amount, taxes, discount_amounts: discounts }: Stripe.InvoiceLineItem): number {
  const added = (taxes ?? []).filter((tax) => tax.tax_behavior === 'exclusive')
  return amount + sum(added.map((tax) => tax.amount)) - sum((discounts ?? []).map((one) => one.amount))
}

const creditOf = ({ lines }: Stripe.Invoice) => -sum(lines.data.map(lineTotal).filter((amount) => amount < 0)) || 0

/** What an invoice charges before it deducts unused time. */
export const fullCharge = (invoice: Stripe.Invoice): number => invoice.total + creditOf(invoice)

/** @param invoice the one that the change makes at once; in a trial, the first one after it */
export function toPricePreview(
  invoice: Stripe.Invoice,
  { status, trial_end: trialEnd }: Stripe.Subscription,
): PricePreview {
  const { amount_due: due, total, starting_balance: balance, lines } = invoice
  const currency = invoice.currency.toUpperCase()
  const dateOf = (seconds: number) => new Date(seconds * 1000).toISOString()
  if (status === 'trialing' && trialEnd !== null) {
    return { dueNow: 0, credit: 0, currency, nextCharge: { amount: due, at: dateOf(trialEnd) } }
  }
  // Stripe counts what the customer has left as negative.
  const left = Math.max(0, -(balance + total))
  const end = Math.max(...lines.data.map(({ period }) => period.end))
  const amount = Math.max(0, fullCharge(invoice) - left)
  return { dueNow: due, credit: creditOf(invoice), currency, nextCharge: { amount, at: dateOf(end) } }
}
