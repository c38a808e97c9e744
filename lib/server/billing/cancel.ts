import 'server-only'
import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { CurrentPlan, PlanChange } from '@/lib/contract/plan'
import type { ConsentWording } from '@/lib/contract/consent'
import { storeCancelAddress } from '@/lib/site'
import { database } from '@/lib/server/db/client'
import { consents, subscriptions } from '@/lib/server/db/schema'
import { accountGone, holdAgainstDeletion, type SignIn } from '@/lib/server/users/deletion-lock'
import { ApiFailure, inDoubt } from '@/lib/server/http/errors'
import { closeOpenCheckouts } from './checkout'
import { mayBeForeign } from './providers/ownership'
import { currentPlan, isLive, subscriptionRows, type SubscriptionRow, type WebPlan } from './plan'
import { assertTimeLeft, withinDeadline } from './providers/timeouts'
import { billingProvider, isSetUp } from './providers/registry'
import { isAnswered, isRefused } from './providers/outcomes'
import type { BillingProvider, ProviderSubscription } from './providers/provider'
import { assertInReach } from './unavailable-providers'
import { drawStamp, refresh, write } from './sync'

/** Kept of a person's patience for a look at what came of a change that was not answered. */
const lookMs = 2000

type Stand = Pick<SubscriptionRow, 'status' | 'access' | 'isUnSubscribed' | 'endsAt'>

/** It has ended, or will. A plan that is paused or unpaid, or has not begun, does not renew now and may do so later. */
const isCancelled = ({ status, access, isUnSubscribed }: Stand) => status === 'canceled' || (access && isUnSubscribed)

/** No end is set, also none after further charges. */
const isResumed = ({ isUnSubscribed, endsAt }: Stand) => !isUnSubscribed && endsAt === null

/**
 * Ends renewal; access stays until the period's end, and a plan without access ends at once. An answered call
 * means that the provider has done it. Cancelling what is cancelled changes nothing.
 * @throws ApiFailure `subscription-not-found` (also for another person's), `cancel-in-store`, `not-configured`,
 *   `provider-refused`, `provider-unavailable`; its `outcome` is `unknown` where it may have been cancelled all the same
 */
export async function cancelPlan(uid: string, change: PlanChange): Promise<CurrentPlan> {
  let row = await ownSubscription(uid, change)
  assertInReach(row)
  if (row.isUnSubscribed || !row.access || mayBeForeign(row)) {
    // The stored row may be out of date or belong to another product, so ask the provider.
    await withinDeadline(refreshRow(uid, row))
    row = await ownSubscription(uid, change)
    if (isCancelled(row)) return currentPlan(uid)
  }
  const { id, access } = row
  await changeAtProvider(uid, row, {
    isDone: isCancelled,
    run: (provider) => (access ? provider.cancelAtPeriodEnd(id) : provider.cancelNow(id)),
  })
  return inDoubt(currentPlan(uid))
}

/**
 * Takes a cancellation back while its end has not come, or an end that is set for later. Pressing the button agrees to renewal again, and
 * that is stored as it is for a purchase.
 * @param wording the version of the words beside the button
 * @throws ApiFailure as `cancelPlan`, `not-cancelled` when there is nothing to take back, or no longer, and
 *   `unauthenticated` when the account was deleted meanwhile
 */
export async function resumePlan(signIn: SignIn, change: PlanChange, wording: ConsentWording): Promise<CurrentPlan> {
  const { uid } = signIn
  let row = await ownSubscription(uid, change)
  if (isSetUp(row.store) && mayBeForeign(row)) {
    await withinDeadline(refreshRow(uid, row))
    row = await ownSubscription(uid, change)
  }
  assertNotEnded(row)
  assertInReach(row)
  if (!row.access) throw new ApiFailure('not-cancelled', { message: doesNotRun })
  if (isResumed(row)) throw new ApiFailure('not-cancelled')
  const others = (await subscriptionRows(uid)).filter((other) => other.store !== row.store || other.id !== row.id)
  if (others.some(isLive)) throw new ApiFailure('already-subscribed')
  // A page that is still open would become a second plan.
  await withinDeadline(closeOpenCheckouts(uid))
  // Before the provider is asked: no plan renews again without a record of the press.
  await noteConsent(signIn, row, wording)
  await changeAtProvider(uid, row, {
    isDone: isResumed,
    isStillPossible: assertNotEnded,
    run: (provider) => provider.resume(row.id),
  })
  return inDoubt(currentPlan(uid))
}

