/** “Cancel and refund”, for a charge that a subscriber did not expect. */
import 'server-only'
import { and, eq, isNull } from 'drizzle-orm'
import type { CurrentPlan, PlanChange } from '@/lib/contract/plan'
import { env } from '@/lib/env'
import { database } from '@/lib/server/db/client'
import { duplicates } from '@/lib/server/db/schema'
import { ApiFailure, withUnknownOutcome } from '@/lib/server/http/errors'
import { freshPlan, loadPlan } from './cancel'
import { currentPlan, refundableCharge, type WebPlan } from './plan'
import { isProviderRefusal } from './providers/provider'
import { insertDuplicate, resolveDuplicates } from './sync'

const isOf = ({ store, id }: WebPlan) =>
  and(eq(duplicates.store, store), eq(duplicates.subscriptionId, id), eq(duplicates.reason, 'asked-back'))

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

/** @throws ApiFailure `refund-window-over` unless it is recorded already */
async function recordRequest(plan: WebPlan): Promise<void> {
  const { uid, store, id, customerId } = plan
  const charge = refundableCharge(plan, env().siteSettings.refundWindowDays)
  const row = { uid, store, subscriptionId: id, reason: 'asked-back' as const, refundFrom: charge?.from ?? null }
  if (charge && customerId && (await insertDuplicate({ ...row, customerId }))) return
  const db = await database()
  if ((await db.$count(duplicates, isOf(plan))) === 0) throw new ApiFailure('refund-window-over')
}

/** The plan still runs, and must not be ended later without notice. */
async function forgetRequest(plan: WebPlan): Promise<void> {
  const db = await database()
  await db.delete(duplicates).where(and(isOf(plan), isNull(duplicates.endedAt)))
}
