/**
 * The plans that the site must show, computed from what the vendors hold. It uses no code of lib/server, so that a
 * mistake there is not repeated here.
 */
import { offerOf, type Person, type VendorPlan } from '@/tests/faults/support/person'
import type { Vendor } from '@/tests/faults/support/world'

export type ExpectedPlan = {
  store: Vendor
  id: string
  status: 'trialing' | 'active' | 'past_due' | 'canceled'
  isUnSubscribed: boolean
  access: boolean
  /** Whether an invoice is, or was at the end, unpaid. */
  unpaid: boolean
  /** ISO 8601. Undefined when the customer was deleted, because the vendor no longer says. */
  currentPeriodEnd: string | undefined
  trialEnd: string | null | undefined
  price: { id: string; amount: number; currency: string; interval: string } | null
  startedAt: number
}

type PlanState = Pick<ExpectedPlan, 'status' | 'isUnSubscribed' | 'access'>

const iso = (seconds: number) => new Date(seconds * 1000).toISOString()

const ended: PlanState = { status: 'canceled', isUnSubscribed: true, access: false }

function stateOf({ vendor, subscription: { term, cancelAtPeriodEnd } }: VendorPlan, now: number): PlanState {
  const { endedAt, cancelAt, periodEnd, trialEnd, pastDue } = term
  if (endedAt !== null) return ended
  // A later end is not a cancellation yet, because the plan renews before it.
  const isUnSubscribed = cancelAtPeriodEnd || (cancelAt !== null && cancelAt <= periodEnd)
  const inTrial = trialEnd !== null && trialEnd > now
  // At Chargebee, a trial takes precedence over everything.
  const isPastDue = pastDue && !(vendor === 'chargebee' && inTrial)
  return { status: isPastDue ? 'past_due' : inTrial ? 'trialing' : 'active', isUnSubscribed, access: true }
}

/** All plans of a person, ended ones too, at the time `now` in seconds. */
export function expectedPlans(person: Person, now: number): ExpectedPlan[] {
  const deletedCustomers = person.deletedCustomers()
  return person.plans().map((plan) => {
    const { id, term, customer, created } = plan.subscription
    const offer = offerOf(plan)
    const isDeleted = deletedCustomers.has(customer)
    return {
      store: plan.vendor,
      id,
      ...(isDeleted ? ended : stateOf(plan, now)),
      unpaid: term.pastDue,
      currentPeriodEnd: isDeleted
        ? undefined
        : iso(term.endedAt ?? Math.min(term.cancelAt ?? Infinity, term.periodEnd)),
      trialEnd: isDeleted ? undefined : term.trialEnd === null ? null : iso(term.trialEnd),
      price: offer
        ? {
            id: offer.priceIds[plan.vendor],
            amount: offer.amount,
            currency: offer.currency,
            interval: offer.interval,
          }
        : null,
      startedAt: created,
    }
  })
}

/** The ids of plans in trial, cancelled ones too. */
export const trialsOf = (person: Person, nowMs: number): string[] =>
  expectedPlans(person, Math.floor(nowMs / 1000))
    .filter(({ status }) => status === 'trialing')
    .map(({ id }) => id)

/** Compares the fields that a plan of our side has with the expected ones. */
export function planProblems(plan: Partial<ExpectedPlan>, expected: ExpectedPlan): string[] {
  const names = ['status', 'isUnSubscribed', 'access', 'currentPeriodEnd', 'trialEnd', 'price'] as const
  return names
    .filter((name) => name in plan && expected[name] !== undefined)
    .filter((name) => JSON.stringify(plan[name]) !== JSON.stringify(expected[name]))
    .map((name) => `${name} is ${JSON.stringify(plan[name])} instead of ${JSON.stringify(expected[name])}`)
}

/** The possible current plans: those with access first, then renewing ones, then the newest. Several may be equal. */
export function currentPlans(all: ExpectedPlan[]): ExpectedPlan[] {
  const rank = (one: ExpectedPlan) => [Number(one.access), Number(!one.isUnSubscribed), one.startedAt]
  const compare = (one: ExpectedPlan, other: ExpectedPlan) => {
    const [a, b] = [rank(one), rank(other)]
    const unequal = a.findIndex((value, place) => value !== b[place])
    return unequal < 0 ? 0 : (b[unequal] ?? 0) - (a[unequal] ?? 0)
  }
  const [first] = all.toSorted(compare)
  return first ? all.filter((one) => compare(one, first) === 0) : []
}
