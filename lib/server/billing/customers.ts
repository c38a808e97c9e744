import 'server-only'
import { and, eq } from 'drizzle-orm'
import { database, type Database } from '@/lib/server/db/client'
import { customers, deletedCustomers } from '@/lib/server/db/schema'
import { accountGone, holdAgainstDeletion, type SignIn } from '@/lib/server/deletion'
import { ApiFailure } from '@/lib/server/errors'
import { log } from '@/lib/server/log'
import { subscriptionRows } from './plan'
import { billingProvider, isSetUp, type BillingProvider } from './provider'
import { refresh } from './sync'
import type { Provider } from '@/lib/contract/plan'

/** Who buys, and by which sign-in. */
export type Buyer = SignIn & { email: string | null }

/** The person's customer at one provider, or null before the first purchase. */
export async function customerId(uid: string, provider: Provider): Promise<string | null> {
  const db = await database()
  const [row] = await db
    .select()
    .from(customers)
    .where(and(eq(customers.uid, uid), eq(customers.provider, provider)))
  return row?.customerId ?? null
}

/**
 * Makes the customer at first need. Two calls at once end with one: the provider's key and our primary key see to it.
 * @throws ApiFailure `unauthenticated` when the account was deleted meanwhile
 */
export async function ensureCustomer(provider: BillingProvider, person: Buyer): Promise<string> {
  const known = await customerId(person.uid, provider.name)
  if (known) return known
  const { uid, email } = person
  const made = await provider.createCustomer({ uid, email, generation: 0 })
  await keep(provider.name, person, made, (step) =>
    step.insert(customers).values({ uid, provider: provider.name, customerId: made }).onConflictDoNothing(),
  )
  return (await customerId(uid, provider.name)) ?? made
}

/**
 * Writes a customer that the provider has just made. Where the account was deleted meanwhile it is noted with
 * those of deleted accounts instead, so that whatever is paid there is ended.
 */
async function keep(
  name: Provider,
  person: Buyer,
  made: string,
  write: (step: Pick<Database, 'insert' | 'update'>) => PromiseLike<unknown>,
): Promise<void> {
  const db = await database()
  const deletedAt = await db.transaction(async (step) => {
    const gone = await holdAgainstDeletion(step, person)
    if (!gone) await write(step)
    else {
      const late = { provider: name, customerId: made, deletedAt: gone }
      await step.insert(deletedCustomers).values(late).onConflictDoNothing()
    }
    return gone
  })
  if (deletedAt) throw accountGone()
}

/**
 * Makes a new customer in the place of one that the provider no longer knows. What was stored of the
 * old one has ended with it. Of two calls at once the later finds what the earlier made.
 * @throws ApiFailure `unauthenticated` when the account was deleted meanwhile
 */
export async function replaceCustomer(provider: BillingProvider, person: Buyer, lost: string): Promise<string> {
  const { uid, email } = person
  const db = await database()
  const own = and(eq(customers.uid, uid), eq(customers.provider, provider.name))
  const [row] = await db.select().from(customers).where(own)
  if (!row) throw accountGone()
  if (row.customerId !== lost) return row.customerId
  await refresh(uid, provider.name, lost)
  const generation = row.generation + 1
  const made = await provider.createCustomer({ uid, email, generation })
  await keep(provider.name, person, made, (step) =>
    step
      .update(customers)
      .set({ customerId: made, generation })
      .where(and(own, eq(customers.customerId, lost))),
  )
  log().warn({ provider: provider.name, generation }, 'the provider had lost a customer, and has a new one')
  return (await customerId(uid, provider.name)) ?? made
}

/**
 * The provider at which the person's present plan was bought, and their customer there; without a
 * plan the one that knows them, if it can still be asked.
 * @throws ApiFailure `no-customer`
 */
export async function payingCustomer(uid: string): Promise<{ provider: BillingProvider; customerId: string }> {
  const db = await database()
  const known = await db.select().from(customers).where(eq(customers.uid, uid))
  const [plan] = await subscriptionRows(uid)
  const inReach = known.filter((row) => isSetUp(row.provider as Provider))
  const chosen = inReach.find((row) => row.provider === plan?.store) ?? inReach[0]
  if (!chosen) throw new ApiFailure('no-customer')
  return { provider: await billingProvider(chosen.provider as Provider), customerId: chosen.customerId }
}
