import 'server-only'
import type Stripe from 'stripe'
import type { StripeEnv } from '@/lib/env'
import { maxPerCustomer } from '@/lib/server/billing/providers/calls'
import { cached, logForeign, unknownCustomer, type KnownCustomer } from '@/lib/server/billing/providers/ownership'
import type { BillingProvider, ProviderSubscription } from '@/lib/server/billing/providers/provider'
import { withCharges } from './charges'
import { ask, askOfCustomer, ignoreMissing, isMissing, noneIfMissing } from './client'
import { idOf, toSubscription } from './shapes'

type Item = Stripe.SubscriptionItem
type OwnSubscription = { subscription: Stripe.Subscription; item: Item | undefined }

/** The checkout of this site stores the buyer's uid. Other products may store uids of their own under that name. */
function isBoughtHere({ metadata, customer }: Stripe.Subscription, known: KnownCustomer): boolean {
  const owner = typeof customer === 'string' || customer.deleted ? undefined : customer.metadata.uid
  const uid = known.uid ?? owner
  return Boolean(uid) && metadata.uid === uid
}

/** Recognises subscriptions of this site by the checkout's metadata, by prices sold here, or by their products. */
export function stripeOwnership(stripe: Stripe, settings: StripeEnv) {
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

  async function ownItem(subscription: Stripe.Subscription, known = unknownCustomer): Promise<Item | undefined> {
    const [first, ...others] = subscription.items.data
    return others.length === 0 ? first : ((await soldItem(subscription, known)) ?? first)
  }

  async function divide(customerId: string, known: KnownCustomer) {
    const list = stripe.subscriptions.list({
      customer: customerId,
      status: 'all',
      limit: 100,
      expand: ['data.latest_invoice', 'data.customer'],
    })
    const all = await askOfCustomer(list.autoPagingToArray({ limit: maxPerCustomer })).catch(noneIfMissing)
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
  }

  async function ownIds(customerId: string, known = unknownCustomer): Promise<Set<string>> {
    const { own } = await divide(customerId, known)
    return new Set(own.map(({ subscription }) => subscription.id))
  }

  return { divide, ownItem, ownIds }
}

export type StripeOwnership = ReturnType<typeof stripeOwnership>

/** An open invoice may still be charged, and a customer may have a credit. */
const expand = ['latest_invoice', 'customer']

type Methods = 'subscriptions' | 'foreignSubscriptions' | 'cancelAtPeriodEnd' | 'resume' | 'cancelNow'

export function subscriptionMethods(stripe: Stripe, ownership: StripeOwnership): Pick<BillingProvider, Methods> {
  const read = async (found: Stripe.Subscription): Promise<ProviderSubscription> => {
    const item = await ownership.ownItem(found)
    const [subscription] = await withCharges(stripe, [found], (one) => toSubscription(one, item))
    return subscription ?? { ...toSubscription(found, item), nextCharge: null, adjusted: true }
  }
  return {
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
      // The portal schedules an end by date alone, and Stripe accepts only one of the two at a time.
      const { cancel_at_period_end } = await ask(stripe.subscriptions.retrieve(id))
      const change = cancel_at_period_end ? { cancel_at_period_end: false } : { cancel_at: '' as const }
      return read(await ask(stripe.subscriptions.update(id, { ...change, expand })))
    },
    cancelNow: (id) => ask(ignoreMissing(stripe.subscriptions.cancel(id, { prorate: false }))),
  }
}