const doesNotRun = 'This plan does not run now, so it cannot be resumed. Your profile says what you can do.'

/** What has ended cannot be taken back, whatever the provider says of such a wish. */
function assertNotEnded({ status }: Stand): void {
  if (status !== 'canceled') return
  throw new ApiFailure('not-cancelled', {
    message: 'This plan has ended, so it cannot be resumed. You can choose a new one on the price page.',
  })
}

async function noteConsent(signIn: SignIn, row: WebPlan, wordingVersion: ConsentWording): Promise<void> {
  const { store, customerId, priceId, amount, currency, interval } = row
  // The words beside the button name no amount where it may be another than the price.
  const named = row.adjusted || row.charges === null ? { amount: null, currency: null } : { amount, currency }
  const terms = { priceId: priceId ?? 'unknown', ...named, interval, trialDays: 0 }
  const press = { id: randomUUID(), uid: signIn.uid, kind: 'resume', wordingVersion, provider: store, customerId }
  const db = await database()
  await db.transaction(async (step) => {
    if (await holdAgainstDeletion(step, signIn)) throw accountGone()
    await step.insert(consents).values({ ...press, ...terms })
  })
}

async function ownSubscription(uid: string, { subscriptionId, store }: PlanChange): Promise<WebPlan> {
  const db = await database()
  const [row] = await db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.id, subscriptionId), eq(subscriptions.store, store), eq(subscriptions.uid, uid)))
  if (!row) throw new ApiFailure('subscription-not-found')
  if (store === 'play_store' || store === 'app_store') {
    throw new ApiFailure('cancel-in-store', { cancelUrl: storeCancelAddress[store] })
  }
  return { ...row, store }
}

type Change = {
  run: (provider: BillingProvider) => Promise<ProviderSubscription | void>
  /** Whether a plan is as it was wanted. */
  isDone: (row: Stand) => boolean
  /** Throws where a plan can no longer become so, whatever is asked of the provider. */
  isStillPossible?: (row: Stand) => void
}

async function changeAtProvider(uid: string, row: WebPlan, change: Change): Promise<void> {
  const provider = await billingProvider(row.store)
  const stamp = await drawStamp()
  assertTimeLeft()
  let told: ProviderSubscription | void
  try {
    told = await withinDeadline(change.run(provider), lookMs)
  } catch (error) {
    return lookAgain(uid, row, change, error)
  }
  const store = async () => {
    try {
      // Asked anew under a new stamp: a reading that began before the change must not outrank it.
      await withinDeadline(refreshRow(uid, row))
    } catch (error) {
      if (!told) throw error
      await write(stamp, uid, row.store, [told])
    }
  }
  await inDoubt(store())
}

async function refreshRow(uid: string, row: WebPlan): Promise<void> {
  if (row.customerId) await refresh(uid, row.store, row.customerId)
}

/**
 * A call that failed may have worked: only the provider's present state tells. That it says “not done” is certain
 * where the call was answered; one without an answer may still be carried out.
 * @throws what the call failed with, unless it has worked; in doubt where it may have worked, or still may
 */
async function lookAgain(
  uid: string,
  row: WebPlan,
  { isDone, isStillPossible }: Change,
  error: unknown,
): Promise<void> {
  const looked = await look(uid, row).catch(() => null)
  if (looked && isDone(looked)) return
  if (looked) isStillPossible?.(looked)
  if (isRefused(error) || (looked && isAnswered(error))) throw error
  await inDoubt(Promise.reject(error))
}

/** The row, after its provider was asked. */
async function look(uid: string, row: WebPlan): Promise<SubscriptionRow | undefined> {
  if (!row.customerId) return undefined
  await withinDeadline(refreshRow(uid, row))
  return (await subscriptionRows(uid)).find(({ store, id }) => store === row.store && id === row.id)
}
