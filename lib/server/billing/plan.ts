/** Stored plans: reading them, what changed between two states, and which are surplus. */
import 'server-only'
import { desc, eq, sql } from 'drizzle-orm'
import { neverBegan, providers, type CurrentPlan, type Provider, type EndReason } from '@/lib/contract/plan'
import { addPeriod } from '@/lib/contract/format'
import { noPlan } from '@/lib/contract/plan-words'
import { database } from '@/lib/server/db/client'
import { type ChangeEmailKind, subscriptions } from '@/lib/server/db/schema'
import { ApiFailure } from '@/lib/server/http/errors'
import { env } from '@/lib/env'
import type { SiteSettings } from '@/lib/site-settings'
import type { Identity } from '@/lib/server/identity/tokens'
import { hadTrial, isConfirmed, type Confirmable } from '@/lib/server/users/address-marks'
import type { EmailFacts } from './email-texts'
import { isConfigured } from './providers/registry'

const dayMs = 24 * 3_600_000

export type SubscriptionRow = typeof subscriptions.$inferSelect

/** What is stored about a plan, before or after writing it. */
export type PlanRow = Omit<SubscriptionRow, 'seenAt' | 'updatedAt' | 'written'>

/** Bought at one of our payment providers, not in an app store. */
type AtProvider = { store: Provider; customerId: string }

export type WebPlan = SubscriptionRow & AtProvider

export const isWebPlan = <Row extends PlanRow>(row: Row): row is Row & AtProvider =>
  providers.safeParse(row.store).success

/** Has access and will renew. */
export const isLive = (row: SubscriptionRow) => row.access && !row.isUnSubscribed

/** A web plan that has not ended. Paused, unpaid and future plans may charge later. */
export const mayCharge = (row: SubscriptionRow): row is WebPlan => row.status !== 'canceled' && isWebPlan(row)

/** Rows without stored `charges` are uncertain until the next daily sync. */
function chargeFields(row: PlanRow) {
  if (!isWebPlan(row)) return {}
  const { charges, nextChargeAt, nextChargeAmount: amount, nextChargeCurrency: currency, adjusted } = row
  return {
    nextCharge: charges === false ? null : { at: nextChargeAt?.toISOString() ?? null, amount, currency },
    ...((adjusted || charges === null) && { adjusted: true as const }),
  }
}

/** The last charge, if it is the first one after a trial or a yearly renewal, and was paid within the refund window. */
export function refundableCharge(
  row: PlanRow,
  refundWindowDays: number,
  now = new Date(),
): { from: Date; until: Date } | null {
  const { status, access, currentPeriodEnd, interval, trialEnd, startedAt, openInvoice } = row
  if (status !== 'active' || !access || openInvoice || !currentPeriodEnd || !interval || !isWebPlan(row)) return null
  // Credit from a change of plan pays for the next period, so a refund would pay twice.
  if (row.nextChargeAmount === 0) return null
  const from = addPeriod(currentPeriodEnd, interval, -1)
  // A shorter month moves the day by up to three.
  const isAt = (date: Date | null) => date !== null && Math.abs(date.getTime() - from.getTime()) < 4 * dayMs
  if (!isAt(trialEnd) && (interval !== 'year' || isAt(startedAt))) return null
  const until = new Date(from.getTime() + refundWindowDays * dayMs)
  return now < until ? { from, until } : null
}

/** Such as `2026-12`. */
export function thisMonthAndNext(now = new Date()): string[] {
  const month = (ahead: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead))
  return [0, 1].map((ahead) => month(ahead).toISOString().slice(0, 7))
}

/** Only if the card will be charged. */
const expiresSoon = ({ cardExpires, access, isUnSubscribed }: PlanRow): boolean =>
  access && !isUnSubscribed && cardExpires !== null && thisMonthAndNext().includes(cardExpires)

/** A running monthly plan whose period is paid. A yearly renewal that is skipped would give a year away. */
export const isPausable = (row: PlanRow): row is PlanRow & { store: Provider; currentPeriodEnd: Date } =>
  isWebPlan(row) &&
  row.status === 'active' &&
  row.access &&
  !row.isUnSubscribed &&
  row.endsAt === null &&
  row.pausedUntil === null &&
  !row.openInvoice &&
  row.interval === 'month' &&
  row.currentPeriodEnd !== null &&
  row.currentPeriodEnd > new Date()

