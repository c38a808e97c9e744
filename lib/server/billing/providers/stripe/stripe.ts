import 'server-only'
import { createHash } from 'node:crypto'
import Stripe from 'stripe'
import type { PlanOffer } from '@/lib/contract/plan'
import type { StripeEnv } from '@/lib/env'
import { log } from '@/lib/server/observability/log'
import { bounded, mostEvents, mostOfOne } from '@/lib/server/billing/providers/timeouts'
import { unknownCustomer, type KnownCustomer } from '@/lib/server/billing/providers/ownership'
import {
  CustomerMissing,
  lostCheckout,
  mostInvoices,
  type BillingProvider,
  type ProviderSubscription,
  type Purchase,
} from '@/lib/server/billing/providers/provider'
import { ask, askOfCustomer, isMissing, outcomeOf, stripeClient, underKey } from './client'
import { withCharges } from './charge'
import { customerOfEvent } from './event'
import { stripeOwnership } from './ownership'
import { closeInvoices, hasBroughtIn, refundAll } from './refund'
import { subscriptionOf, toCheckout, toInvoice, toOffer, toSubscription, whyNotOffered } from './shapes'

const nothing = () => {}

/** What of a subscription comes whole: the invoice may still be charged, and the customer may have a credit. */
const expand = ['latest_invoice', 'customer']

/** Seconds for which Stripe keeps events that did not reach us. */
const eventsKept = 30 * 86_400

/** The same person with the same address makes the same customer, however often the call is repeated. */
function customerKey(uid: string, email: string | null, generation: number): string {
  const person = `${uid}\n${email}${generation > 0 ? `\n${generation}` : ''}`
  return `customer-${createHash('sha256').update(person).digest('hex')}`
}

/** Where the page is shown decides where it leads: an embedded one has one way back, for the one who paid. */
const pageOf = ({ ui, successUrl, cancelUrl }: Purchase) =>
  ui === 'embedded'
    ? { ui_mode: 'embedded_page' as const, return_url: successUrl }
    : { success_url: successUrl, cancel_url: cancelUrl }

/** Tax follows from where somebody lives: what they type is kept of them, so that renewals are taxed as well. */
const taxed = { automatic_tax: { enabled: true }, customer_update: { address: 'auto' as const } }

/** One id that is wrong must not take the other prices from the page. */
function noneIfUnknown(price: string): (error: unknown) => null {
  return (error) => {
    if (!isMissing(error)) throw error
    log().warn({ price }, 'STRIPE_PRICE_IDS names a price that Stripe does not know')
    return null
  }
}

/** A price as an offer. One that cannot be on offer is left out as well, and the log says why. */
function offerOf(price: Stripe.Price, addsTax: boolean): PlanOffer | null {
  const why = whyNotOffered(price)
  if (why) log().warn({ price: price.id, why }, 'STRIPE_PRICE_IDS names a price that is not on offer')
  return toOffer(price, addsTax)
}

/** A customer that is not there has nothing. */
function noneIfMissing(error: unknown): [] {
  if (error instanceof CustomerMissing) return []
  throw error
}

