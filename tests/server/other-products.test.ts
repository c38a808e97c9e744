import { describe, expect, test, vi } from 'vitest'
import { POST as reconcile } from '@/app/api/billing/reconcile/route'
import { syncCustomer } from '@/lib/server/billing/sync'
import { database } from '@/lib/server/db/client'
import { consents, customers, duplicates, planChanges, subscriptions } from '@/lib/server/db/schema'
import { log } from '@/lib/server/observability/log'
import { monthlyProduct } from '@/tests/setup/providers'
import {
  allRows,
  cancelPlan,
  code,
  names,
  planOf,
  portalOf,
  resumePlan,
  syncPlan,
  type Person,
  deleteAccount,
} from '@/tests/setup/buyers'
import { call } from '@/tests/setup/stage'
import {
  vendors,
  others,
  person,
  visitor,
  subscriber,
  emailsTo,
  duplicatesOf,
  changesOf,
  exported,
  listInvoices,
} from './other-product-buyers'

describe.each(names)('%s', (name) => {
  test('lists invoices of our plans only', async () => {
    const who = await subscriber(name)
    await vendors.control(name, 'end-period', who.own)
    const mine = await listInvoices(who)
    expect(mine[0]).toMatchObject({ amount: 1900 })
    const price = await others.price(name)
    for (let left = 26; left > 0; left--) await others.subscribe(name, who.customer, { prices: [price] })
    expect(await listInvoices(who)).toEqual(mine)
  })

  test('opens the portal for a customer without a plan of ours', async () => {
    const who = await visitor(name)
    await others.subscribe(name, who.customer)
    expect((await portalOf(who)).status).toBe(200)
    expect(await code(await portalOf(await person()))).toBe('no-customer')
  })

  test('logs a foreign subscription once', async () => {
    const who = await visitor(name)
    const info = vi.spyOn(log(), 'info')
    const id = await others.subscribe(name, who.customer)
    await vendors.drainWebhooks(name)
    for (const _ of [1, 2, 3]) await syncPlan(who)
    const about = info.mock.calls.filter(([fields]) => JSON.stringify(fields).includes(id))
    expect(about).toEqual([
      [{ store: name, subscription: id, prices: [expect.any(String)] }, expect.stringContaining('ignored')],
    ])
    expect(JSON.stringify(about)).not.toContain(who.uid)
  })

  test('does not report a foreign subscription in a reconciliation', async () => {
    const who = await subscriber(name)
    const id = await others.subscribe(name, who.customer, { isUnpaid: true })
    const before = await others.stateOf(name, id)
    await vendors.drainWebhooks(name)
    const headers = { 'x-revalidate-secret': 'revalidate-secret' }
    const answer = await call(reconcile, '/billing/reconcile', { method: 'POST', headers })
    expect(await answer.text()).not.toContain(id)
    expect(await others.stateOf(name, id)).toEqual(before)
  })

  describe('a foreign subscription stored by an earlier version', () => {
    /** As stored by an earlier version: a second plan, recorded to be ended and refunded. */
    async function withStoredRow<P extends Person & { customer: string }>(
      who: P,
      status: 'active' | 'canceled',
      isNoted = false,
    ) {
      const id = await others.subscribe(name, who.customer)
      await vendors.drainWebhooks(name)
      const state = { status, isUnSubscribed: status === 'canceled', access: status === 'active' }
      const row = { store: name, uid: who.uid, customerId: who.customer, priceId: 'other', ...state }
      const db = await database()
      await db.insert(subscriptions).values({ ...row, id, startedAt: new Date(Date.now() - 86_400_000), stamp: 1 })
      await db.insert(planChanges).values({ ...row, subscriptionId: id, stamp: 1, kind: 'begun' })
      const note = { store: name, subscriptionId: id, uid: who.uid, customerId: who.customer }
      if (isNoted) await db.insert(duplicates).values({ ...note, reason: 'second-plan' })
      return { ...who, id }
    }

    test.each(['active', 'canceled'] as const)('is removed if it was %s', async (status) => {
      const who = await withStoredRow(await subscriber(name), status)
      const before = await others.stateOf(name, who.id)
      expect((await syncPlan(who)).status).toBe(200)
      expect((await allRows(who)).map(({ id }) => id)).toEqual([who.own])
      expect((await changesOf(who.id)).map(({ uid, customerId, kind }) => [uid, customerId, kind])).toEqual([
        [null, null, 'begun'],
      ])
      expect([await duplicatesOf(who), await emailsTo(who)]).toEqual([[], ['begun']])
      expect(await exported(who)).not.toContain(who.id)
      expect(await others.stateOf(name, who.id)).toEqual(before)
    })

    test('causes no email if it is configured again', async () => {
      const who = await withStoredRow(await visitor(name), 'active')
      await syncPlan(who)
      expect(await allRows(who)).toEqual([])
      const [price] = (await others.pricesOf(name, who.id)).slice(0, 1)
      const press = { uid: null, kind: 'renewal', wordingVersion: '1', provider: name, customerId: who.customer }
      const db = await database()
      await db.insert(consents).values({ id: `press-${price}`, priceId: price ?? '', ...press })
      await syncPlan(who)
      expect((await planOf(who)).subscription?.id).toBe(who.id)
      expect(await emailsTo(who)).toEqual([])
    })

    test.each([
      ['a sync', (who: Person) => syncPlan(who)],
      ['reconciling', runReconciliation],
      ['a webhook of the other provider', syncOtherProvider],
      ['a cancellation by its owner', (who: Person & { id: string }) => cancelPlan(who, who.id, name)],
      ['a resumption by its owner', (who: Person & { id: string }) => resumePlan(who, who.id, name)],
      ['a deletion', (who: Person) => deleteAccount(who)],
    ])('is not ended by %s, despite its record', async (_, act) => {
      const who = await withStoredRow(await subscriber(name), 'active', true)
      const before = await others.stateOf(name, who.id)
      await act(who)
      expect(await others.stateOf(name, who.id)).toEqual(before)
      expect(await duplicatesOf(who)).toEqual([])
      expect((await emailsTo(who)).filter((kind) => kind !== 'begun')).toEqual([])
    })
  })

  test('keeps our plan while products cannot be fetched', async () => {
    const who = await visitor(name)
    const product = monthlyProduct[name]
    const id = await others.subscribe(name, who.customer, { prices: [await others.price(name, product)] })
    await vendors.drainWebhooks(name)
    await syncPlan(who)
    expect((await planOf(who)).subscription?.id).toBe(id)
    const { now } = Date
    // The cached products have expired, and requests fail.
    vi.spyOn(Date, 'now').mockImplementation(() => now() + 3_600_000)
    await vendors.fault({ vendor: name, status: 500, times: 50 })
    const answer = await syncCustomer(name, who.customer).catch((error: unknown) => error)
    vi.restoreAllMocks()
    await vendors.fault({ vendor: name, times: 0 })
    expect(answer).toMatchObject({ code: 'provider-unavailable' })
    expect((await planOf(who)).subscription?.id).toBe(id)
  })
})

/** A webhook of the other provider, where the user is a customer as well. */
async function syncOtherProvider(who: Person & { customer: string }): Promise<void> {
  const name = names.find((one) => !who.customer.startsWith({ stripe: 'cus_', chargebee: 'u-' }[one])) ?? 'stripe'
  const db = await database()
  const customer = `elsewhere-${who.uid}`
  await db.insert(customers).values({ uid: who.uid, provider: name, customerId: customer })
  await syncCustomer(name, customer)
}

async function runReconciliation(): Promise<void> {
  const headers = { 'x-revalidate-secret': 'revalidate-secret' }
  await (await call(reconcile, '/billing/reconcile?scope=events', { method: 'POST', headers })).text()
}
