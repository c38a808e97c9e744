/** Which notices a stored plan leads to, and when. Pure, so that a table can test it. */
import { addPeriod } from '@/lib/contract/format'
import type { Price } from '@/lib/contract/plan'
import type { NoticeKind, planChanges } from '@/lib/server/db/schema'
import type { PlanRow } from './plan'

export type Notice = {
  /** The same for each plan, kind and date, so that it is sent once. */
  id: string
  kind: NoticeKind
  from: Date
  /** It is queued until then, and waits until then for a silent provider. */
  until: Date
  /** It is useless afterwards. */
  sendUntil: Date
  /** Only of a changed price. */
  priceBefore?: Omit<Price, 'id'>
}

/** A change of the plan. */
export type Change = Pick<
  typeof planChanges.$inferSelect,
  'stamp' | 'status' | 'access' | 'amount' | 'currency' | 'interval' | 'at'
>

const hourMs = 3_600_000
const dayMs = 24 * hourMs

const after = (date: Date, ms: number) => new Date(date.getTime() + ms)
const latest = (...dates: Date[]) => new Date(Math.max(...dates.map(Number)))
const dayOf = (date: Date) => date.toISOString().slice(0, 10)

/** No charge is announced on the day of sign-up. */
const firstDayEnd = ({ startedAt }: PlanRow) => after(startedAt, dayMs)

const willRenew = ({ access, isUnSubscribed, status, charges }: PlanRow) =>
  access && !isUnSubscribed && charges !== false && (status === 'trialing' || status === 'active')

/** An unknown date is the trial's end, or none: a pause hides it. */
const chargeDate = (plan: PlanRow) => plan.nextChargeAt ?? (plan.status === 'trialing' ? plan.trialEnd : null)

const isShortTrial = ({ startedAt }: PlanRow, trialEnd: Date) =>
  Math.round((trialEnd.getTime() - startedAt.getTime()) / dayMs) < 7

type Draft = Omit<Notice, 'id'> & { key: string }

function trialNotice(plan: PlanRow, at: Date): Draft[] {
  if (plan.status !== 'trialing') return []
  const isShort = isShortTrial(plan, at)
  const from = latest(after(at, isShort ? -dayMs : -3 * dayMs), firstDayEnd(plan))
  return [
    { kind: 'trial-ending', key: dayOf(at), from, until: after(at, isShort ? -2 * hourMs : -dayMs), sendUntil: at },
  ]
}

function renewalNotice(plan: PlanRow, at: Date, noticeDays: number): Draft[] {
  if (plan.status !== 'active' || plan.interval !== 'year') return []
  const from = latest(after(at, -noticeDays * dayMs), firstDayEnd(plan))
  return [{ kind: 'renewal', key: dayOf(at), from, until: after(at, -dayMs), sendUntil: at }]
}

/** The oldest of the newest changes for which it holds. @param changes newest first */
function startOf(changes: readonly Change[], holds: (change: Change) => boolean): number {
  const end = changes.findIndex((change) => !holds(change))
  return (end < 0 ? changes.length : end) - 1
}

/** Only a price that has not been charged yet. */
function priceNotice(plan: PlanRow, at: Date, changes: readonly Change[]): Draft[] {
  const isSame = (one: Change) =>
    one.amount === plan.amount && one.currency === plan.currency && one.interval === plan.interval
  const place = startOf(changes, isSame)
  const [change, before] = [changes[place], changes[place + 1]]
  if (!change || before?.amount == null || before.currency === null || before.interval === null) return []
  // A user who changes between monthly and yearly gets another email.
  if (plan.amount === null || plan.interval !== before.interval) return []
  const isCharged = plan.status === 'active' && change.at < after(addPeriod(at, plan.interval, -1), hourMs)
  if (isCharged) return []
  const { amount, currency, interval } = before
  const key = `${dayOf(at)}-${change.stamp}`
  const until = new Date(Math.min(Number(at), Number(after(change.at, 3 * dayMs))))
  return [
    { kind: 'price-change', key, from: change.at, until, sendUntil: at, priceBefore: { amount, currency, interval } },
  ]
}

/** The end of access is not known while the provider tries again, so that the reminder goes before the next attempt. */
function paymentNotices(plan: PlanRow, changes: readonly Change[]): Draft[] {
  if (plan.status !== 'past_due' || !plan.access) return []
  const place = startOf(changes, ({ status }) => status === 'past_due')
  const failed = changes[place]
  // The email about a plan's start tells of a first payment that failed.
  if (!failed || place === changes.length - 1) return []
  const key = String(failed.stamp)
  const ends = [plan.retryAt, plan.isUnSubscribed ? plan.currentPeriodEnd : null].filter((date) => date !== null)
  const end = ends.length > 0 ? new Date(Math.min(...ends.map(Number))) : after(failed.at, 20 * dayMs)
  const from = latest(ends.length > 0 ? after(end, -dayMs) : failed.at, after(failed.at, dayMs))
  return [
    {
      kind: 'payment-failed',
      key,
      from: failed.at,
      until: after(failed.at, dayMs),
      sendUntil: after(failed.at, 7 * dayMs),
    },
    { kind: 'payment-reminder', key, from, until: after(end, -2 * hourMs), sendUntil: end },
  ]
}

function cardNotice(plan: PlanRow): Draft[] {
  if (plan.cardExpires === null) return []
  const [year = 0, month = 0] = plan.cardExpires.split('-').map(Number)
  const from = new Date(Date.UTC(year, month - 2))
  const end = new Date(Date.UTC(year, month))
  return [{ kind: 'card-expires', key: plan.cardExpires, from, until: after(end, -dayMs), sendUntil: end }]
}

function endNotice(plan: PlanRow, changes: readonly Change[]): Draft[] {
  if (plan.access || plan.neverBegan || (plan.status !== 'canceled' && plan.status !== 'unpaid')) return []
  const place = startOf(changes, ({ access }) => !access)
  const ended = changes[place]
  if (!ended || place === changes.length - 1) return []
  return [
    {
      kind: 'plan-ended',
      key: String(ended.stamp),
      from: ended.at,
      until: after(ended.at, dayMs),
      sendUntil: after(ended.at, 3 * dayMs),
    },
  ]
}

function pauseNotice(at: Date): Draft[] {
  const from = after(at, -3 * dayMs)
  return [{ kind: 'pause-ending', key: dayOf(at), from, until: after(at, -dayMs), sendUntil: at }]
}

function drafts(plan: PlanRow, changes: readonly Change[], noticeDays: number): Draft[] {
  // Nothing is charged during a pause, so nothing else is announced.
  if (plan.pausedUntil && plan.status !== 'past_due') return pauseNotice(plan.pausedUntil)
  const at = willRenew(plan) ? chargeDate(plan) : null
  if (!at) return [...paymentNotices(plan, changes), ...endNotice(plan, changes)]
  return [
    ...trialNotice(plan, at),
    ...renewalNotice(plan, at, noticeDays),
    ...priceNotice(plan, at, changes),
    ...cardNotice(plan),
  ]
}

/** All notices of a plan, past and future ones too. @param changes of this plan, newest first */
export const noticesOf = (plan: PlanRow, changes: readonly Change[], noticeDays: number): Notice[] =>
  drafts(plan, changes, noticeDays).map(({ key, ...notice }) => ({
    id: `${notice.kind}-${plan.store}-${plan.id}-${key}`,
    ...notice,
  }))

export const isDue = ({ from, until }: Notice, now: Date): boolean => from <= now && now < until
