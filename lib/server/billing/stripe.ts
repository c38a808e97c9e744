import 'server-only'
import { createHash } from 'node:crypto'
import Stripe from 'stripe'
import { z } from 'zod'
import { interval, taxBehavior, type PlanOffer, type Price } from '@/lib/contract/plan'
import type { StripeEnv } from '@/lib/env'
import { type BillingProvider, type ProviderCheckout, type ProviderSubscription } from './provider'
import { stripeState } from './state'
import { ask, stripeClient } from './stripe-client'

const date = (seconds: number | null | undefined) => (seconds ? new Date(seconds * 1000) : null)
const idOf = (value: string | { id: string }) => (typeof value === 'string' ? value : value.id)
const nothing = () => {}

/** The same person with the same address makes the same customer, however often the call is repeated. */
const customerKey = (uid: string, email: string | null) =>
  `customer-${createHash('sha256').update(`${uid}\n${email}`).digest('hex')}`

function toPrice(price: Stripe.Price): Price | null {
  const unit = interval.safeParse(price.recurring?.interval)
  if (price.unit_amount === null || !unit.success) return null
  return { id: price.id, amount: price.unit_amount, currency: price.currency.toUpperCase(), interval: unit.data }
}

function toOffer(price: Stripe.Price): PlanOffer | null {
  const product = price.product
  const known = toPrice(price)
  if (!known || !price.active || typeof product === 'string' || product.deleted) return null
  return {
    priceId: known.id,
    provider: 'stripe',
    product: { id: product.id, name: product.name },
    interval: known.interval,
    amount: known.amount,
    currency: known.currency,
    trialDays: Math.max(0, Math.trunc(Number(price.metadata.trial_days ?? 0)) || 0),
    taxBehavior: taxBehavior.catch('unspecified').parse(price.tax_behavior),
  }
}

function toSubscription(found: Stripe.Subscription): ProviderSubscription {
  const items = found.items.data
  const price = items[0]?.price
  // The period's end stands on the items; a cancellation by date comes before it.
  const periodEnd = found.cancel_at ?? (items.length ? Math.max(...items.map((item) => item.current_period_end)) : null)
  return {
    id: found.id,
    customerId: idOf(found.customer),
    productIdentifier: price ? idOf(price.product) : null,
    price: price ? toPrice(price) : null,
    ...stripeState(found.status, found.cancel_at_period_end || found.cancel_at !== null),
    currentPeriodEnd: date(found.ended_at ?? periodEnd),
    trialEnd: date(found.trial_end),
    startedAt: new Date(found.created * 1000),
  }
}

const checkoutState = z.enum(['open', 'complete', 'expired'])

function toCheckout(session: Stripe.Checkout.Session): ProviderCheckout {
  return {
    id: session.id,
    state: checkoutState.catch('open').parse(session.status),
    expiresAt: new Date(session.expires_at * 1000),
    answer: { id: session.id, url: session.url },
  }
}

/** Stripe behind the provider interface. */
export function stripeProvider(settings: StripeEnv): BillingProvider {
  const stripe = stripeClient(settings)
  return {
    name: 'stripe',
    async offers() {
      const prices = await Promise.all(
        settings.priceIds.map((id) => ask(stripe.prices.retrieve(id, { expand: ['product'] }))),
      )
      return prices.map(toOffer).filter((offer) => offer !== null)
    },
    async createCustomer({ uid, email }) {
      const customer = await ask(
        stripe.customers.create(
          { metadata: { uid }, ...(email && { email }) },
          { idempotencyKey: customerKey(uid, email) },
        ),
      )
      return customer.id
    },
    async openCheckout(purchase) {
      const session = await ask(
        stripe.checkout.sessions.create(
          {
            mode: 'subscription',
            customer: purchase.customerId,
            client_reference_id: purchase.uid,
            line_items: [{ price: purchase.priceId, quantity: 1 }],
            success_url: purchase.successUrl,
            cancel_url: purchase.cancelUrl,
            subscription_data: {
              metadata: { uid: purchase.uid },
              ...(purchase.trialDays > 0 && { trial_period_days: purchase.trialDays }),
            },
          },
          { idempotencyKey: purchase.key },
        ),
      )
      return toCheckout(session)
    },
    async checkout(id) {
      return toCheckout(await ask(stripe.checkout.sessions.retrieve(id)))
    },
    async closeCheckout(id) {
      const expired = stripe.checkout.sessions.expire(id).then(nothing, (error: unknown) => {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
      })
      await ask(expired)
    },
    async subscriptions(customerId) {
      const found = stripe.subscriptions.list({ customer: customerId, status: 'all', limit: 100 })
      return (await ask(found.autoPagingToArray({ limit: 1000 }))).map(toSubscription)
    },
    async cancelAtPeriodEnd(id) {
      return toSubscription(await ask(stripe.subscriptions.update(id, { cancel_at_period_end: true })))
    },
    async resume(id) {
      // The portal schedules an end by date alone, and Stripe takes only one of the two at a time.
      const { cancel_at_period_end } = await ask(stripe.subscriptions.retrieve(id))
      const change = cancel_at_period_end ? { cancel_at_period_end: false } : { cancel_at: '' as const }
      return toSubscription(await ask(stripe.subscriptions.update(id, change)))
    },
    async cancelNow(id) {
      const cancelled = stripe.subscriptions.cancel(id, { prorate: false }).then(nothing, (error: unknown) => {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
      })
      await ask(cancelled)
    },
    async portal(customerId, returnUrl) {
      const session = await ask(stripe.billingPortal.sessions.create({ customer: customerId, return_url: returnUrl }))
      return session.url
    },
    async invoices(customerId) {
      const { data } = await ask(stripe.invoices.list({ customer: customerId, limit: 24 }))
      return data.map((invoice) => ({
        id: invoice.id,
        date: new Date(invoice.created * 1000).toISOString(),
        amount: invoice.total,
        currency: invoice.currency.toUpperCase(),
        status: invoice.status ?? 'draft',
        url: invoice.hosted_invoice_url ?? null,
      }))
    },
  }
}
