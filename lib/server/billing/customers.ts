import 'server-only'
import { and, eq } from 'drizzle-orm'
import { database } from '@/lib/server/db/client'
import { customers } from '@/lib/server/db/schema'
import { ApiFailure } from '@/lib/server/errors'
import { subscriptionRows } from './plan'
import { billingProvider, type BillingProvider } from './provider'
import type { Provider } from '@/lib/contract/plan'

/** The person's customer at one provider, or null before the first purchase. */
export async function customerId(uid: string, provider: Provider): Promise<string | null> {
  const db = await database()
  const [row] = await db
    .select()
    .from(customers)
    .where(and(eq(customers.uid, uid), eq(customers.provider, provider)))
  return row?.customerId ?? null
}

/** Makes the customer at first need. Two calls at once end with one: the provider's key and our primary key see to it. */
export async function ensureCustomer(
  provider: BillingProvider,
  person: { uid: string; email: string | null },
): Promise<string> {
  const known = await customerId(person.uid, provider.name)
  if (known) return known
  const made = await provider.createCustomer(person)
  const db = await database()
  await db
    .insert(customers)
    .values({ uid: person.uid, provider: provider.name, customerId: made })
    .onConflictDoNothing()
  return (await customerId(person.uid, provider.name)) ?? made
}

/**
 * The provider at which the person's present plan was bought, and their customer there; without a
 * plan the one that knows them.
 * @throws ApiFailure `no-customer`
 */
export async function payingCustomer(uid: string): Promise<{ provider: BillingProvider; customerId: string }> {
  const db = await database()
  const known = await db.select().from(customers).where(eq(customers.uid, uid))
  const [plan] = await subscriptionRows(uid)
  const chosen = known.find((row) => row.provider === plan?.store) ?? known[0]
  if (!chosen) throw new ApiFailure('no-customer')
  return { provider: await billingProvider(chosen.provider as Provider), customerId: chosen.customerId }
}