/** Stripe behind the provider interface. */
export function stripeProvider(settings: StripeEnv): BillingProvider {
  const stripe = stripeClient(settings)
  const ownership = stripeOwnership(stripe, settings)
  const read = async (found: Stripe.Subscription): Promise<ProviderSubscription> => {
    const item = await ownership.itemOf(found)
    const [told] = await withCharges(stripe, [found], (one) => toSubscription(one, item))
    return told ?? { ...toSubscription(found, item), nextCharge: null, adjusted: true }
  }
  const ownIds = async (customerId: string, known?: KnownCustomer) => {
    const { own } = await ownership.divide(customerId, known ?? unknownCustomer)
    return new Set(own.map(({ subscription }) => subscription.id))
  }
  return bounded({
    name: 'stripe',
    async offers() {
      const prices = await Promise.all(
        settings.priceIds.map((id) =>
          ask(stripe.prices.retrieve(id, { expand: ['product'] }).catch(noneIfUnknown(id))),
        ),
      )
      const offers = prices.map((price) => price && offerOf(price, settings.automaticTax))
      return offers.filter((offer) => offer !== null)
    },
    async createCustomer({ uid, email, generation }) {
      const person = { metadata: { uid }, ...(email && { email }) }
      const made = underKey(customerKey(uid, email, generation), (idempotencyKey) =>
        stripe.customers.create(person, { idempotencyKey }),
      )
      return (await ask(made)).id
    },
    async changeEmail(customerId, email) {
      const changed = stripe.customers.update(customerId, { email }).then(nothing, (error: unknown) => {
        if (!isMissing(error)) throw error
      })
      await ask(changed)
    },
    async openCheckout(purchase) {
      const session = () =>
        stripe.checkout.sessions.create(
          {
            mode: 'subscription',
            customer: purchase.customerId,
            client_reference_id: purchase.uid,
            line_items: [{ price: purchase.priceId, quantity: 1 }],
            ...pageOf(purchase),
            ...(settings.automaticTax && taxed),
            subscription_data: {
              metadata: { uid: purchase.uid },
              ...(purchase.trialDays > 0 && { trial_period_days: purchase.trialDays }),
            },
          },
          { idempotencyKey: purchase.key },
        )
      return toCheckout(await askOfCustomer(outcomeOf(session)))
    },
    async checkout(id) {
      const found = stripe.checkout.sessions.retrieve(id).then(toCheckout, (error: unknown) => {
        if (isMissing(error)) return lostCheckout(id)
        throw error
      })
      return ask(found)
    },
    async closeCheckout(id) {
      const expired = stripe.checkout.sessions.expire(id).then(nothing, (error: unknown) => {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
      })
      await ask(expired)
    },
    async subscriptions(customerId, known = unknownCustomer) {
      const { own } = await ownership.divide(customerId, known)
      const items = new Map(own.map(({ subscription, item }) => [subscription.id, item]))
      const all = own.map(({ subscription }) => subscription)
      return withCharges(stripe, all, (one) => toSubscription(one, items.get(one.id)))
    },
    async foreignSubscriptions(customerId, known = unknownCustomer) {
      return (await ownership.divide(customerId, known)).foreign
    },
    async cancelAtPeriodEnd(id) {
      return read(await ask(stripe.subscriptions.update(id, { cancel_at_period_end: true, expand })))
    },
    async resume(id) {
      // The portal schedules an end by date alone, and Stripe takes only one of the two at a time.
      const { cancel_at_period_end } = await ask(stripe.subscriptions.retrieve(id))
      const change = cancel_at_period_end ? { cancel_at_period_end: false } : { cancel_at: '' as const }
      return read(await ask(stripe.subscriptions.update(id, { ...change, expand })))
    },
    async cancelNow(id) {
      const cancelled = stripe.subscriptions.cancel(id, { prorate: false }).then(nothing, (error: unknown) => {
        if (!isMissing(error)) throw error
      })
      await ask(cancelled)
    },
    hasBroughtIn: (id) => hasBroughtIn(stripe, id),
    async closeInvoices(of) {
      const own = () => ('customer' in of ? ownIds(of.customer, of.known) : Promise.resolve(new Set([of.subscription])))
      await closeInvoices(stripe, of, own).catch(noneIfMissing)
    },
    refundAll: (id, key) => refundAll(stripe, id, key),
    async missedCustomers(since) {
      const oldest = Math.floor(Date.now() / 1000) - eventsKept
      const gte = Math.max(Math.floor(since.getTime() / 1000), oldest)
      const missed = stripe.events.list({ delivery_success: false, created: { gte }, limit: 100 })
      const events = await ask(missed.autoPagingToArray({ limit: mostEvents }))
      return [...new Set(events.map(customerOfEvent).filter((id) => id !== null))]
    },
    async portal(customerId, returnUrl) {
      const session = await askOfCustomer(
        stripe.billingPortal.sessions.create({ customer: customerId, return_url: returnUrl }),
      )
      return session.url
    },
    async invoices(customerId, known) {
      const all = { customer: customerId, limit: 100 }
      // What was paid back is said by the charges alone, which know their payment and not its invoice.
      const found = Promise.all([
        stripe.invoices.list({ ...all, expand: ['data.payments'] }).autoPagingToArray({ limit: mostOfOne }),
        stripe.charges.list(all).autoPagingToArray({ limit: mostOfOne }),
      ])
      const [invoices, charges] = await askOfCustomer(found).catch((error: unknown) => [noneIfMissing(error), []])
      if (invoices.length === 0) return []
      const own = await ownIds(customerId, known)
      const ours = invoices.filter((invoice) => own.has(subscriptionOf(invoice) ?? ''))
      return ours.slice(0, mostInvoices).map((invoice) => toInvoice(invoice, charges))
    },
  })
}
