import 'server-only'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { provider as providerName, type Provider } from '@/lib/contract/plan'
import { env } from '@/lib/env'
import { database } from '@/lib/server/db/client'
import { customers, duplicates, users } from '@/lib/server/db/schema'
import { deliverLetters, enqueue } from '@/lib/server/letters'
import { log } from '@/lib/server/log'
import { paidBackLetter } from './letter-words'
import { isLive, subscriptionRows, type SubscriptionRow } from './plan'
import { billingProvider, type Refund } from './provider'

type Duplicate = typeof duplicates.$inferSelect
/** Asks one provider for all that the person has there, and writes it: `refresh` of `sync.ts`. */
type Refresh = (uid: string, name: Provider, customerId: string) => Promise<void>

const age = (a: SubscriptionRow, b: SubscriptionRow) =>
  a.startedAt.getTime() - b.startedAt.getTime() || a.seenAt.getTime() - b.seenAt.getTime() || (a.id < b.id ? -1 : 1)

const livePlans = async (uid: string) => (await subscriptionRows(uid)).filter(isLive).toSorted(age)

/**
 * Two pages of two providers can both be paid: the older plan stays, the others are ended at once and
 * paid back. What is begun here is finished by whoever comes next, and each step may be repeated.
 * @throws ApiFailure when a provider does not end one; paying back is tried again later instead
 */
export async function settleDuplicates(uid: string, refresh: Refresh): Promise<void> {
  if ((await livePlans(uid)).length > 1) await noteDuplicates(uid, refresh)
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
  for (const { store, id, customerId } of (await livePlans(uid)).slice(1)) {
    if (!providerName.safeParse(store).success || !customerId) continue
    const noted = { store, subscriptionId: id, uid, customerId }
    const [isNew] = await db.insert(duplicates).values(noted).onConflictDoNothing().returning()
    if (isNew) log().error({ store, subscription: id }, 'a second subscription is ended and paid back')
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
    refund = await provider.refundAll(row.subscriptionId, `duplicate-${row.store}-${row.subscriptionId}`)
  } catch (err) {
    // Whoever is here waits for something else; the row stays, and the next look tries again.
    log().error({ store: row.store, subscription: row.subscriptionId, err }, 'a second payment is not paid back yet')
    return
  }
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
    const words = paidBackLetter(row.store, refund, { origin: siteOrigin, mail: outside.mail })
    const id = `paid-back-${row.store}-${row.subscriptionId}`
    await enqueue(step, { id, uid: row.uid, kind: 'paid-back', email: person.email, ...words })
  })
  void deliverLetters()
}
