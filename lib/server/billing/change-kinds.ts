import type { subscriptions } from '@/lib/server/db/schema'

/** What is compared of a subscription before and after an answer of the provider's. */
export type Stand = Pick<
  typeof subscriptions.$inferSelect,
  'status' | 'isUnSubscribed' | 'access' | 'priceId' | 'amount' | 'currency' | 'interval' | 'currentPeriodEnd'
> & { endsAt?: Date | null }

export type ChangeKind = 'begun' | 'cancelled' | 'resumed' | 'past-due' | 'recovered' | 'renewed' | 'ended' | 'changed'

const later = (one: Date | null, other: Date | null) => (one?.getTime() ?? 0) > (other?.getTime() ?? 0)

/** A plan that was bought and has not run yet: its payment was not completed, or its first day has not come. */
export const isWaiting = ({ status }: Pick<Stand, 'status'>) => status === 'incomplete' || status === 'future'

/** An end after the time that is paid for: until then the plan renews. */
export const laterEnd = ({ access, isUnSubscribed, endsAt }: Pick<Stand, 'access' | 'isUnSubscribed' | 'endsAt'>) =>
  access && !isUnSubscribed ? (endsAt?.getTime() ?? null) : null

/**
 * What happened to a subscription between two answers of its provider, in one word; null when nothing
 * did. `begun` is the first that was heard of it, whatever its state.
 */
export function kindOf(before: Stand | null, after: Stand): ChangeKind | null {
  if (!before) return 'begun'
  if (before.access && !after.access) return 'ended'
  if (!before.access && after.access) return 'recovered'
  if (after.access && !before.isUnSubscribed && after.isUnSubscribed) return 'cancelled'
  if (after.access && before.isUnSubscribed && !after.isUnSubscribed) return 'resumed'
  if (before.status !== 'past_due' && after.status === 'past_due') return 'past-due'
  if (before.status === 'past_due' && after.status !== 'past_due') return 'recovered'
  if (after.access && laterEnd(before) !== null && laterEnd(after) === null) return 'resumed'
  if (after.access && later(after.currentPeriodEnd, before.currentPeriodEnd)) return 'renewed'
  return isSame(before, after) ? null : 'changed'
}

const isSame = (before: Stand, after: Stand) =>
  before.status === after.status &&
  before.isUnSubscribed === after.isUnSubscribed &&
  before.access === after.access &&
  before.priceId === after.priceId &&
  before.amount === after.amount &&
  before.currency === after.currency &&
  before.interval === after.interval &&
  laterEnd(before) === laterEnd(after) &&
  (before.currentPeriodEnd?.getTime() ?? null) === (after.currentPeriodEnd?.getTime() ?? null)

export type LetterKind = 'begun' | 'cancelled' | 'resumed' | 'ending'

/** The letter that goes with a change; most changes need none, since the provider writes about its payments. */
export function letterKindOf(kind: ChangeKind, before: Stand | null, after: Stand): LetterKind | null {
  const end = laterEnd(after)
  if (before && end !== null && end !== laterEnd(before)) return 'ending'
  if (kind === 'cancelled' || kind === 'resumed') return kind
  const isFirst = kind === 'begun' || (kind === 'recovered' && before !== null && isWaiting(before))
  return isFirst && after.access && !after.isUnSubscribed ? 'begun' : null
}
