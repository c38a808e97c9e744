import 'server-only'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { provider as providerName, type Provider } from '@/lib/contract/plan'
import { env } from '@/lib/env'
import { database } from '@/lib/server/db/client'
import { customers, duplicates, users } from '@/lib/server/db/schema'
import { deliverLetters, enqueue } from '@/lib/server/letters'
import { log } from '@/lib/server/log'
import { paidBackLetter, secondTrialLetter } from './letter-words'
import { isLive, subscriptionRows, type SubscriptionRow } from './plan'
import { billingProvider, type Refund } from './provider'

type Duplicate = typeof duplicates.$inferSelect
/** Asks one provider for all that the person has there, and writes it: `refresh` of `sync.ts`. */
type Refresh = (uid: string, name: Provider, customerId: string) => Promise<void>

/** What decides which of two plans was first. A row that is about to be written has not been seen before. */
type Aged = Pick<SubscriptionRow, 'store' | 'id' | 'startedAt'> & { seenAt?: Date }

const seen = ({ seenAt }: Aged) => seenAt?.getTime() ?? Infinity

/** Which of two plans began before the other; providers tell times in whole seconds. */
function age(a: Aged, b: Aged): number {
  const [began, heard] = [a.startedAt.getTime() - b.startedAt.getTime(), seen(a) - seen(b)]
  return began || heard || (a.id < b.id ? -1 : 1)
}

const isPastDue = ({ status }: SubscriptionRow) => status === 'past_due'

/** An unfinished purchase that has expired is no plan that somebody had. */
const hasRun = ({ access, trialEnd, status }: SubscriptionRow) =>
  status !== 'incomplete' && (access || trialEnd !== null)

/** A plan in trial that began after another plan of the same person: a page that was left open can give one. */
export const isSecondTrial = (plan: Aged & { status: string }, all: SubscriptionRow[]): boolean =>
  plan.status === 'trialing' &&
  all.some((one) => (one.store !== plan.store || one.id !== plan.id) && hasRun(one) && age(one, plan) < 0)

/** The live plan that stays, if there is one, and those that nobody should have. */
async function judge(uid: string): Promise<{ kept: SubscriptionRow | undefined; surplus: SubscriptionRow[] }> {
  const all = await subscriptionRows(uid)
  const trials = all.filter((row) => isSecondTrial(row, all))
  const [kept, ...others] = all
    .filter((row) => isLive(row) && !trials.includes(row))
    .toSorted((a, b) => Number(isPastDue(a)) - Number(isPastDue(b)) || age(a, b))
  return { kept, surplus: [...trials, ...others] }
}

/**
 * Two pages of two providers can both be paid, or one of them after a plan of the other has come and gone.
 * What nobody should have is ended at once and paid back:
 * - a second trial, whatever became of the plan that was before it;
 * - of several live plans all but one: a plan that is paid for stays before one that is past due, and of
 *   those the older. Of a past-due plan that is older than the one that stays nothing is paid back: what
 *   was paid for it was for months that had passed.
 *
 * What is begun here is finished by whoever comes next, and each step may be repeated.
 * @throws ApiFailure when a provider does not end one; paying back is tried again later instead
 */
export async function settleDuplicates(uid: string, refresh: Refresh): Promise<void> {
  if ((await judge(uid)).surplus.length > 0) await noteDuplicates(uid, refresh)
  const db = await database()
  const pending = await db
    .select()
    .from(duplicates)
    .where(and(eq(duplicates.uid, uid), isNull(duplicates.refundedAt)))
  for (const row of pending) await settle(row, refresh)
}

async function noteDuplicates(uid: string, refresh: Refresh): Promise<void> {
  const db = await database()
  // What is stored of the other provider may be older than the end of a plan there.
  for (const { provider, customerId } of await db.select().from(customers).where(eq(customers.uid, uid))) {
    await refresh(uid, providerName.parse(provider), customerId)
  }
  const { kept, surplus } = await judge(uid)
  for (const row of surplus) {
    const { store, id, customerId } = row
    if (!providerName.safeParse(store).success || !customerId) continue
    // That nothing is owed is written down at once: later nobody can tell.
    const owesNothing = kept !== undefined && isPastDue(row) && row.startedAt < kept.startedAt
    const noted = { store, subscriptionId: id, uid, customerId, refunded: owesNothing ? 0 : null }
    const [isNew] = await db.insert(duplicates).values(noted).onConflictDoNothing().returning()
    if (isNew) log().error({ store, subscription: id }, 'a second subscription or trial is ended and paid back')
  }
}

async function settle(row: Duplicate, refresh: Refresh): Promise<void> {
  const db = await database()
  const name = providerName.parse(row.store)
  const provider = await billingProvider(name)
  const own = and(eq(duplicates.store, row.store), eq(duplicates.subscriptionId, row.subscriptionId))
  if (!row.endedAt) {
    await provider.cancelNow(row.subscriptionId)
    await db
      .update(duplicates)
      .set({ endedAt: sql`now()` })
      .where(own)
    await refresh(row.uid, name, row.customerId)
  }
  let refund: Refund
  try {
    const key = `duplicate-${row.store}-${row.subscriptionId}`
    refund = row.refunded === null ? await provider.refundAll(row.subscriptionId, key) : null
  } catch (err) {
    // Whoever is here waits for something else; the row stays, and the next look tries again.
    log().error({ store: row.store, subscription: row.subscriptionId, err }, 'a second payment is not paid back yet')
    return
  }
  // Beside a running plan the words about two plans say more.
  const all = await subscriptionRows(row.uid)
  // Its own row may still be as it was before: another of us has ended it, and not written that yet.
  const [[itself], others] = [
    all.filter((one) => one.store === row.store && one.id === row.subscriptionId),
    all.filter((one) => one.store !== row.store || one.id !== row.subscriptionId),
  ]
  const isTrialAlone = Boolean(itself?.trialEnd) && !refund && !others.some(isLive)
  await db.transaction(async (step) => {
    const [settled] = await step
      .update(duplicates)
      .set({ refundedAt: sql`now()`, refunded: refund?.amount ?? 0, currency: refund?.currency ?? null })
      .where(and(own, isNull(duplicates.refundedAt)))
      .returning()
    if (!settled) return
    const [person] = await step.select({ email: users.email }).from(users).where(eq(users.uid, row.uid))
    if (!person?.email) return
    const { siteOrigin, outside } = env()
    const sender = { origin: siteOrigin, mail: outside.mail }
    const words = isTrialAlone ? secondTrialLetter(row.store, sender) : paidBackLetter(row.store, refund, sender)
    const id = `paid-back-${row.store}-${row.subscriptionId}`
    await enqueue(step, { id, uid: row.uid, kind: 'paid-back', email: person.email, ...words })
  })
  void deliverLetters()
}
