import 'server-only'
import { and, eq, lt } from 'drizzle-orm'
import type { Provider } from '@/lib/contract/plan'
import { database } from '@/lib/server/db/client'
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
  return (await findCustomerId(buyer.uid, provider.name)) ?? createCustomer(provider, buyer, 0)
}

/** Stores the customer unless one of this or a newer generation is stored. */
async function createCustomer(provider: BillingProvider, buyer: Buyer, generation: number): Promise<string> {
  const { uid, email } = buyer
  const { name } = provider
  const customerId = await provider.saveCustomer({ uid, email, generation })
  const db = await database()
  const deletedAt = await db.transaction(async (tx) => {
    const deletedAt = await blockDeletion(tx, buyer)
    // Stored apart, so that later purchases are ended.
    if (deletedAt) {
      await tx.insert(deletedCustomers).values({ provider: name, customerId, deletedAt }).onConflictDoNothing()
      return deletedAt
    }
    await tx
      .insert(customers)
      .values({ uid, provider: name, customerId, generation, email })
      .onConflictDoUpdate({
        target: [customers.uid, customers.provider],
        set: { customerId, generation, email },
        setWhere: lt(customers.generation, generation),
      })
    return null
  })
  if (deletedAt) throw accountDeleted()
  return (await findCustomerId(uid, name)) ?? customerId
}

/** Replaces a customer that the provider no longer knows, along with its plans. */
export async function recreateCustomer(provider: BillingProvider, buyer: Buyer, lostId: string): Promise<string> {
  const { uid } = buyer
  const { name } = provider
  const db = await database()
  const [row] = await db.select().from(customers).where(isCustomerOf(uid, name))
  if (!row) throw accountDeleted()
  if (row.customerId !== lostId) return row.customerId
  await refreshCustomer(uid, name, lostId)
  const generation = row.generation + 1
  const customerId = await createCustomer(provider, buyer, generation)
  log().warn({ provider: name, generation }, 'recreated a customer that the provider had lost')
  return customerId
}

/** Runs in the background. Failures are retried at the next sign-in. */
export async function updateCustomerEmail(uid: string, email: string | null): Promise<void> {
  if (!email) return
  try {
    const db = await database()
    const update = async ({ customerId, provider, generation }: typeof customers.$inferSelect) => {
      await (await billingProvider(provider)).saveCustomer({ uid, email, generation, customerId })
      const isSame = and(eq(customers.provider, provider), eq(customers.customerId, customerId))
      await db.update(customers).set({ email }).where(isSame)
    }
    await Promise.all((await customersOf(uid)).filter((row) => row.email !== email).map(update))
  } catch (err) {
    log().warn({ err }, 'a provider may still use an old email address')
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
