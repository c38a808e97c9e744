import { describe, expect, test, vi } from 'vitest'
import { billingProvider } from '@/lib/server/billing/providers/registry'
import { database } from '@/lib/server/db/client'
import { duplicates } from '@/lib/server/db/schema'
import { shownTermsHeader } from '@/lib/site'
import {
  allRows,
  cancelPlan,
  checkout,
  planOf,
  providers,
  resumePlan,
  syncPlan,
  planAfterWebhook,
  type Name,
  deleteAccount,
} from '@/tests/setup/buyers'
import { storeUser } from '@/tests/setup/rows'
import { vendors, person, subscribed, duplicatesOf, waitForSettlement, emailsTo } from './second-plans'

/** What can still be charged for a plan, by its invoices. */
async function openInvoices(name: Name, id: string): Promise<string[]> {
  const invoices = Object.values(vendors.state()[name].invoices).filter(({ subscription }) => subscription === id)
  return invoices.map(({ status }) => status).filter((status) => status !== 'paid' && status !== 'void')
}

describe('a plan that has stopped', () => {
  test.each([
    ['unpaid', 'stripe', 'chargebee', 'unpaid'],
    ['paused', 'chargebee', 'stripe', 'pause'],
  ] as const)('(%s at %s) is replaced by a purchase at %s', async (status, first, second, turn) => {
    const who = await subscribed(first)
    await storeUser(who.uid)
    const old = who.subscriptionId
    // With one payment that is not refunded.
    await vendors.control(first, 'end-period', old)
    await vendors.control(first, turn, old)
    await expect.poll(async () => (await planOf(who)).subscription?.status).toBe(status)
    const settle = vi.spyOn(await billingProvider(first), 'settle')
    const page = await checkout(
      second,
      who,
      { priceId: providers[second].yearly },
      { [shownTermsHeader]: '18000 USD 0' },
    )
    expect(page.status).toBe(200)
    await syncPlan(who)
    expect(await duplicatesOf(who.uid)).toEqual([])
    await vendors.pay((await page.json()).url)
    await waitForSettlement(who)
    expect(await duplicatesOf(who.uid)).toEqual([
      expect.objectContaining({ store: first, subscriptionId: old, refunded: 0, currency: null, reason: 'gave-way' }),
    ])
    expect(await openInvoices(first, old)).toEqual([])
    expect(settle.mock.calls.filter(([id, key]) => id === old && key !== null)).toEqual([])
    expect((await allRows(who)).find(({ id }) => id === old)).toMatchObject({ status: 'canceled', access: false })
    expect(await planOf(who)).toMatchObject({
      isUnSubscribed: false,
      subscription: { store: second, status: 'active', price: { amount: 18000 } },
    })
    await Promise.all([syncPlan(who), syncPlan(who)])
    expect(await emailsTo(who.uid)).toEqual([
      ['begun', expect.any(String)],
      ['paid-back', 'We ended another of your Unhurried plans'],
    ])
  })

  test('is still the plan after a newer one ended, and is not resumed', async () => {
    const who = await person()
    const left = await (await checkout('chargebee', who)).json()
    await vendors.pay((await (await checkout('stripe', who)).json()).url)
    const id = (await planAfterWebhook(who)).subscription?.id ?? ''
    await vendors.control('stripe', 'pause', id)
    await expect.poll(async () => (await planOf(who)).subscription?.status).toBe('paused')
    vendors.setNow(() => Date.now() + 5000)
    await vendors.pay(left.url)
    vendors.setNow(() => Date.now())
    // A second trial is ended, and no plan yields to it.
    await waitForSettlement(who)
    expect((await allRows(who)).map(({ status }) => status)).toEqual(['paused', 'canceled'])
    expect((await planOf(who)).subscription).toMatchObject({ id, status: 'paused' })
    const refusal = (await (await resumePlan(who, id, 'stripe')).json()).error
    expect(refusal).toMatchObject({ code: 'not-cancelled', message: expect.stringMatching(/is not running/) })
    await cancelPlan(who, id, 'stripe')
    expect((await allRows(who)).map(({ status }) => status)).toEqual(['canceled', 'canceled'])
  })

  test('does not block account deletion', async () => {
    const who = await subscribed('stripe')
    const [row] = await allRows(who)
    const owesNothing = { store: 'stripe' as const, subscriptionId: who.subscriptionId, uid: who.uid, refunded: 0 }
    const db = await database()
    await db.insert(duplicates).values({ ...owesNothing, customerId: row?.customerId ?? '', endedAt: new Date() })
    const provider = await billingProvider('stripe')
    vi.spyOn(provider, 'settle').mockRejectedValueOnce(new Error('not now'))
    const gone = await deleteAccount(who)
    expect(gone.status).toBe(200)
  })
})
