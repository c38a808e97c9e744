/** Stores the provider's present state. Webhooks and pages only say which customer to sync. */
import 'server-only'
import { and, eq } from 'drizzle-orm'
import type { Provider } from '@/lib/contract/plan'
import { database } from '@/lib/server/db/client'
import { customers, deletedCustomers, planChanges } from '@/lib/server/db/schema'
import { customersOf } from './customers'
import { resolveDuplicates } from './duplicates'
import { assertNoPlanAtRemovedProvider, hasNotBegun } from './plan'
import { refreshCustomer } from './provider-state'
import { billingProvider } from './providers/registry'

/** Syncs a webhook's customer. Ignores unknown ones, and ends purchases of deleted accounts. */
export async function syncCustomer(provider: Provider, customerId: string): Promise<void> {
  const db = await database()
  const [customer] = await db
    .select()
    .from(customers)
    .where(and(eq(customers.provider, provider), eq(customers.customerId, customerId)))
  if (customer) {
    await refreshCustomer(customer.uid, provider, customerId)
    await resolveDuplicates(customer.uid)
    return
  }
  const [deleted] = await db
    .select()
    .from(deletedCustomers)
    .where(and(eq(deletedCustomers.provider, provider), eq(deletedCustomers.customerId, customerId)))
  if (deleted) await endAfterDeletion(provider, customerId, deleted.deletedAt)
}

/** Asks all configured providers, even if one fails. */
export async function syncUser(uid: string): Promise<void> {
  const customerRows = await customersOf(uid)
  const results = await Promise.allSettled(
    customerRows.map(({ provider, customerId }) => refreshCustomer(uid, provider, customerId)),
  )
  const failure = results.find((result) => result.status === 'rejected')
  if (failure) throw failure.reason
  await assertNoPlanAtRemovedProvider(uid)
  await resolveDuplicates(uid)
}

/** Clocks differ, and providers report whole seconds. */
const skewMs = 60_000

/** Refunds only plans that began, or first gave access, after the deletion. */
async function endAfterDeletion(name: Provider, customerId: string, deletedAt: Date): Promise<void> {
  const provider = await billingProvider(name)
  const { own: plans } = await provider.subscriptions(customerId, null)
  for (const { id, status, startedAt } of plans) {
    if (status !== 'canceled') await provider.changePlan(id, 'end')
    // Includes ended plans, whose refund may be missing.
    const mustRefund = startedAt.getTime() > deletedAt.getTime() - skewMs || (await neverGaveAccess(name, id))
    if (mustRefund || status !== 'canceled') await provider.settle(id, mustRefund ? `late-${name}-${id}` : null)
  }
}

/** False if the plan has no change lines. */
async function neverGaveAccess(provider: Provider, subscriptionId: string): Promise<boolean> {
  const db = await database()
  const changes = await db
    .select({ access: planChanges.access, status: planChanges.status })
    .from(planChanges)
    .where(and(eq(planChanges.store, provider), eq(planChanges.subscriptionId, subscriptionId)))
  return changes.some(hasNotBegun) && !changes.some(({ access }) => access)
}
