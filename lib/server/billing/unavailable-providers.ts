import 'server-only'
import { ApiFailure } from '@/lib/server/http/errors'
import { mayCharge, subscriptionRows, type SubscriptionRow } from './plan'
import { isSetUp } from './providers/registry'

const isOutOfReach = (row: SubscriptionRow) => mayCharge(row) && !isSetUp(row.store) && !isOver(row)

/**
 * Plans of the person's that may still charge at a provider that was taken out of the settings. Nobody can read or
 * end them here, and what is stored of them may be old.
 */
export const plansOutOfReach = async (uid: string): Promise<SubscriptionRow[]> =>
  (await subscriptionRows(uid)).filter(isOutOfReach)

/** Providers give up a payment that was not completed within a day. */
const dayMs = 24 * 3_600_000

/** What is stored of such a plan never changes again: one that was to end, or was not paid for in time, has ended. */
export function isOver(row: SubscriptionRow, now = Date.now()): boolean {
  if (row.status === 'incomplete') return row.startedAt.getTime() < now - dayMs
  if (row.access && row.endsAt && row.endsAt.getTime() < now - dayMs) return true
  return (
    row.access && row.isUnSubscribed && row.currentPeriodEnd !== null && row.currentPeriodEnd.getTime() < now - dayMs
  )
}

/**
 * What a provider that was taken out of the settings has of a person is left alone, unless a plan there may still
 * charge: then a second one must not be bought beside it.
 * @throws ApiFailure `not-configured`
 */
export async function assertPlansInReach(uid: string): Promise<void> {
  if ((await plansOutOfReach(uid)).length > 0) throw outOfReach()
}

const outOfReach = () =>
  new ApiFailure('not-configured', {
    message:
      'You have a plan with a payment provider that this site is not connected to any more, and it may still ' +
      'charge you. We cannot look at it from here. Please write to us.',
  })

/**
 * The same for one plan, which somebody wants to change, or to see the card of.
 * @throws ApiFailure `not-configured`
 */
export function assertInReach(row: SubscriptionRow): void {
  if (isOutOfReach(row)) throw outOfReach()
}
