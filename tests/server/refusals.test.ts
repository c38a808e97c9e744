/** A provider's refusal is reported and logged with its reason, and not retried. */
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { currentPlan } from '@/lib/server/billing/plan'
import { billingProvider } from '@/lib/server/billing/providers/registry'
import { prepareReconciliation } from '@/lib/server/billing/reconcile'
import { database } from '@/lib/server/db/client'
import { customers } from '@/lib/server/db/schema'
import { log } from '@/lib/server/observability/log'
import { renderMetrics } from '@/lib/server/observability/metrics'
import {
  buyersOf,
  cancelPlan,
  names,
  portalOf,
  syncPlan,
  type Name,
  type Person,
  deleteAccount,
  errorOf,
  invoicesOf,
  returns,
} from '@/tests/setup/buyers'
import { anotherProvider } from '@/tests/setup/providers'
import { flat } from '@/tests/setup/prometheus-text'
import { stageWithVendors } from '@/tests/setup/vendors'

const { world, vendors } = await stageWithVendors()
beforeEach(() => vendors.refuse(null))

const { subscribed } = buyersOf({ world, vendors })

type Act = {
  act: string
  address: RegExp
  run: (who: Person & { subscriptionId: string }, name: Name) => Promise<Response>
}

const acts: Act[] = [
  {
    act: 'cancelling',
    address: /subscriptions\/[^/?]+(\/cancel_for_items)?$/,
    run: (who, name) => cancelPlan(who, who.subscriptionId, name),
  },
  { act: 'the portal', address: /portal/, run: (who) => portalOf(who) },
  { act: 'the receipts', address: /invoices/, run: invoicesOf },
  { act: 'deleting the account', address: /subscriptions\/[^/?]+(\/cancel_for_items)?(\?|$)/, run: deleteAccount },
]

describe.each(names)('a permanent refusal of %s', (name) => {
  test.each(acts)('answers 409 provider-refused once and logs it: $act', async ({ address, run }) => {
    const who = await subscribed(name)
    await vendors.drainWebhooks(name)
    const logged = vi.spyOn(log(), 'error')
    vendors.refuse(address)
    const error = await errorOf(await run(who, name))
    vendors.refuse(null)
    expect(error).toMatchObject({ status: 409, code: 'provider-refused', provider: name })
    expect(error.message).not.toMatch(/again in a moment|isn’t answering/i)
    expect(error.message).toMatch(/write to us/i)
    const lines = JSON.stringify(
      logged.mock.calls.map(([line]) => line),
      (_, value: unknown) => (value instanceof Error ? { message: value.message, cause: value.cause } : value),
    )
    expect(lines).toContain('"no"')
    expect((await currentPlan(who.uid)).isUnSubscribed).toBe(false)
  })

  test('accepts a webhook, counts it apart from forged ones, and logs an error', async () => {
    const who = await subscribed(name)
    await vendors.drainWebhooks(name)
    const counted = async (outcome: string) =>
      flat((await renderMetrics()).text).get(`unhurried_webhooks_total{outcome="${outcome}",provider="${name}"}`) ?? 0
    const forged = await counted('refused')
    const before = await counted('provider-refused')
    const logged = vi.spyOn(log(), 'error')
    vendors.refuse(/\/subscriptions\?/)
    await vendors.control(name, 'end-period', who.subscriptionId)
    await expect.poll(() => vendors.state().deliveries.length).toBe(0)
    vendors.refuse(null)
    expect(JSON.stringify(logged.mock.calls)).toContain('refuses')
    expect(await counted('provider-refused')).toBeGreaterThan(before)
    expect(await counted('refused')).toBe(forged)
  })

  test('is reported by reconciling without retries', async () => {
    const who = await subscribed(name)
    await vendors.drainWebhooks(name)
    await (await database()).delete(customers).where(eq(customers.provider, anotherProvider[name]))
    vendors.refuse(/\/subscriptions\?/)
    await vendors.forgetRequests()
    const lines: object[] = []
    const provider = await billingProvider(name)
    const readSubscriptions = vi.spyOn(provider, 'subscriptions')
    expect(await (await prepareReconciliation('all'))((line) => lines.push(line))).toBe(true)
    vendors.refuse(null)
    const [row] = await (await database()).select().from(customers).where(eq(customers.uid, who.uid))
    expect(readSubscriptions.mock.calls.filter(([customer]) => customer === row?.customerId)).toHaveLength(1)
    const words = JSON.stringify(lines)
    expect(words).toContain('The provider refused this permanently')
    expect(words).not.toContain('does not answer')
  })
})

test('logs a second plan that cannot be ended, and serves the user', async () => {
  const who = await subscribed('stripe')
  const page = await (await billingProvider('chargebee')).saveCustomer({ uid: who.uid, email: null, generation: 0 })
  await (await database()).insert(customers).values({ uid: who.uid, provider: 'chargebee', customerId: page })
  const provider = await billingProvider('chargebee')
  const opened = await provider.openCheckout({
    key: who.uid,
    uid: who.uid,
    customerId: page,
    priceId: 'plan-monthly-USD',
    currency: 'USD',
    ...returns,
    trialDays: 0,
    ui: 'hosted',
  })
  vendors.refuse(/cancel_for_items/)
  const logged = vi.spyOn(log(), 'error')
  await vendors.pay((opened.answer as { url: string }).url)
  await vendors.drainWebhooks('chargebee')
  const rung = await syncPlan(who)
  vendors.refuse(null)
  expect(rung.status).toBe(200)
  expect(JSON.stringify(logged.mock.calls)).toContain('the provider refuses to end a second plan; end it there')
})