type Offers = Pick<SiteSettings, 'refundWindowDays' | 'pauseMonths'>

function offerFields(row: PlanRow, { refundWindowDays, pauseMonths }: Offers) {
  const { until } = refundableCharge(row, refundWindowDays) ?? {}
  return {
    ...(until && { refundUntil: until.toISOString() }),
    ...(pauseMonths > 0 && isPausable(row) && { pauseMonths }),
  }
}

/** @param offers if the plan is for the API; emails offer neither a refund nor a pause */
function toPlan(row: PlanRow, offers: Offers = { refundWindowDays: 0, pauseMonths: 0 }): CurrentPlan {
  const { id, store, status, priceId, amount, currency, interval } = row
  const isRunning = status === 'active' || status === 'trialing'
  const isPriced = priceId !== null && amount !== null && currency !== null && interval !== null
  return {
    productIdentifier: row.productIdentifier,
    isUnSubscribed: row.isUnSubscribed,
    subscription: {
      id,
      store,
      status,
      currentPeriodEnd: row.currentPeriodEnd?.toISOString() ?? null,
      trialEnd: row.trialEnd?.toISOString() ?? null,
      price: isPriced ? { id: priceId, amount, currency, interval } : null,
      ...(isRunning && row.openInvoice && { openInvoice: true as const }),
      ...(row.endsAt && { endsAt: row.endsAt.toISOString() }),
      ...(row.paymentIssue && { paymentIssue: row.paymentIssue }),
      ...(row.neverBegan && { neverBegan: row.neverBegan }),
      ...(row.cardExpires && expiresSoon(row) && { cardExpires: row.cardExpires }),
      ...chargeFields(row),
      ...(row.pausedUntil && { pausedUntil: row.pausedUntil.toISOString() }),
      ...offerFields(row, offers),
    },
  }
}

export const emailFacts = (row: PlanRow): EmailFacts => ({
  plan: toPlan(row),
  startedAt: row.startedAt,
  retryAt: row.retryAt,
  cardExpires: row.cardExpires,
  hadTrial: row.trialEnd !== null,
})

/** The current plan first, then stopped plans that may charge again, ended ones, incomplete ones. */
const currentFirst = [
  desc(subscriptions.access),
  subscriptions.isUnSubscribed,
  sql`case ${subscriptions.status} when 'canceled' then 1 when 'incomplete' then 2 else 0 end`,
  desc(subscriptions.startedAt),
]

export async function subscriptionRows(uid: string): Promise<SubscriptionRow[]> {
  const db = await database()
  return db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.uid, uid))
    .orderBy(...currentFirst)
}

export async function currentPlan(uid: string): Promise<CurrentPlan> {
  const [row] = await subscriptionRows(uid)
  return row ? toPlan(row, env().siteSettings) : noPlan
}

/** Whether the owner's settings ask this user to confirm an address before a free trial. */
export const mustConfirmForTrial = (identity: Confirmable): boolean =>
  env().trialNeedsConfirmedEmail && !isConfirmed(identity)

/** Adds what keeps the site from writing about a plan. */
export function withReach({ email, emailVerified }: Confirmable, plan: CurrentPlan): CurrentPlan {
  const isReached = !plan.subscription || env().smtpUrl === null || (email !== null && emailVerified)
  return isReached ? plan : { ...plan, emailUnconfirmed: true }
}

/** The current plan. If it never ran, with what stands against a free trial; else with what stands against notices. */
export async function currentPlanOf(identity: Confirmable & Pick<Identity, 'uid'>): Promise<CurrentPlan> {
  const plan = await currentPlan(identity.uid)
  const { status } = plan.subscription ?? {}
  if (status && status !== 'incomplete') return status === 'canceled' ? plan : withReach(identity, plan)
  if (await hadTrial(identity)) return { ...plan, trialUsed: true }
  return mustConfirmForTrial(identity) ? { ...plan, confirmEmailFirst: true } : plan
}

