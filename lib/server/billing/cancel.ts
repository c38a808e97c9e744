import 'server-only'
import { randomUUID } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import { appStoreOf, type ConsentWording } from '@/lib/contract/plan-words'
import type { CurrentPlan, PlanChange, PlanPause } from '@/lib/contract/plan'
import { addPeriod } from '@/lib/contract/format'
import { env } from '@/lib/env'
import { storeCancelAddress } from '@/lib/site'
import { database } from '@/lib/server/db/client'
import { consents, duplicates, subscriptions } from '@/lib/server/db/schema'
import { ApiFailure, withUnknownOutcome } from '@/lib/server/http/errors'
import { accountDeleted, blockDeletion, type SignIn } from '@/lib/server/users/deletion-lock'
import { closeOpenCheckouts } from './checkout'
import {
  assertProviderConfigured,
  currentPlan,
  isLive,
  isPausable,
  isSamePlan,
  isWebPlan,
  refundableCharge,
  subscriptionRows,
  type WebPlan,
} from './plan'
import { applyProviderState, nextSyncStamp, refreshCustomer } from './provider-state'
import {
  assertTimeLeft,
  awaitProvider,
  isAnswered,
  isClientError,
  isDone,
  isProviderRefusal,
  type BillingProvider,
  type PlanAction,
  type ChangeableState,
  type ProviderSubscription,
} from './providers/provider'
import { billingProvider } from './providers/registry'
import { insertDuplicate, resolveDuplicates } from './sync'

const checkReserveMs = 2000

/**
 * Ends renewal. Access stays until the period's end; a plan without access ends at once. Idempotent.
 * @throws ApiFailure `subscription-not-found` (also for another user's), `cancel-in-store`, `not-configured`,
 * `provider-refused`, `provider-unavailable`; with `outcome: 'unknown'` if it may have been cancelled
 */
export async function cancelPlan(uid: string, request: PlanChange): Promise<CurrentPlan> {
  let plan = await loadPlan(uid, request)
  assertProviderConfigured(plan)
  if (plan.isUnSubscribed || !plan.access) {
    // The stored row may be outdated.
    plan = await freshPlan(uid, request)
    if (isDone.cancel(plan)) return currentPlan(uid)
  }
  return act(plan, plan.access ? 'cancel' : 'end')
}

/**
 * Pauses a plan when its paid period ends, for whole months. Idempotent: a pause that exists stays as it is.
 * @throws ApiFailure as `cancelPlan`, `not-pausable`
 */
export async function pausePlan(uid: string, { months, ...request }: PlanPause): Promise<CurrentPlan> {
  const plan = await freshPlan(uid, request)
  if (plan.pausedUntil) return currentPlan(uid)
  if (months > env().siteSettings.pauseMonths || !isPausable(plan)) throw new ApiFailure('not-pausable')
  return act(plan, 'pause', addPeriod(plan.currentPeriodEnd, 'month', months))
}

/**
 * Takes back a cancellation, a scheduled end or a pause, and stores the consent to renewal.
 * @throws ApiFailure as `cancelPlan`, `not-cancelled`, `already-subscribed`, `unauthenticated` for a deleted account
 */
export async function resumePlan(signIn: SignIn, request: PlanChange, wording: ConsentWording): Promise<CurrentPlan> {
  const { uid } = signIn
  const plan = await loadPlan(uid, request)
  assertNotEnded(plan)
  assertProviderConfigured(plan)
  if (!plan.access && !plan.pausedUntil) throw new ApiFailure('not-cancelled', { detail: 'notRunning' })
  if (isDone.resume(plan)) throw new ApiFailure('not-cancelled')
  const others = (await subscriptionRows(uid)).filter((one) => !isSamePlan(one, plan))
  if (others.some(isLive)) throw new ApiFailure('already-subscribed')
  // An open payment page could create a second plan.
  await closeOpenCheckouts(uid)
  // Stored first, so that no plan renews without a record of consent.
  const { amount, currency } = !plan.adjusted && plan.charges !== null ? plan : { amount: null, currency: null }
  const terms = { priceId: plan.priceId ?? 'unknown', amount, currency, interval: plan.interval }
  await recordConsent(signIn, plan, { kind: 'resume', wordingVersion: wording, ...terms })
  return act(plan, 'resume')
}

/**
 * Ends a plan at once and refunds its last charge. The request is stored first, so that another process finishes it after
 * a crash. Idempotent.
 * @throws ApiFailure as `cancelPlan`, `refund-window-over`
 */
export async function cancelAndRefund(uid: string, request: PlanChange): Promise<CurrentPlan> {
  const plan = await freshPlan(uid, request)
  await recordRequest(plan)
  const failures = await withUnknownOutcome(resolveDuplicates(uid))
  const refusal = failures.find(isProviderRefusal)
  if (refusal && (await loadPlan(uid, request)).access) {
    await forgetRequest(plan)
    throw refusal
  }
  return withUnknownOutcome(currentPlan(uid))
}

