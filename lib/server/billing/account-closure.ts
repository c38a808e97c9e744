import 'server-only'
import { and, eq, isNull } from 'drizzle-orm'
import { database } from '@/lib/server/db/client'
import { duplicates } from '@/lib/server/db/schema'
import { ApiFailure } from '@/lib/server/http/errors'
import { log } from '@/lib/server/observability/log'
import { closeOpenCheckouts } from './checkout'
import { isAtRemovedProvider, isWebPlan, mayCharge, subscriptionRows } from './plan'
import { assertTimeLeft, awaitProvider, isProviderRefusal } from './providers/provider'
import { billingProvider, isConfigured } from './providers/registry'
import { syncUser } from './sync'

const refundWaitMs = 7 * 24 * 3_600_000

/**
 * Ends all billing. Repeatable.
 * @param reserveMs time of the request that must be left
 * @throws ApiFailure unless everything is certain: then the account must stay
 */
export async function closeBilling(uid: string, reserveMs: number): Promise<void> {
  const run = async () => {
    for (const close of [closeOpenCheckouts, syncUser, endPlans, closeInvoices, recordEndedPlans]) {
      assertTimeLeft(reserveMs)
      await close(uid)
    }
  }
  try {
    await awaitProvider(run(), reserveMs)
  } catch (cause) {
    if (!(cause instanceof ApiFailure)) throw cause
    if (isProviderRefusal(cause)) {
      throw new ApiFailure('provider-refused', { ...cause.extra, cause, detail: 'planNotEndable' })
    }
    throw new ApiFailure('provider-unavailable', { cause, detail: 'planMayContinue' })
  }
  await assertRefunded(uid)
}

/** @throws ApiFailure `provider-unavailable` if a plan may still charge at a provider that was removed from the settings */
export async function assertBillingCanClose(uid: string): Promise<void> {
  if (!(await subscriptionRows(uid)).some(isAtRemovedProvider)) return
  throw new ApiFailure('provider-unavailable', {
    cause: new Error('a plan at a provider that is no longer configured'),
    detail: 'planAtOldProvider',
  })
}

/** Plans at removed providers have expired by now (`assertBillingCanClose`). */
async function endPlans(uid: string): Promise<void> {
  for (const { store, id } of (await subscriptionRows(uid)).filter(mayCharge)) {
    if (isConfigured(store)) await (await billingProvider(store)).changePlan(id, 'end')
  }
}

/** Also of plans that have already ended. */
async function closeInvoices(uid: string): Promise<void> {
  for (const { store, id } of (await subscriptionRows(uid)).filter(isWebPlan)) {
    if (isConfigured(store)) await (await billingProvider(store)).settle(id, null)
  }
}

/** Change lines need the customer, which is deleted next. */
async function recordEndedPlans(uid: string): Promise<void> {
  if ((await subscriptionRows(uid)).some(mayCharge)) await syncUser(uid)
}

async function assertRefunded(uid: string): Promise<void> {
  const db = await database()
  const unpaidRefunds = await db
    .select()
    .from(duplicates)
    .where(and(eq(duplicates.uid, uid), isNull(duplicates.refundedAt), isNull(duplicates.refunded)))
  for (const { store, subscriptionId: subscription, foundAt } of unpaidRefunds) {
    if (Date.now() - foundAt.getTime() < refundWaitMs) {
      throw new ApiFailure('provider-unavailable', {
        cause: new Error(`${store} has not paid back ${subscription} yet`),
        detail: 'refundPending',
      })
    }
    log().error({ store, subscription }, 'a deleted account had a second payment: refund it by hand')
  }
}
