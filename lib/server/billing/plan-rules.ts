/** Pure rules about stored plans: what changed between two states, and which plans a user should not have. */
import type { EndReason } from '@/lib/contract/plan'
import { isLive, mayCharge, type SubscriptionRow } from './plan'

export type PlanState = Pick<
  SubscriptionRow,
  'status' | 'isUnSubscribed' | 'access' | 'priceId' | 'amount' | 'currency' | 'interval' | 'currentPeriodEnd'
> & { endsAt?: Date | null }

export type ChangeKind = 'begun' | 'cancelled' | 'resumed' | 'past-due' | 'recovered' | 'renewed' | 'ended' | 'changed'

const isLater = (one: Date | null, other: Date | null) => (one?.getTime() ?? 0) > (other?.getTime() ?? 0)

/** Bought, but not running yet: the payment is incomplete, or the first day has not come. */
export const isWaiting = ({ status }: Pick<PlanState, 'status'>) => status === 'incomplete' || status === 'future'

/** Milliseconds of an end after the paid period: until then the plan renews. */
export const laterEnd = ({
  access,
  isUnSubscribed,
  endsAt,
}: Pick<PlanState, 'access' | 'isUnSubscribed' | 'endsAt'>) =>
  access && !isUnSubscribed ? (endsAt?.getTime() ?? null) : null

export function changeKind(before: PlanState | null, after: PlanState): ChangeKind | null {
  if (!before) return 'begun'
  if (before.access && !after.access) return 'ended'
  if (!before.access && after.access) return 'recovered'
  if (after.access && !before.isUnSubscribed && after.isUnSubscribed) return 'cancelled'
  if (after.access && before.isUnSubscribed && !after.isUnSubscribed) return 'resumed'
  if (before.status !== 'past_due' && after.status === 'past_due') return 'past-due'
  if (before.status === 'past_due' && after.status !== 'past_due') return 'recovered'
  if (after.access && laterEnd(before) !== null && laterEnd(after) === null) return 'resumed'
  if (after.access && isLater(after.currentPeriodEnd, before.currentPeriodEnd)) return 'renewed'
  return isSame(before, after) ? null : 'changed'
}

const isSame = (before: PlanState, after: PlanState) =>
  before.status === after.status &&
  before.isUnSubscribed === after.isUnSubscribed &&
  before.access === after.access &&
  before.priceId === after.priceId &&
  before.amount === after.amount &&
  before.currency === after.currency &&
  before.interval === after.interval &&
  laterEnd(before) === laterEnd(after) &&
  (before.currentPeriodEnd?.getTime() ?? null) === (after.currentPeriodEnd?.getTime() ?? null)

export type PlanEmailKind = 'begun' | 'cancelled' | 'resumed' | 'ending'

export function emailKindOf(kind: ChangeKind, before: PlanState | null, after: PlanState): PlanEmailKind | null {
  const end = laterEnd(after)
  if (before && end !== null && end !== laterEnd(before)) return 'ending'
  if (kind === 'cancelled' || kind === 'resumed') return kind
  const isFirst = kind === 'begun' || (kind === 'recovered' && before !== null && isWaiting(before))
  return isFirst && after.access && !after.isUnSubscribed ? 'begun' : null
}

export const planKey = ({ store, id }: Pick<SubscriptionRow, 'store' | 'id'>) => `${store} ${id}`

export const isSamePlan = (one: Pick<SubscriptionRow, 'store' | 'id'>, other: Pick<SubscriptionRow, 'store' | 'id'>) =>
  one.store === other.store && one.id === other.id

type Aged = Pick<SubscriptionRow, 'store' | 'id' | 'startedAt'> & { seenAt?: Date }

const seenTime = ({ seenAt }: Aged) => seenAt?.getTime() ?? Infinity

/** Sorts the older plan first. Providers report whole seconds, so `seenAt` breaks ties. */
function byAge(a: Aged, b: Aged): number {
  return a.startedAt.getTime() - b.startedAt.getTime() || seenTime(a) - seenTime(b) || (a.id < b.id ? -1 : 1)
}

const isPastDue = ({ status }: SubscriptionRow) => status === 'past_due'
const hasStopped = ({ status }: SubscriptionRow) => status === 'unpaid' || status === 'paused'

/** An incomplete purchase that expired was never a plan. */
const hasRun = ({ access, trialEnd, status }: SubscriptionRow) =>
  status !== 'incomplete' && (access || trialEnd !== null)

type Trial = Pick<SubscriptionRow, 'status' | 'access' | 'isUnSubscribed' | 'trialEnd'>

/** Chargebee reports a cancelled trial as `non_renewing`, like a cancelled paid plan. */
const isInTrial = ({ status, access, isUnSubscribed, trialEnd }: Trial) =>
  status === 'trialing' || (access && isUnSubscribed && trialEnd !== null && trialEnd.getTime() > Date.now())

/** A paid plan that was given free days later looks the same, so callers must check for payments. */
export const isSecondTrial = (plan: Aged & Trial, all: SubscriptionRow[]): boolean =>
  isInTrial(plan) && all.some((one) => !isSamePlan(one, plan) && hasRun(one) && byAge(one, plan) < 0)

/** A future plan yields only to one that was bought later: otherwise it was arranged to follow. */
const yieldsTo = (row: SubscriptionRow, live: SubscriptionRow) =>
  mayCharge(row) && (hasStopped(row) || (row.status === 'future' && byAge(row, live) < 0))

/** If `isUsed`, its payments were for past months, so nothing is refunded. */
type Surplus = { row: SubscriptionRow; reason: EndReason; isUsed: boolean }

type Surpluses = { kept: SubscriptionRow | undefined; trials: SubscriptionRow[]; surplus: Surplus[] }

/**
 * The live plan to keep, and the plans to end:
 * - second trials that were never paid for;
 * - of several live plans all but one. Paid plans win over past-due ones, then the oldest wins. A past-due plan older
 *   than the kept one is not refunded: its payments were for past months;
 * - stopped plans, and future ones that were replaced, beside a live plan. Stopped ones are not refunded either.
 * @param paid keys of trials that were paid for
 */
export function findSurplus(all: SubscriptionRow[], paid: ReadonlySet<string> = new Set()): Surpluses {
  const trials = all.filter((row) => isSecondTrial(row, all) && !paid.has(planKey(row)))
  const [kept, ...others] = all
    .filter((row) => isLive(row) && !trials.includes(row))
    .toSorted((a, b) => Number(isPastDue(a)) - Number(isPastDue(b)) || byAge(a, b))
  const stopped = kept ? all.filter((row) => yieldsTo(row, kept)) : []
  const surplus = [
    ...trials.map((row) => ({ row, reason: 'second-trial' as const, isUsed: false })),
    ...others.map((row) => {
      const isUsed = kept !== undefined && isPastDue(row) && row.startedAt < kept.startedAt
      return { row, reason: isUsed ? ('gave-way' as const) : ('second-plan' as const), isUsed }
    }),
    ...stopped.map((row) => ({ row, reason: 'gave-way' as const, isUsed: hasStopped(row) })),
  ]
  return { kept, trials, surplus }
}
