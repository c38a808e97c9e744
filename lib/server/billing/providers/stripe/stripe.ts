import 'server-only'
import { createHash } from 'node:crypto'
import Stripe from 'stripe'
import * as z from 'zod'
import { taxBehavior, type PlanOffer } from '@/lib/contract/plan'
import { providerLocale } from '@/lib/contract/plan-words'
import type { StripeEnv } from '@/lib/env'
import type { Locale } from '@/lib/locales'
import {
  withTimeouts,
  expiredCheckout,
  listOffers,
  type BillingProvider,
  type ProviderCheckout,
  type Purchase,
} from '@/lib/server/billing/providers/provider'
import {
  translateErrors,
  translateCustomerErrors,
  nullIfMissing,
  retryWhileInProgress,
  stripeClient,
  withIdempotencyKey,
} from './client'
import { invoiceMethods } from './invoices'
import { subscriptionMethods, toPrice } from './subscriptions'

export function stripeProvider(settings: StripeEnv): BillingProvider {
  const stripe = stripeClient(settings)
  return withTimeouts({
    name: 'stripe',
    ...customerMethods(stripe),
    ...checkoutMethods(stripe, settings),
    ...subscriptionMethods(stripe, settings),
    ...invoiceMethods(stripe),
  })
}

function customerKey(uid: string, email: string | null, generation: number): string {
  const user = `${uid}\n${email}${generation > 0 ? `\n${generation}` : ''}`
  return `customer-${createHash('sha256').update(user).digest('hex')}`
}

function customerMethods(stripe: Stripe): Pick<BillingProvider, 'saveCustomer' | 'portal'> {
  return {
    async saveCustomer({ uid, email, generation, customerId }) {
      const address = email ? { email } : {}
      if (customerId) {
        await translateErrors(nullIfMissing(stripe.customers.update(customerId, address)))
        return customerId
      }
      const created = withIdempotencyKey(customerKey(uid, email, generation), (idempotencyKey) =>
        stripe.customers.create({ metadata: { uid }, ...address }, { idempotencyKey }),
      )
      return (await translateErrors(created)).id
    },
    async portal(customer, returnUrl, locale) {
      const options = { customer, return_url: returnUrl, ...languageOption(locale) }
      const session = stripe.billingPortal.sessions.create(options)
      return (await translateCustomerErrors(session)).url
    },
  }
}

const languageOption = (locale: Locale | null | undefined) => (locale ? { locale: providerLocale(locale) } : {})

const pageOptions = ({ ui, successUrl, cancelUrl }: Purchase) =>
  ui === 'embedded'
    ? { ui_mode: 'embedded_page' as const, return_url: successUrl }
    : { success_url: successUrl, cancel_url: cancelUrl }

/** Stores the address, so that renewals are taxed as well. */
const taxOptions = { automatic_tax: { enabled: true }, customer_update: { address: 'auto' as const } }

/**
 * @param price with expanded product
 * @param addsTax whether checkouts add exclusive tax
 * @returns the offer, or the reason why there is none, worded to follow “but”
 */
export function toOffer(price: Stripe.Price, addsTax: boolean): PlanOffer | string {
  const { active, recurring, product, unit_amount } = price
  if (!active) return 'it is not active there'
  if (!recurring) return 'it is a one-time price'
  if (typeof product === 'string' || product.deleted) return 'its product was deleted there'
  if (product.active === false) return 'its product is not active there'
  if (recurring.usage_type === 'metered') return 'what it charges depends on use'
  if (unit_amount === null) return 'it has no fixed amount'
  const recurringPrice = toPrice(price)
  if (!recurringPrice) return 'it is not charged by one month or one year'
  const { id, ...terms } = recurringPrice
  const tax = taxBehavior.catch('unspecified').parse(price.tax_behavior)
  return {
    priceId: id,
    provider: 'stripe',
    product: { id: product.id, name: product.name },
    ...terms,
    trialDays: Math.max(0, Math.trunc(Number(price.metadata.trial_days ?? 0)) || 0),
    taxBehavior: tax === 'exclusive' && !addsTax ? 'unspecified' : tax,
  }
}

const checkoutState = z.enum(['open', 'complete', 'expired'])

function toCheckout(session: Stripe.Checkout.Session): ProviderCheckout {
  const { id, url, ui_mode: ui, client_secret: clientSecret } = session
  return {
    id,
    state: checkoutState.catch('open').parse(session.status),
    expiresAt: new Date(session.expires_at * 1000),
    answer: ui === 'embedded_page' ? { id, url: null, clientSecret } : { id, url },
  }
}

function checkoutMethods(
  stripe: Stripe,
  settings: StripeEnv,
): Pick<BillingProvider, 'offers' | 'openCheckout' | 'findCheckout'> {
  const { sessions } = stripe.checkout
  return {
    async offers() {
      const retrieveOffer = async (id: string) => {
        const price = await translateErrors(nullIfMissing(stripe.prices.retrieve(id, { expand: ['product'] })))
        return price && toOffer(price, settings.automaticTax)
      }
      return listOffers('STRIPE_PRICE_IDS', settings.priceIds, { retrieveOffer, ...settings })
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
            ...languageOption(purchase.locale),
            ...(settings.automaticTax && taxOptions),
            ...(settings.promotionCodes && { allow_promotion_codes: true }),
            subscription_data: { metadata: { uid }, ...(trialDays > 0 && { trial_period_days: trialDays }) },
          },
          { idempotencyKey: key },
        )
      return toCheckout(await translateCustomerErrors(retryWhileInProgress(create)))
    },
    async findCheckout(id, close) {
      const expire = async () => {
        // Stripe refuses to close a page that is not open.
        const closed = sessions.expire(id).catch((error: unknown) => {
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
        })
        return (await closed) ?? sessions.retrieve(id)
      }
      const session = await translateErrors(nullIfMissing(close ? expire() : sessions.retrieve(id)))
      return session ? toCheckout(session) : expiredCheckout(id)
    },
  }
}

/** Events that the endpoint at Stripe must send. */
export const neededEvents = [
  'checkout.session.completed',
  'checkout.session.expired',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'customer.deleted',
  'customer.updated',
  'customer.discount.created',
  'customer.discount.updated',
  'customer.discount.deleted',
  'invoiceitem.created',
  'invoiceitem.deleted',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'charge.refunded',
  'charge.dispute.created',
] as const

const isRelevant = (type: string) =>
  neededEvents.some((needed) => needed === type) || /^customer\.subscription\.\w+$/.test(type)

/** Databases refuse control characters such as NUL. */
const eventId = z.string().regex(/^\P{Cc}{1,255}$/u)

const event = z.object({
  type: z.string(),
  data: z.object({
    object: z.object({
      object: z.string().optional().catch(undefined),
      id: eventId.optional().catch(undefined),
      customer: eventId
        .or(z.object({ id: eventId }))
        .nullish()
        .catch(null),
    }),
  }),
})

/** Null if the event is irrelevant. Its shape follows the endpoint's API version. */
export function customerOfEvent(received: unknown): string | null {
  const { data } = event.safeParse(received)
  if (!data || !isRelevant(data.type)) return null
  const { object } = data.data
  const customer = object.object === 'customer' ? object : object.customer
  return typeof customer === 'string' ? customer : (customer?.id ?? null)
}
