import 'server-only'
import type Stripe from 'stripe'
import type { StripeEnv } from '@/lib/env'
import { mostOfOne } from '@/lib/server/billing/providers/timeouts'
import { cached, logForeign, unknownCustomer, type KnownCustomer } from '@/lib/server/billing/providers/ownership'
import { CustomerMissing } from '@/lib/server/billing/providers/provider'
import { ask, askOfCustomer, isMissing } from './client'

/** A subscription of this site, and the item of it that this site sells. */
export type OwnSubscription = { subscription: Stripe.Subscription; item: Stripe.SubscriptionItem | undefined }

export type StripeOwnership = {
  /** Divides all that a customer ever had, ended ones too; nothing for a customer that Stripe does not know. */
  divide(customerId: string, known: KnownCustomer): Promise<{ own: OwnSubscription[]; foreign: string[] }>
  /** The item that this site sells of a subscription that is known to be its own. */
  itemOf(subscription: Stripe.Subscription): Promise<Stripe.SubscriptionItem | undefined>
}

const idOf = (value: string | { id: string }) => (typeof value === 'string' ? value : value.id)

/** Our checkout writes the buyer's uid; another product may write a uid of its own under the same name. */
function isBoughtHere({ metadata, customer }: Stripe.Subscription, known: KnownCustomer): boolean {
  const owner = typeof customer === 'string' || customer.deleted ? undefined : customer.metadata.uid
  const uid = known.uid ?? owner
  return Boolean(uid) && metadata.uid === uid
}

/** Recognises subscriptions by what our checkout wrote, by prices sold here, or by the products of those prices. */
export function stripeOwnership(stripe: Stripe, settings: StripeEnv): StripeOwnership {
  const prices = new Set([...settings.priceIds, ...settings.formerPriceIds])
  const productOf = cached((price: string) =>
    ask(
      stripe.prices.retrieve(price).then(
        ({ product }) => idOf(product),
        (error: unknown) => {
          if (isMissing(error)) return null
          throw error
        },
      ),
    ),
  )

  async function soldItem({ items: { data } }: Stripe.Subscription, { boughtPrices }: KnownCustomer) {
    const onOffer = data.find(({ price }) => prices.has(price.id))
    if (onOffer || data.length === 0) return onOffer
    const bought = await boughtPrices()
    const boughtHere = data.find(({ price }) => bought.has(price.id))
    if (boughtHere) return boughtHere
    const products = new Set(await Promise.all([...prices].map(productOf)))
    return data.find(({ price }) => products.has(idOf(price.product)))
  }

  /** The metadata decides without a further call where there is one item only. */
  async function ownItem(subscription: Stripe.Subscription, known: KnownCustomer) {
    const [first, ...others] = subscription.items.data
    return others.length === 0 ? first : ((await soldItem(subscription, known)) ?? first)
  }

  return {
    async divide(customerId, known) {
      const listed = stripe.subscriptions.list({
        customer: customerId,
        status: 'all',
        limit: 100,
        expand: ['data.latest_invoice', 'data.customer'],
      })
      const all = await askOfCustomer(listed.autoPagingToArray({ limit: mostOfOne })).catch(noneIfMissing)
      const own: OwnSubscription[] = []
      const foreign: string[] = []
      for (const subscription of all) {
        const isOwn = isBoughtHere(subscription, known)
        const item = await (isOwn ? ownItem : soldItem)(subscription, known)
        if (isOwn || item) own.push({ subscription, item })
        else {
          foreign.push(subscription.id)
          const named = subscription.items.data.map(({ price }) => price.id)
          logForeign('stripe', subscription.id, named)
        }
      }
      return { own, foreign }
    },
    itemOf: (subscription) => ownItem(subscription, unknownCustomer),
  }
}

/** A customer that is not there has nothing. */
function noneIfMissing(error: unknown): [] {
  if (error instanceof CustomerMissing) return []
  throw error
}
