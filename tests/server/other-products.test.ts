import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { GET as exportData } from '@/app/api/users/export/route'
import { syncCustomer } from '@/lib/server/billing/sync'
import { database } from '@/lib/server/db/client'
import { duplicates, planEmails, planChanges, subscriptions } from '@/lib/server/db/schema'
import {
  allRows,
  buyersOf,
  cancelPlan,
  checkout,
  code,
  customerOf,
  deleteAccount,
  invoicesOf,
  names,
  planAfterWebhook,
  planOf,
  providers,
  resumePlan,
  syncPlan,
  type Name,
  type Person,
} from '@/tests/setup/buyers'
import { otherProducts } from '@/tests/setup/other-products'
import { monthlyProduct } from '@/tests/setup/providers'
import { storeUser } from '@/tests/setup/rows'
import { call } from '@/tests/setup/stage'
import { stageWithVendors } from '@/tests/setup/vendors'

const { world, vendors } = await stageWithVendors()
const others = otherProducts(vendors.base)
const { person } = buyersOf({ world, vendors })

/** A user with an account, a customer and an open payment page. */
async function visitor(name: Name): Promise<Person & { customer: string; page: string }> {
  const who = await person()
  await storeUser(who.uid)
  const page = (await (await checkout(name, who)).json()).url as string
  return { ...who, customer: await customerOf(who, name), page }
}

async function subscriber(name: Name) {
  const who = await visitor(name)
  await vendors.pay(who.page)
  const { subscription } = await planAfterWebhook(who)
  return { ...who, own: subscription?.id ?? '' }
}

const emailsTo = async ({ uid }: Person) => {
  const rows = await (await database()).select().from(planEmails).where(eq(planEmails.uid, uid))
  return rows.map(({ kind }) => kind)
}

const duplicatesOf = async ({ uid }: Person) =>
  (await database()).select().from(duplicates).where(eq(duplicates.uid, uid))

const changesOf = async (id: string) =>
  (await database()).select().from(planChanges).where(eq(planChanges.subscriptionId, id))

const exported = async ({ uid, token }: Person) =>
  JSON.stringify(await (await call(exportData, `/users/export?uid=${uid}`, { token })).json())

const listInvoices = async (who: Person) => (await (await invoicesOf(who)).json()).invoices as { amount: number }[]

type Kind = { of: string; make: (name: Name, customer: string) => Promise<string> }

const otherProductCases: Kind[] = [
  { of: 'another product', make: (name, customer) => others.subscribe(name, customer) },
  {
    of: 'an unnamed price of our product',
    make: async (name, customer) =>
      others.subscribe(name, customer, { prices: [await others.price(name, monthlyProduct[name])] }),
  },
  {
    of: 'another product with an unpaid invoice',
    make: (name, customer) => others.subscribe(name, customer, { isUnpaid: true }),
  },
]

const otherProductCasesAt = names.flatMap((name) => otherProductCases.map((kind) => ({ name, ...kind })))

describe.each(otherProductCasesAt)('$name, a subscription of $of', ({ name, make }) => {
  test('is not changed by syncing our plan', async () => {
    const who = await subscriber(name)
    const id = await make(name, who.customer)
    const before = await others.stateOf(name, id)
    await vendors.drainWebhooks(name)
    expect((await syncPlan(who)).status).toBe(200)
    await syncCustomer(name, who.customer)
    expect(await others.stateOf(name, id)).toEqual(before)
    expect((await allRows(who)).map((row) => row.id)).toEqual([who.own])
    expect((await planOf(who)).subscription?.id).toBe(who.own)
    expect([await duplicatesOf(who), await changesOf(id), await emailsTo(who)]).toEqual([[], [], ['begun']])
    expect(await exported(who)).not.toContain(id)
    expect((await planOf(who)).isUnSubscribed).toBe(false)
  })

  test('is no plan, uses no trial and blocks no purchase', async () => {
    const who = await visitor(name)
    const id = await make(name, who.customer)
    const before = await others.stateOf(name, id)
    await vendors.drainWebhooks(name)
    await syncPlan(who)
    expect(await planOf(who)).toEqual({ productIdentifier: null, isUnSubscribed: false, subscription: null })
    expect(await listInvoices(who)).toEqual([])
    expect(await code(await cancelPlan(who, id, name))).toBe('subscription-not-found')
    expect(await code(await resumePlan(who, id, name))).toBe('subscription-not-found')
    const page = await checkout(name, who)
    expect(page.status).toBe(200)
    await vendors.pay((await page.json()).url)
    const { subscription } = await planAfterWebhook(who)
    expect(subscription).toMatchObject({ status: 'trialing', price: { id: providers[name].monthly } })
    await vendors.drainWebhooks(name)
    await syncPlan(who)
    expect((await planOf(who)).subscription).toMatchObject({ id: subscription?.id, status: 'trialing' })
    expect(await others.stateOf(name, id)).toEqual(before)
    expect([await duplicatesOf(who), await emailsTo(who)]).toEqual([[], ['begun']])
  })

  test('stays after account deletion and late purchases', async () => {
    const who = await subscriber(name)
    const id = await make(name, who.customer)
    await vendors.control(name, 'past-due', who.own)
    await vendors.drainWebhooks(name)
    const before = await others.stateOf(name, id)
    expect((await deleteAccount(who)).status).toBe(200)
    const ended = await others.stateOf(name, who.own)
    expect(ended.status).toMatch(/^cancell?ed$/)
    expect(ended.invoices.join()).not.toContain('open')
    const [late, lateForeign] = [
      await others.subscribe(name, who.customer, { prices: [providers[name].monthly], isUnpaid: true }),
      await make(name, who.customer),
    ]
    const laterBefore = await others.stateOf(name, lateForeign)
    await vendors.drainWebhooks(name)
    await syncCustomer(name, who.customer)
    const lateState = await others.stateOf(name, late)
    expect(lateState.status).toMatch(/^cancell?ed$/)
    expect(lateState.invoices).toEqual([{ stripe: 'void', chargebee: 'paid 1900' }[name]])
    expect(await others.stateOf(name, id)).toEqual(before)
    expect(await others.stateOf(name, lateForeign)).toEqual(laterBefore)
  })
})

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

  test('is forgotten, and never ended or refunded, if it was stored as ours before', async () => {
    const who = await subscriber(name)
    const id = await others.subscribe(name, who.customer)
    await vendors.drainWebhooks(name)
    const row = { store: name, uid: who.uid, customerId: who.customer }
    const plan = { ...row, id, status: 'active', isUnSubscribed: false, access: true, stamp: 1 } as const
    const db = await database()
    await db.insert(subscriptions).values({ ...plan, startedAt: new Date(Date.now() - 86_400_000) })
    await db.insert(duplicates).values({ ...row, subscriptionId: id, reason: 'second-plan' })
    const before = await others.stateOf(name, id)
    await syncPlan(who)
    expect((await allRows(who)).map((one) => one.id)).toEqual([who.own])
    expect([await duplicatesOf(who), await emailsTo(who)]).toEqual([[], ['begun']])
    await deleteAccount(who)
    expect(await others.stateOf(name, id)).toEqual(before)
  })
})
