import 'server-only'
import type Chargebee from 'chargebee'
import type { Customer, Subscription } from 'chargebee'
import type { ChargebeeEnv } from '@/lib/env'
import { maxPerCustomer } from '@/lib/server/billing/providers/calls'
import { cached, logForeign, unknownCustomer, type KnownCustomer } from '@/lib/server/billing/providers/ownership'
import type { BillingProvider, ProviderSubscription } from '@/lib/server/billing/providers/provider'
import { chargesOf } from './charges'
import { ask, askForAll, ignoreNotFound, refusalCode } from './client'
import { planItems, toSubscription } from './shapes'

type PlanItem = ReturnType<typeof planItems>[number]

type OwnSubscription = { subscription: Subscription; customer: Customer; plan: PlanItem }

/** Hosted pages cannot store metadata on a subscription, and other products may share addons and charges. */
export function chargebeeOwnership(chargebee: Chargebee, settings: ChargebeeEnv) {
  const prices = new Set([...settings.itemPriceIds, ...settings.formerItemPriceIds])
  const itemOf = cached((itemPrice: string) =>
    ask(
      chargebee.itemPrice.retrieve(itemPrice).then(
        ({ item_price }) => item_price.item_id ?? null,
        (error: unknown) => {
          if (refusalCode(error) === 'resource_not_found') return null
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

  async function ownPlan(subscription: Subscription): Promise<PlanItem | undefined> {
    const [first, ...others] = planItems(subscription)
    return others.length === 0 ? first : ((await soldPlan(subscription, unknownCustomer)) ?? first)
  }

  async function divide(customerId: string, known: KnownCustomer) {
    const all = await askForAll(maxPerCustomer, (offset) =>
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
  }

  async function ownIds(customerId: string, known = unknownCustomer): Promise<Set<string>> {
    const { own } = await divide(customerId, known)
    return new Set(own.map(({ subscription }) => subscription.id))
  }

  return { divide, ownPlan, ownIds }
}

export type ChargebeeOwnership = ReturnType<typeof chargebeeOwnership>

type Methods = 'subscriptions' | 'foreignSubscriptions' | 'cancelAtPeriodEnd' | 'resume' | 'cancelNow'

export function subscriptionMethods(
  chargebee: Chargebee,
  ownership: ChargebeeOwnership,
): Pick<BillingProvider, Methods> {
  const read = async ({ subscription, customer }: { subscription: Subscription; customer: Customer }) => ({
    ...toSubscription(subscription, await ownership.ownPlan(subscription)),
    ...(await chargesOf(chargebee, subscription, customer)),
  })

  /** Chargebee refuses to repeat a change: then the present state is the answer, if it is the wanted one. */
  async function unlessDone<T>(id: string, change: Promise<T>, isDone: (found: ProviderSubscription) => boolean) {
    try {
      return await change
    } catch (error) {
      if (refusalCode(error) !== 'invalid_state_for_request') return ask<T>(Promise.reject(error))
      const found = await read(await ask(chargebee.subscription.retrieve(id)))
      return isDone(found) ? found : ask<T>(Promise.reject(error))
    }
  }

  return {
    async subscriptions(customerId, known = unknownCustomer) {
      const { own } = await ownership.divide(customerId, known)
      return Promise.all(
        own.map(async ({ subscription, customer, plan }) => ({
          ...toSubscription(subscription, plan),
          ...(await chargesOf(chargebee, subscription, customer)),
        })),
      )
    },
    async foreignSubscriptions(customerId, known = unknownCustomer) {
      return (await ownership.divide(customerId, known)).foreign
    },
    cancelAtPeriodEnd(id) {
      const change = chargebee.subscription.cancelForItems(id, { cancel_option: 'end_of_term', end_of_term: true })
      return unlessDone(id, change.then(read), ({ isUnSubscribed, access }) => isUnSubscribed && access)
    },
    resume(id) {
      const change = chargebee.subscription.removeScheduledCancellation(id, {})
      return unlessDone(id, change.then(read), ({ isUnSubscribed, endsAt }) => !isUnSubscribed && endsAt === null)
    },
    async cancelNow(id) {
      const change = chargebee.subscription.cancelForItems(id, {
        end_of_term: false,
        credit_option_for_current_term_charges: 'none',
        // Nothing unpaid may be collected for an ended plan.
        account_receivables_handling: 'write_off',
      })
      await unlessDone(id, ignoreNotFound(change), ({ status }) => status === 'canceled')
    },
  }
}
