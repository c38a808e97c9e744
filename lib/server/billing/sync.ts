import 'server-only'
import { and, eq, sql } from 'drizzle-orm'
import { provider as providerName, type Provider } from '@/lib/contract/plan'
import { database, type Database } from '@/lib/server/db/client'
import { customers, deletedCustomers, subscriptions } from '@/lib/server/db/schema'
import { log } from '@/lib/server/log'
import { isLive, subscriptionRows, type SubscriptionRow } from './plan'
import { billingProvider, type ProviderSubscription } from './provider'

/** Drawn before the provider is asked, so that an older answer can be told from a newer one. */
export async function drawStamp(): Promise<number> {
  const db = await database()
  // Both engines answer with rows; their result types share nothing else.
  const result: unknown = await db.execute(sql`select nextval('sync_stamp') as stamp`)
  return Number((result as { rows: [{ stamp: string | number }] }).rows[0].stamp)
}

/**
 * Writes what a provider said, unless something newer is stored. This is the only writer of
 * subscriptions, and repeating it changes nothing.
 * @param stamp from `drawStamp`, drawn before the provider was asked
 */
export async function write(stamp: number, uid: string, store: Provider, told: ProviderSubscription[]): Promise<void> {
  if (told.length === 0) return
  const db = await database()
  await db.transaction(async (step) => {
    // Held against a deletion of the account, which takes the customer first: no row comes after it.
    const [known] = await step
      .select()
      .from(customers)
      .where(and(eq(customers.uid, uid), eq(customers.provider, store)))
      .for('share')
    if (known) await upsert(step, stamp, uid, store, told)
  })
}

async function upsert(
  step: Pick<Database, 'insert'>,
  stamp: number,
  uid: string,
  store: Provider,
  told: ProviderSubscription[],
): Promise<void> {
  await step
    .insert(subscriptions)
    .values(
      told.map(({ price, ...rest }) => ({
        ...rest,
        store,
        uid,
        stamp,
        priceId: price?.id,
        amount: price?.amount,
        currency: price?.currency,
        interval: price?.interval,
      })),
    )
    .onConflictDoUpdate({
      target: [subscriptions.store, subscriptions.id],
      set: {
        productIdentifier: sql`excluded.product_identifier`,
        priceId: sql`excluded.price_id`,
        amount: sql`excluded.amount`,
        currency: sql`excluded.currency`,
        interval: sql`excluded.interval`,
        status: sql`excluded.status`,
        isUnSubscribed: sql`excluded.is_unsubscribed`,
        access: sql`excluded.access`,
        currentPeriodEnd: sql`excluded.current_period_end`,
        trialEnd: sql`excluded.trial_end`,
        stamp: sql`excluded.stamp`,
        updatedAt: sql`now()`,
      },
      setWhere: sql`${subscriptions.stamp} < excluded.stamp`,
    })
}

/**
 * The doorbell: asks the provider for all that a customer has, and writes it. A stranger's customer
 * changes nothing; what the customer of a deleted account has bought is ended.
 */
export async function syncCustomer(name: Provider, customerId: string): Promise<void> {
  const db = await database()
  const [known] = await db
    .select()
    .from(customers)
    .where(and(eq(customers.provider, name), eq(customers.customerId, customerId)))
  if (known) {
    await refresh(known.uid, name, customerId)
    await keepOne(known.uid)
    return
  }
  const [gone] = await db
    .select()
    .from(deletedCustomers)
    .where(and(eq(deletedCustomers.provider, name), eq(deletedCustomers.customerId, customerId)))
  if (gone) await endAll(name, customerId)
}

/** The same for a person: every provider that knows them. One that fails does not stop the others, but throws. */
export async function syncUser(uid: string): Promise<void> {
  const db = await database()
  const known = await db.select().from(customers).where(eq(customers.uid, uid))
  const done = await Promise.allSettled(
    known.map((customer) => refresh(uid, providerName.parse(customer.provider), customer.customerId)),
  )
  const failed = done.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
  await keepOne(uid)
}

const age = (a: SubscriptionRow, b: SubscriptionRow) =>
  a.startedAt.getTime() - b.startedAt.getTime() || a.seenAt.getTime() - b.seenAt.getTime() || (a.id < b.id ? -1 : 1)

/**
 * Two pages of two providers can both be paid: the older plan stays, and the others are ended at once.
 */
async function keepOne(uid: string): Promise<void> {
  const live = (await subscriptionRows(uid)).filter(isLive).toSorted(age)
  for (const row of live.slice(1)) {
    const name = providerName.safeParse(row.store)
    if (!name.success || !row.customerId) continue
    const provider = await billingProvider(name.data)
    await provider.cancelNow(row.id)
    await refresh(uid, name.data, row.customerId)
    log().error(
      { store: row.store, subscription: row.id },
      'a second subscription was ended: refund what was paid for it',
    )
  }
}

async function endAll(name: Provider, customerId: string): Promise<void> {
  const provider = await billingProvider(name)
  for (const { id, access } of await provider.subscriptions(customerId)) if (access) await provider.cancelNow(id)
}

/** Asks one provider for all that the person has there, and writes it. */
export async function refresh(uid: string, name: Provider, customerId: string): Promise<void> {
  const provider = await billingProvider(name)
  const stamp = await drawStamp()
  await write(stamp, uid, name, await provider.subscriptions(customerId))
}
