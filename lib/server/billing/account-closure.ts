import 'server-only'
import { and, eq, isNull } from 'drizzle-orm'
import { database } from '@/lib/server/db/client'
import { customers, duplicates } from '@/lib/server/db/schema'
import { within } from '@/lib/server/http/deadline'
import { ApiFailure } from '@/lib/server/http/errors'
import { log } from '@/lib/server/observability/log'
import { closeOpenCheckouts } from './checkout'
import { knownCustomer } from './providers/ownership'
import { mayCharge, subscriptionRows } from './plan'
import { billingProvider, isSetUp } from './providers/registry'
import { isRefusal } from './providers/outcomes'
import { withinDeadline } from './providers/timeouts'
import { plansOutOfReach } from './unavailable-providers'
import { syncUser } from './sync'

/** For so long a second payment that is not paid back yet keeps an account; then it is for somebody of the team. */
const patienceMs = 7 * 24 * 3_600_000

const refused = (failure: ApiFailure) =>
  new ApiFailure('provider-refused', {
    ...failure.extra,
    cause: failure,
    message:
      'The payment provider does not let us end your plan from here, so it might go on. Your account and your data are ' +
      'still here. End the plan on the provider’s own page first, or write to us.',
  })

const late = () => new ApiFailure('provider-unavailable', { cause: new Error('deadline') })

/**
 * Ends all business with a person before their account goes: open pages are closed, the providers are asked
 * for what a lost message may have hidden, all web plans end at once, nothing is collected any more, and what
 * was paid twice is paid back. Each step may be repeated, so that a second attempt finishes what a first one left.
 * @param until milliseconds as of `Date.now()`; no further step begins after it
 * @throws ApiFailure `provider-unavailable` or `provider-refused` when any of it is not certain: then the account must
 *   stay
 */
export async function endBusiness(uid: string, until: number): Promise<void> {
  const run = async () => {
    for (const step of [closeOpenCheckouts, syncUser, cancelEverything, closeInvoices, noteTheEnd]) {
      if (Date.now() >= until) throw late()
      await step(uid)
    }
  }
  try {
    await within(until, run(), late)
  } catch (cause) {
    if (!(cause instanceof ApiFailure)) throw cause
    if (isRefusal(cause)) throw refused(cause)
    throw new ApiFailure('provider-unavailable', {
      cause,
      message:
        'The payment provider does not answer, so a plan there might go on. Your account and your data are still ' +
        'here. Please try again in a moment.',
    })
  }
  await assertPaidBack(uid)
}

/**
 * What runs at a provider that was taken out of the settings cannot be ended: it would go on without an account.
 * @throws ApiFailure `provider-unavailable`, before anything was done
 */
export async function assertAllCanEnd(uid: string): Promise<void> {
  if ((await plansOutOfReach(uid)).length === 0) return
  throw new ApiFailure('provider-unavailable', {
    cause: new Error('a plan at a provider that is not set up any more'),
    message:
      'You have a plan with a payment provider that this site is not connected to any more. We cannot end it from ' +
      'here, and it may still charge you. Your account and your data are still here. Please write to us.',
  })
}

/** Ends every web subscription of a person at once. */
async function cancelEverything(uid: string): Promise<void> {
  for (const { store, id } of (await subscriptionRows(uid)).filter(mayCharge)) {
    const provider = await billingProvider(store)
    await withinDeadline(provider.cancelNow(id))
  }
}

/** Also of plans that had ended before: by customer, so that a second attempt does what a first one left. */
async function closeInvoices(uid: string): Promise<void> {
  const db = await database()
  for (const { provider, customerId } of await db.select().from(customers).where(eq(customers.uid, uid))) {
    if (!isSetUp(provider)) continue
    const known = knownCustomer(provider, customerId, uid)
    await (await billingProvider(provider)).closeInvoices({ customer: customerId, known })
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
    // Of one that gave way nothing is owed, and what was open for it has been closed with everything else.
    .where(and(eq(duplicates.uid, uid), isNull(duplicates.refundedAt), isNull(duplicates.refunded)))
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
