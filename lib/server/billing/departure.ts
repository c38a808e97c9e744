import 'server-only'
import { and, eq, isNull } from 'drizzle-orm'
import { provider as providerName } from '@/lib/contract/plan'
import { database } from '@/lib/server/db/client'
import { duplicates } from '@/lib/server/db/schema'
import { within } from '@/lib/server/deadline'
import { ApiFailure } from '@/lib/server/errors'
import { log } from '@/lib/server/log'
import { closeOpenCheckouts } from './checkout'
import { subscriptionRows, type SubscriptionRow } from './plan'
import { billingProvider, withinDeadline } from './provider'
import { syncUser } from './sync'

/** For so long a second payment that is not paid back yet keeps an account; then it is for somebody of the team. */
const patienceMs = 7 * 24 * 3_600_000

const late = () => new ApiFailure('provider-unavailable', { cause: new Error('deadline') })

/**
 * Ends all business with a person before their account goes: open pages are closed, the providers are asked
 * for what a lost message may have hidden, all web plans end at once, and what was paid twice is paid
 * back. Each step may be repeated, so that a second attempt finishes what a first one left.
 * @param until milliseconds as of `Date.now()`; no further step begins after it
 * @throws ApiFailure `provider-unavailable` when any of it is not certain: then the account must stay
 */
export async function endBusiness(uid: string, until: number): Promise<void> {
  const run = async () => {
    for (const step of [closeOpenCheckouts, syncUser, cancelEverything, noteTheEnd]) {
      if (Date.now() >= until) throw late()
      await step(uid)
    }
  }
  try {
    await within(until, run(), late)
  } catch (cause) {
    // Also of a provider that was taken out of the settings: what runs there cannot be ended.
    if (!(cause instanceof ApiFailure)) throw cause
    throw new ApiFailure('provider-unavailable', {
      cause,
      message:
        'The payment provider does not answer, so a plan there might go on. Your account and your data are still ' +
        'here. Please try again in a moment.',
    })
  }
  await assertPaidBack(uid)
}

/** A plan that is paused or unpaid today, or has not begun, may charge tomorrow. */
const mayCharge = ({ store, status }: SubscriptionRow) => status !== 'canceled' && providerName.safeParse(store).success

/** Ends every web subscription of a person at once. */
async function cancelEverything(uid: string): Promise<void> {
  for (const { store, id } of (await subscriptionRows(uid)).filter(mayCharge)) {
    const provider = await billingProvider(providerName.parse(store))
    await withinDeadline(provider.cancelNow(id))
  }
}

/** The line about the end can only be written while the customer is still known. */
async function noteTheEnd(uid: string): Promise<void> {
  if ((await subscriptionRows(uid)).some(mayCharge)) await syncUser(uid)
}

async function assertPaidBack(uid: string): Promise<void> {
  const db = await database()
  const owed = await db
    .select()
    .from(duplicates)
    .where(and(eq(duplicates.uid, uid), isNull(duplicates.refundedAt)))
  for (const { store, subscriptionId: subscription, foundAt } of owed) {
    if (Date.now() - foundAt.getTime() < patienceMs) {
      throw new ApiFailure('provider-unavailable', {
        cause: new Error(`${store} has not paid back ${subscription} yet`),
        message:
          'What you paid a second time is not paid back yet. Your account and your data are still here. ' +
          'Please try again in an hour.',
      })
    }
    log().error({ store, subscription }, 'an account goes with a second payment in it: pay it back by hand')
  }
}
