/**
 * What is true about a person's plans, read from what the vendors hold and put in our words by rules of
 * its own: nothing of lib/server is asked, so that a mistake there is not repeated here.
 */
import type { Subscription as AtChargebee } from '@/local/chargebee/records'
import type { Subscription as AtStripe } from '@/local/stripe/records'
import { offerByItemPrice, offerByPrice } from '@/local/vendors/catalogue'
import type { Person } from './person'
import type { Vendor } from './world'

export type Truth = {
  store: Vendor
  id: string
  status: 'trialing' | 'active' | 'past_due' | 'canceled'
  isUnSubscribed: boolean
  access: boolean
  /** Whether something was unpaid, also when it ended. */
  unpaid: boolean
  /** Both ISO 8601; undefined where the vendor does not say, since the customer is gone there. */
  currentPeriodEnd: string | undefined
  trialEnd: string | null | undefined
  price: { id: string; amount: number; currency: string; interval: string } | null
  startedAt: number
}

const iso = (seconds: number) => new Date(seconds * 1000).toISOString()

type Stand = Pick<Truth, 'status' | 'isUnSubscribed' | 'access'>

const over: Stand = { status: 'canceled', isUnSubscribed: true, access: false }

/** An end after the period is no cancellation yet: the plan is charged again before it. */
const endsWithPeriod = ({ cancelAt, periodEnd }: AtStripe['term']) => cancelAt !== null && cancelAt <= periodEnd

function stripeStand({ term, cancelAtPeriodEnd }: AtStripe, now: number): Stand {
  if (term.endedAt !== null) return over
  const isUnSubscribed = cancelAtPeriodEnd || endsWithPeriod(term)
  const inTrial = term.trialEnd !== null && term.trialEnd > now
  return { status: term.pastDue ? 'past_due' : inTrial ? 'trialing' : 'active', isUnSubscribed, access: true }
}

/** At Chargebee a trial comes before everything. */
function chargebeeStand({ term }: AtChargebee, now: number): Stand {
  if (term.endedAt !== null) return over
  const isUnSubscribed = endsWithPeriod(term)
  if (term.trialEnd !== null && term.trialEnd > now) return { status: 'trialing', isUnSubscribed, access: true }
  return { status: term.pastDue ? 'past_due' : 'active', isUnSubscribed, access: true }
}

/** All that the person ever had, whatever became of it. */
export function truthOf(person: Person, now: number): Truth[] {
  const lost = person.lost()
  return person.held().map(({ vendor, subscription }) => {
    const { id, term, customer, created } = subscription
    const offer = vendor === 'stripe' ? offerByPrice(subscription.price) : offerByItemPrice(subscription.itemPrice)
    const stand = vendor === 'stripe' ? stripeStand(subscription, now) : chargebeeStand(subscription, now)
    const isLost = lost.has(customer)
    return {
      store: vendor,
      id,
      ...(isLost ? over : stand),
      unpaid: term.pastDue,
      currentPeriodEnd: isLost ? undefined : iso(term.endedAt ?? Math.min(term.cancelAt ?? Infinity, term.periodEnd)),
      // It may have ended early, and the customer have gone before anybody heard of that.
      trialEnd: isLost ? undefined : term.trialEnd === null ? null : iso(term.trialEnd),
      price: offer
        ? {
            id: vendor === 'stripe' ? offer.stripePriceId : offer.itemPriceId,
            amount: offer.amount,
            currency: offer.currency,
            interval: offer.interval,
          }
        : null,
      startedAt: created,
    }
  })
}

/** The plans that are in trial, cancelled or not. */
export const trialsOf = (person: Person, nowMs: number): string[] =>
  truthOf(person, Math.floor(nowMs / 1000))
    .filter(({ status }) => status === 'trialing')
    .map(({ id }) => id)

/** What is not true of a plan as our side tells it, in words; nothing when all of it is. */
export function untruths(told: Partial<Truth>, truth: Truth): string[] {
  const names = ['status', 'isUnSubscribed', 'access', 'currentPeriodEnd', 'trialEnd', 'price'] as const
  return names
    .filter((name) => name in told && truth[name] !== undefined)
    .filter((name) => JSON.stringify(told[name]) !== JSON.stringify(truth[name]))
    .map((name) => `${name} is ${JSON.stringify(told[name])} and not ${JSON.stringify(truth[name])}`)
}

/** The plans that may count as the present one: with access, then renewing, then the newest; several of one second may. */
export function presentOf(all: Truth[]): Truth[] {
  const rank = (one: Truth) => [Number(one.access), Number(!one.isUnSubscribed), one.startedAt]
  const compare = (one: Truth, other: Truth) => {
    const [a, b] = [rank(one), rank(other)]
    const unlike = a.findIndex((value, place) => value !== b[place])
    return unlike < 0 ? 0 : (b[unlike] ?? 0) - (a[unlike] ?? 0)
  }
  const [first] = all.toSorted(compare)
  return first ? all.filter((one) => compare(one, first) === 0) : []
}