/** Whether a plan has ended even if its provider cannot be asked. Incomplete payments expire within a day. */
export function hasCertainlyEnded(row: SubscriptionRow, now = Date.now()): boolean {
  const isOver = (time: Date | null) => time !== null && time.getTime() < now - dayMs
  if (row.status === 'incomplete') return isOver(row.startedAt)
  return row.access && (isOver(row.endsAt) || (row.isUnSubscribed && isOver(row.currentPeriodEnd)))
}

/** Whether a plan may still charge at a provider that is no longer configured. */
export const isAtRemovedProvider = (row: SubscriptionRow): boolean =>
  mayCharge(row) && !isConfigured(row.store) && !hasCertainlyEnded(row)

/** @throws ApiFailure `not-configured` for a plan that may still charge at a removed provider */
export function assertProviderConfigured(...rows: SubscriptionRow[]): void {
  if (rows.some(isAtRemovedProvider)) throw new ApiFailure('not-configured', { detail: 'planUnseen' })
}

const comparedFields = ['status', 'isUnSubscribed', 'access', 'priceId', 'amount', 'currency', 'interval'] as const

export type StoredPlanState = Pick<
  SubscriptionRow,
  (typeof comparedFields)[number] | 'currentPeriodEnd' | 'endsAt' | 'pausedUntil'
>

export type ChangeKind =
  'begun' | 'cancelled' | 'resumed' | 'past-due' | 'recovered' | 'renewed' | 'switched' | 'ended' | 'changed'

const isLater = (one: Date | null, other: Date | null) => (one?.getTime() ?? 0) > (other?.getTime() ?? 0)

/** Bought, but payment is incomplete or the start date is ahead. */
export const hasNotBegun = ({ status }: Pick<StoredPlanState, 'status'>) => neverBegan.safeParse(status).success

/** Milliseconds of an end after the paid period: until then the plan renews. */
const scheduledEnd = ({ access, isUnSubscribed, endsAt }: StoredPlanState) =>
  access && !isUnSubscribed ? (endsAt?.getTime() ?? null) : null

/** Between monthly and yearly, which only the user or the team does. A new price of the same interval is the owner's. */
const isSwitched = (before: StoredPlanState, after: StoredPlanState) =>
  after.access && before.interval !== null && after.interval !== null && before.interval !== after.interval

export function changeKind(before: StoredPlanState | null, after: StoredPlanState): ChangeKind | null {
  if (!before) return 'begun'
  if (before.access && !after.access) return 'ended'
  if (!before.access && after.access) return 'recovered'
  if (after.access && !before.isUnSubscribed && after.isUnSubscribed) return 'cancelled'
  if (after.access && before.isUnSubscribed && !after.isUnSubscribed) return 'resumed'
  if (before.status !== 'past_due' && after.status === 'past_due') return 'past-due'
  if (before.status === 'past_due' && after.status !== 'past_due') return 'recovered'
  if (after.access && scheduledEnd(before) !== null && scheduledEnd(after) === null) return 'resumed'
  if (isSwitched(before, after)) return 'switched'
  if (after.access && isLater(after.currentPeriodEnd, before.currentPeriodEnd)) return 'renewed'
  return isSameState(before, after) ? null : 'changed'
}

const isSameState = (before: StoredPlanState, after: StoredPlanState) =>
  comparedFields.every((name) => before[name] === after[name]) &&
  scheduledEnd(before) === scheduledEnd(after) &&
  before.pausedUntil?.getTime() === after.pausedUntil?.getTime() &&
  before.currentPeriodEnd?.getTime() === after.currentPeriodEnd?.getTime()

/** A pause that is over needs no email: its notice was sent before. */
const isResumedEarly = (pausedUntil: Date, after: StoredPlanState, now: Date) =>
  after.access && !after.isUnSubscribed && !after.pausedUntil && pausedUntil.getTime() - now.getTime() > dayMs