const isRefundOf = ({ store, id }: WebPlan) =>
  and(eq(duplicates.store, store), eq(duplicates.subscriptionId, id), eq(duplicates.reason, 'asked-back'))

/** @throws ApiFailure `refund-window-over` unless it is recorded already */
async function recordRequest(plan: WebPlan): Promise<void> {
  const { uid, store, id, customerId } = plan
  const charge = refundableCharge(plan, env().siteSettings.refundWindowDays)
  const refundFrom = charge?.from ?? null
  const row = { uid, store, subscriptionId: id, customerId, reason: 'asked-back' as const, refundFrom }
  if (charge && (await insertDuplicate(row))) return
  const db = await database()
  if ((await db.$count(duplicates, isRefundOf(plan))) === 0) throw new ApiFailure('refund-window-over')
}

/** The plan still runs, and must not be ended later without notice. */
async function forgetRequest(plan: WebPlan): Promise<void> {
  const db = await database()
  await db.delete(duplicates).where(and(isRefundOf(plan), isNull(duplicates.endedAt)))
}

function assertNotEnded({ status }: ChangeableState): void {
  if (status === 'canceled') throw new ApiFailure('not-cancelled', { detail: 'planEnded' })
}

export async function loadPlan(uid: string, { subscriptionId, store }: PlanChange): Promise<WebPlan> {
  const db = await database()
  const [row] = await db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.id, subscriptionId), eq(subscriptions.store, store), eq(subscriptions.uid, uid)))
  if (row && isWebPlan(row)) return row
  const appStore = row && appStoreOf(row)
  if (!appStore) throw new ApiFailure('subscription-not-found')
  throw new ApiFailure('cancel-in-store', { cancelUrl: storeCancelAddress[appStore] })
}

const refreshPlan = ({ uid, store, customerId }: WebPlan): Promise<void> => refreshCustomer(uid, store, customerId)

/** The plan as its provider reports it now; the stored one may be outdated. */
export async function freshPlan(uid: string, request: PlanChange): Promise<WebPlan> {
  const stored = await loadPlan(uid, request)
  assertProviderConfigured(stored)
  await refreshPlan(stored)
  return loadPlan(uid, request)
}

type Consent = Omit<typeof consents.$inferInsert, 'id' | 'uid' | 'provider' | 'customerId'>

/** @throws ApiFailure `unauthenticated` for a deleted account */
export async function recordConsent(signIn: SignIn, plan: WebPlan, consent: Consent): Promise<void> {
  const { uid, store: provider, customerId } = plan
  const db = await database()
  await db.transaction(async (tx) => {
    if (await blockDeletion(tx, signIn)) throw accountDeleted()
    await tx.insert(consents).values({ id: randomUUID(), uid, provider, customerId, trialDays: 0, ...consent })
  })
}

const act = (plan: WebPlan, action: PlanAction, until?: Date): Promise<CurrentPlan> =>
  changeAtProvider(plan, {
    call: (provider) => provider.changePlan(plan.id, action, until),
    isDone: isDone[action],
    ...(action === 'resume' && { assertPossible: assertNotEnded }),
  })

type Change = {
  call: (provider: BillingProvider) => Promise<ProviderSubscription | null>
  isDone: (plan: WebPlan) => boolean
  /** After a failed call. */
  assertPossible?: (plan: WebPlan) => void
}

/** Makes one change and stores the provider's state. A failed call counts as done if the state says so. */
export async function changeAtProvider(plan: WebPlan, change: Change): Promise<CurrentPlan> {
  const provider = await billingProvider(plan.store)
  const stamp = await nextSyncStamp()
  assertTimeLeft()
  await awaitProvider(change.call(provider), checkReserveMs).then(
    (changedPlan) => withUnknownOutcome(storeChange(plan, stamp, changedPlan)),
    (error: unknown) => checkOutcome(plan, change, error),
  )
  return withUnknownOutcome(currentPlan(plan.uid))
}

/** Fetches again under a new stamp, because an earlier fetch may still be on its way. */
async function storeChange(plan: WebPlan, stamp: number, changedPlan: ProviderSubscription | null): Promise<void> {
  try {
    await refreshPlan(plan)
  } catch (error) {
    if (!changedPlan) throw error
    await applyProviderState({ uid: plan.uid, provider: plan.store, stamp, subscriptions: [changedPlan] })
  }
}

/**
 * A failed call may have worked or may still be carried out, so the provider's present state decides.
 * @throws the error of the call, unless the change was made
 */
async function checkOutcome(plan: WebPlan, change: Change, error: unknown): Promise<void> {
  const { uid, store, id: subscriptionId } = plan
  const current = await refreshPlan(plan)
    .then(() => loadPlan(uid, { uid, store, subscriptionId }))
    .catch(() => null)
  if (current && change.isDone(current)) return
  if (current) change.assertPossible?.(current)
  if (isClientError(error) || (current && isAnswered(error))) throw error
  await withUnknownOutcome(Promise.reject(error))
}
