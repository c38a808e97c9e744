import 'server-only'
import { and, eq } from 'drizzle-orm'
import type { Provider } from '@/lib/contract/plan'
import { database, type Database } from '@/lib/server/db/client'
import { customers, deletedCustomers } from '@/lib/server/db/schema'
import { log } from '@/lib/server/observability/log'
import type { Confirmable } from '@/lib/server/users/address-marks'
import { accountDeleted, blockDeletion, type SignIn } from '@/lib/server/users/deletion-lock'
import { subscriptionRows } from './plan'
import { refreshCustomer } from './provider-state'
import type { BillingProvider } from './providers/provider'
import { billingProvider, isConfigured } from './providers/registry'

export type Buyer = SignIn & Confirmable & { isGuest: boolean }

const isCustomerOf = (uid: string, provider: Provider) => and(eq(customers.uid, uid), eq(customers.provider, provider))

export async function findCustomerId(uid: string, provider: Provider): Promise<string | null> {
  const db = await database()
  const [row] = await db.select().from(customers).where(isCustomerOf(uid, provider))
  return row?.customerId ?? null
}

/** The user's customers at configured providers. */
export async function customersOf(uid: string): Promise<(typeof customers.$inferSelect)[]> {
  const db = await database()
  const rows = await db.select().from(customers).where(eq(customers.uid, uid))
  return rows.filter(({ provider }) => isConfigured(provider))
}

/** Concurrent calls get the same customer. */
export async function ensureCustomer(provider: BillingProvider, buyer: Buyer): Promise<string> {
  const existingId = await findCustomerId(buyer.uid, provider.name)
  if (existingId) return existingId
  const { uid, email } = buyer
  const customerId = await provider.saveCustomer({ uid, email, generation: 0 })
  await storeCustomer(provider.name, buyer, customerId, (tx) =>
    tx.insert(customers).values({ uid, provider: provider.name, customerId, email }).onConflictDoNothing(),
  )
  return (await findCustomerId(uid, provider.name)) ?? customerId
}

/** Customers of a deleted account are stored apart, so that later purchases are ended. */
async function storeCustomer(
  provider: Provider,
  buyer: Buyer,
  customerId: string,
  write: (tx: Pick<Database, 'insert' | 'update'>) => PromiseLike<unknown>,
): Promise<void> {
  const db = await database()
  const deletedAt = await db.transaction(async (tx) => {
    const deletedAt = await blockDeletion(tx, buyer)
    if (!deletedAt) await write(tx)
    else await tx.insert(deletedCustomers).values({ provider, customerId, deletedAt }).onConflictDoNothing()
    return deletedAt
  })
  if (deletedAt) throw accountDeleted()
}

/** Replaces a customer that the provider no longer knows, along with its plans. */
export async function recreateCustomer(provider: BillingProvider, buyer: Buyer, lostId: string): Promise<string> {
  const { uid, email } = buyer
  const db = await database()
  const isOwnRow = isCustomerOf(uid, provider.name)
  const [row] = await db.select().from(customers).where(isOwnRow)
  if (!row) throw accountDeleted()
  if (row.customerId !== lostId) return row.customerId
  await refreshCustomer(uid, provider.name, lostId)
  const generation = row.generation + 1
  const customerId = await provider.saveCustomer({ uid, email, generation })
  await storeCustomer(provider.name, buyer, customerId, (tx) =>
    tx
      .update(customers)
      .set({ customerId, generation, email })
      .where(and(isOwnRow, eq(customers.customerId, lostId))),
  )
  log().warn({ provider: provider.name, generation }, 'recreated a customer that the provider had lost')
  return (await findCustomerId(uid, provider.name)) ?? customerId
}

/** Runs in the background. Failures are retried at the next sign-in. */
export async function updateCustomerEmail(uid: string, email: string | null): Promise<void> {
  if (!email) return
  const logFailure = (err: unknown) => log().warn({ err }, 'a provider may still use an old email address')
  try {
    const db = await database()
    const outdatedRows = (await customersOf(uid)).filter((row) => row.email !== email)
    const update = async ({ customerId, provider, generation }: (typeof outdatedRows)[number]) => {
      await (await billingProvider(provider)).saveCustomer({ uid, email, generation, customerId })
      await db
        .update(customers)
        .set({ email })
        .where(and(eq(customers.provider, provider), eq(customers.customerId, customerId)))
    }
    await Promise.all(outdatedRows.map((row) => update(row).catch(logFailure)))
  } catch (err) {
    logFailure(err)
  }
}

/** At the provider of the current plan first. */
export async function billingCustomers(uid: string): Promise<{ provider: BillingProvider; customerId: string }[]> {
  const [plan] = await subscriptionRows(uid)
  const sortedRows = (await customersOf(uid)).toSorted(
    (a, b) => Number(b.provider === plan?.store) - Number(a.provider === plan?.store),
  )
  return Promise.all(
    sortedRows.map(async ({ provider, customerId }) => ({ provider: await billingProvider(provider), customerId })),
  )
}