export function emailKindOf(
  kind: ChangeKind,
  before: StoredPlanState | null,
  after: StoredPlanState,
  now = new Date(),
): ChangeEmailKind | null {
  const end = scheduledEnd(after)
  if (before && end !== null && end !== scheduledEnd(before)) return 'ending'
  if (kind === 'cancelled' || kind === 'resumed') return kind
  if (kind === 'switched' && !after.isUnSubscribed) return kind
  if (before?.access && after.access && !before.pausedUntil && after.pausedUntil) return 'paused'
  if (before?.pausedUntil && isResumedEarly(before.pausedUntil, after, now)) return 'resumed'
  const isFirst = kind === 'begun' || (kind === 'recovered' && before !== null && hasNotBegun(before))
  return isFirst && after.access && !after.isUnSubscribed ? 'begun' : null
}

export const planKey = ({ store, id }: Pick<SubscriptionRow, 'store' | 'id'>) => `${store} ${id}`

export const isSamePlan = (one: Pick<SubscriptionRow, 'store' | 'id'>, other: Pick<SubscriptionRow, 'store' | 'id'>) =>
  one.store === other.store && one.id === other.id

type PlanAge = Pick<SubscriptionRow, 'store' | 'id' | 'startedAt'> & { seenAt?: Date }

const seenAtMs = ({ seenAt }: PlanAge) => seenAt?.getTime() ?? Infinity

/** Older plans first. Providers report whole seconds, so `seenAt` breaks ties. */
function byAge(a: PlanAge, b: PlanAge): number {
  return a.startedAt.getTime() - b.startedAt.getTime() || seenAtMs(a) - seenAtMs(b) || (a.id < b.id ? -1 : 1)
}

const isPastDue = ({ status }: SubscriptionRow) => status === 'past_due'
const hasStopped = ({ status }: SubscriptionRow) => status === 'unpaid' || status === 'paused'

/** An expired incomplete purchase never became a plan. */
const hasRun = ({ access, trialEnd, status }: SubscriptionRow) =>
  status !== 'incomplete' && (access || trialEnd !== null)

type Trial = Pick<SubscriptionRow, 'status' | 'access' | 'isUnSubscribed' | 'trialEnd'>

/** Chargebee reports a cancelled trial as `non_renewing`, like a cancelled paid plan. */
const isInTrial = ({ status, access, isUnSubscribed, trialEnd }: Trial) =>
  status === 'trialing' || (access && isUnSubscribed && trialEnd !== null && trialEnd.getTime() > Date.now())

/** A paid plan with free days looks the same, so callers must check for payments. */
export const isSecondTrial = (plan: PlanAge & Trial, all: SubscriptionRow[]): boolean =>
  isInTrial(plan) && all.some((one) => !isSamePlan(one, plan) && hasRun(one) && byAge(one, plan) < 0)

/** A future plan bought after the live one is meant to follow it, so it stays. */
const givesWayTo = (row: SubscriptionRow, live: SubscriptionRow) =>
  mayCharge(row) && (hasStopped(row) || (row.status === 'future' && byAge(row, live) < 0))

/** `isUsed`: its payments were for past months, so nothing is refunded. */
type Surplus = { row: SubscriptionRow; reason: EndReason; isUsed: boolean }

/**
 * Finds the plans to end: unpaid second trials, all live plans but the oldest (past-due ones last), and stopped or
 * replaced future plans beside a live one. Stopped plans, and past-due ones older than the kept plan, are not refunded.
 * @param paidKeys keys of trials that were paid for
 */
export function findSurplus(all: SubscriptionRow[], paidKeys: ReadonlySet<string> = new Set()) {
  const trials = all.filter((row) => isSecondTrial(row, all) && !paidKeys.has(planKey(row)))
  const [kept, ...others] = all
    .filter((row) => isLive(row) && !trials.includes(row))
    .toSorted((a, b) => Number(isPastDue(a)) - Number(isPastDue(b)) || byAge(a, b))
  const stopped = kept ? all.filter((row) => givesWayTo(row, kept)) : []
  const surplus: Surplus[] = [
    ...trials.map((row): Surplus => ({ row, reason: 'second-trial', isUsed: false })),
    ...others.map((row): Surplus => {
      const isUsed = kept !== undefined && isPastDue(row) && row.startedAt < kept.startedAt
      return { row, reason: isUsed ? 'gave-way' : 'second-plan', isUsed }
    }),
    ...stopped.map((row): Surplus => ({ row, reason: 'gave-way', isUsed: hasStopped(row) })),
  ]
  return { kept, trials, surplus }
}
