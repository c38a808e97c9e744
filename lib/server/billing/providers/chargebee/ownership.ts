import 'server-only'
import type Chargebee from 'chargebee'
import type { Customer, Subscription } from 'chargebee'
import type { ChargebeeEnv } from '@/lib/env'
import { mostOfOne } from '@/lib/server/billing/providers/timeouts'
import { ask, askForAll, refusedAs } from './client'
import { planItems } from './shapes'
import { cached, logForeign, unknownCustomer, type KnownCustomer } from '@/lib/server/billing/providers/ownership'

type PlanItem = ReturnType<typeof planItems>[number]

/** A subscription of this site, and the plan of it that this site sells. */
type OwnSubscription = { subscription: Subscription; customer: Customer; plan: PlanItem }

export type ChargebeeOwnership = {
  /** Divides all that a customer ever had, ended ones too; nothing for a customer that Chargebee does not know. */
  divide(customerId: string, known: KnownCustomer): Promise<{ own: OwnSubscription[]; foreign: string[] }>
  /** The plan that this site sells of a subscription that is known to be its own. */
  planOf(subscription: Subscription): Promise<PlanItem | undefined>
}

/**
 * Recognises subscriptions by plans sold here, or by the items of those plans. A hosted page can leave no metadata on
 * a subscription. Addons and charges do not count: other products may share them.
 */
export function chargebeeOwnership(chargebee: Chargebee, settings: ChargebeeEnv): ChargebeeOwnership {
  const prices = new Set([...settings.itemPriceIds, ...settings.formerItemPriceIds])
  const itemOf = cached((itemPrice: string) =>
    ask(
      chargebee.itemPrice.retrieve(itemPrice).then(
        ({ item_price }) => item_price.item_id ?? null,
        (error: unknown) => {
          if (refusedAs(error) === 'resource_not_found') return null
          throw error
        },
      ),
    ),
  )

  async function soldPlan(subscription: Subscription, { boughtPrices }: KnownCustomer) {
    const plans = planItems(subscription)
    const onOffer = plans.find(({ item_price_id: id }) => prices.has(id))
    if (onOffer || plans.length === 0) return onOffer
    const bought = await boughtPrices()
    const boughtHere = plans.find(({ item_price_id: id }) => bought.has(id))
    if (boughtHere) return boughtHere
    const [sold, items] = await Promise.all([
      Promise.all([...prices].map(itemOf)).then((all) => new Set(all)),
      Promise.all(plans.map(({ item_price_id: id }) => itemOf(id))),
    ])
    return plans.find((_, place) => items[place] && sold.has(items[place]))
  }

  return {
    async divide(customerId, known) {
      const all = await askForAll(mostOfOne, (offset) =>
        chargebee.subscription.list({ customer_id: { is: customerId }, include_deleted: true, limit: 100, offset }),
      )
      const own: OwnSubscription[] = []
      const foreign: string[] = []
      for (const { subscription, customer } of all) {
        const plan = await soldPlan(subscription, known)
        if (plan) own.push({ subscription, customer, plan })
        else {
          foreign.push(subscription.id)
          const named = (subscription.subscription_items ?? []).map(({ item_price_id: id }) => id)
          logForeign('chargebee', subscription.id, named)
        }
      }
      return { own, foreign }
    },
    async planOf(subscription) {
      const [first, ...others] = planItems(subscription)
      return others.length === 0 ? first : ((await soldPlan(subscription, unknownCustomer)) ?? first)
    },
  }
}
