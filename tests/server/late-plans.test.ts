/** Charges and payments at a provider after the account was deleted. */
import { expect, test, vi } from 'vitest'
import { billingProvider } from '@/lib/server/billing/providers/registry'
import type { ProviderSubscription } from '@/lib/server/billing/providers/provider'
import { syncCustomer } from '@/lib/server/billing/sync'
import { database } from '@/lib/server/db/client'
import { deletedCustomers, planChanges } from '@/lib/server/db/schema'
import { providerSubscription } from '@/tests/setup/rows'
import { stageWithVendors } from '@/tests/setup/vendors'

await stageWithVendors()

const deletedAt = new Date('2026-11-10')
const [before, after] = [new Date('2026-09-01'), new Date('2026-11-11')]

type Case = {
  how: string
  status: ProviderSubscription['status']
  startedAt: Date
  /** States stored before the account was deleted. */
  lines: ProviderSubscription['status'][]
  ended: boolean
  back: boolean
}

test.each<Case>([
  { how: 'bought after it', status: 'active', startedAt: after, lines: [], ended: true, back: true },
  { how: 'bought after it and ended', status: 'canceled', startedAt: after, lines: [], ended: false, back: true },
  { how: 'used before it', status: 'active', startedAt: before, lines: ['active'], ended: true, back: false },
  { how: 'paused in it', status: 'paused', startedAt: before, lines: ['active', 'paused'], ended: true, back: false },
  { how: 'unpaid in it', status: 'unpaid', startedAt: before, lines: ['active', 'unpaid'], ended: true, back: false },
  { how: 'completed after it', status: 'active', startedAt: before, lines: ['incomplete'], ended: true, back: true },
  { how: 'never completed', status: 'incomplete', startedAt: before, lines: ['incomplete'], ended: true, back: true },
  { how: 'to begin after it', status: 'future', startedAt: before, lines: ['future'], ended: true, back: true },
  {
    how: 'completed and used before it',
    status: 'canceled',
    startedAt: before,
    lines: ['incomplete', 'active', 'canceled'],
    ended: false,
    back: false,
  },
  { how: 'of which nothing was stored', status: 'active', startedAt: before, lines: [], ended: true, back: false },
])('handles a plan $how: ended $ended, refunded $back', async ({ how, status, startedAt, lines, ended, back }) => {
  const [customerId, id] = [`cus_${how}`, `sub_${how}`]
  const db = await database()
  await db.insert(deletedCustomers).values({ provider: 'stripe', customerId, deletedAt })
  for (const [stamp, state] of lines.entries()) {
    const access = state === 'active'
    const line = { store: 'stripe' as const, subscriptionId: id, stamp, customerId, status: state, access }
    await db.insert(planChanges).values({ ...line, kind: 'changed', isUnSubscribed: !access })
  }
  const provider = await billingProvider('stripe')
  const subscription = providerSubscription({ id, customerId, status, startedAt, access: status === 'active' })
  const spies = [
    vi.spyOn(provider, 'subscriptions').mockResolvedValue({ own: [subscription], foreign: [] }),
    vi.spyOn(provider, 'changePlan').mockResolvedValue(null),
    vi.spyOn(provider, 'settle').mockResolvedValue(null),
  ]
  await syncCustomer('stripe', customerId)
  const [, changePlan, settle] = spies
  const key = back ? `late-stripe-${id}` : null
  expect([changePlan?.mock.calls, settle?.mock.calls]).toEqual([
    ended ? [[id, 'end']] : [],
    ended || back ? [[id, key]] : [],
  ])
  for (const spy of spies) spy.mockRestore()
})
