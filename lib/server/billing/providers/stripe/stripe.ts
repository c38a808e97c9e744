import 'server-only'
import { createHash } from 'node:crypto'
import Stripe from 'stripe'
import type { PlanOffer } from '@/lib/contract/plan'
import type { StripeEnv } from '@/lib/env'
import { maxEvents, withTimeouts } from '@/lib/server/billing/providers/calls'
import {
  expiredCheckout,
  withPromotionCodes,
  type BillingProvider,
  type Purchase,
} from '@/lib/server/billing/providers/provider'
import { log } from '@/lib/server/observability/log'
import {
  translateErrors,
  translateCustomerErrors,
  nullIfMissing,
  retryWhileInProgress,
  stripeClient,
  withIdempotencyKey,
} from './client'
import { invoiceMethods } from './invoices'
import { customerOfEvent, toCheckout, toOffer, whyNotOffered } from './mapping'
import { stripeOwnership, subscriptionMethods } from './subscriptions'

export function stripeProvider(settings: StripeEnv): BillingProvider {
  const stripe = stripeClient(settings)
  const ownership = stripeOwnership(stripe, settings)
  return withTimeouts({
    name: 'stripe',
    ...customerMethods(stripe),
    ...checkoutMethods(stripe, settings),
    ...subscriptionMethods(stripe, ownership),
    ...invoiceMethods(stripe, ownership),
  })
}

/** Seconds for which Stripe keeps events. */
const maxEventAge = 30 * 86_400

function customerKey(uid: string, email: string | null, generation: number): string {
  const user = `${uid}\n${email}${generation > 0 ? `\n${generation}` : ''}`
  return `customer-${createHash('sha256').update(user).digest('hex')}`
}

type CustomerMethods = 'createCustomer' | 'changeEmail' | 'portal' | 'missedCustomers'

function customerMethods(stripe: Stripe): Pick<BillingProvider, CustomerMethods> {
  return {
    async createCustomer({ uid, email, generation }) {
      const customer = { metadata: { uid }, ...(email && { email }) }
      const created = withIdempotencyKey(customerKey(uid, email, generation), (idempotencyKey) =>
        stripe.customers.create(customer, { idempotencyKey }),
      )
      return (await translateErrors(created)).id
    },
    async changeEmail(customerId, email) {
      await translateErrors(nullIfMissing(stripe.customers.update(customerId, { email })))
    },
    async portal(customerId, returnUrl) {
      const session = await translateCustomerErrors(
        stripe.billingPortal.sessions.create({ customer: customerId, return_url: returnUrl }),
      )
      return session.url
    },
    async missedCustomers(since) {
      const oldest = Math.floor(Date.now() / 1000) - maxEventAge
      const gte = Math.max(Math.floor(since.getTime() / 1000), oldest)
      const missed = stripe.events.list({ delivery_success: false, created: { gte }, limit: 100 })
      const events = await translateErrors(missed.autoPagingToArray({ limit: maxEvents }))
      return [...new Set(events.map(customerOfEvent).filter((id) => id !== null))]
    },
  }
}

const pageOptions = ({ ui, successUrl, cancelUrl }: Purchase) =>
  ui === 'embedded'
    ? { ui_mode: 'embedded_page' as const, return_url: successUrl }
    : { success_url: successUrl, cancel_url: cancelUrl }

/** Stores the address, so that renewals are taxed as well. */
const taxOptions = { automatic_tax: { enabled: true }, customer_update: { address: 'auto' as const } }

/** A wrong id must not hide the other prices. */
async function retrieveOffer(stripe: Stripe, id: string, addsTax: boolean): Promise<PlanOffer | null> {
  const price = await translateErrors(nullIfMissing(stripe.prices.retrieve(id, { expand: ['product'] })))
  if (!price) {
    log().warn({ price: id }, 'STRIPE_PRICE_IDS names a price that Stripe does not know')
    return null
  }
  const reason = whyNotOffered(price)
  if (reason) log().warn({ price: price.id, why: reason }, 'STRIPE_PRICE_IDS names a price that is not on offer')
  return toOffer(price, addsTax)
}

type CheckoutMethods = 'offers' | 'openCheckout' | 'retrieveCheckout' | 'closeCheckout'

function checkoutMethods(stripe: Stripe, settings: StripeEnv): Pick<BillingProvider, CheckoutMethods> {
  const { sessions } = stripe.checkout
  return {
    async offers() {
      const offers = await Promise.all(settings.priceIds.map((id) => retrieveOffer(stripe, id, settings.automaticTax)))
      return withPromotionCodes(offers, settings.promotionCodes)
    },
    async openCheckout(purchase) {
      const { uid, customerId, priceId, currency, trialDays, key } = purchase
      const create = () =>
        sessions.create(
          {
            mode: 'subscription',
            customer: customerId,
            client_reference_id: uid,
            line_items: [{ price: priceId, quantity: 1 }],
            // Otherwise Stripe may choose one by the visitor's country.
            currency: currency.toLowerCase(),
            adaptive_pricing: { enabled: false },
            ...pageOptions(purchase),
            ...(settings.automaticTax && taxOptions),
            ...(settings.promotionCodes && { allow_promotion_codes: true }),
            subscription_data: { metadata: { uid }, ...(trialDays > 0 && { trial_period_days: trialDays }) },
          },
          { idempotencyKey: key },
        )
      return toCheckout(await translateCustomerErrors(retryWhileInProgress(create)))
    },
    async retrieveCheckout(id) {
      const session = await translateErrors(nullIfMissing(sessions.retrieve(id)))
      return session ? toCheckout(session) : expiredCheckout(id)
    },
    async closeCheckout(id) {
      const expired = sessions.expire(id).catch((error: unknown) => {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
      })
      await translateErrors(expired)
    },
  }
}
