/** Other products' subscriptions of our customers are never shown, counted, ended, refunded or emailed about. */
import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { GET as invoiceList } from '@/app/api/billing/invoices/route'
import { POST as reconcile } from '@/app/api/billing/reconcile/route'
import { POST as deleteAccount } from '@/app/api/users/delete-account/route'
import { GET as exportData } from '@/app/api/users/export/route'
import { findCustomerId } from '@/lib/server/billing/customers'
import { syncCustomer } from '@/lib/server/billing/sync'
import { database } from '@/lib/server/db/client'
import { consents, customers, duplicates, letters, planChanges, subscriptions, users } from '@/lib/server/db/schema'
import { log } from '@/lib/server/observability/log'
import {
  allRows,
  buyersOf,
  cancelPlan,
  checkout,
  code,
  names,
  planOf,
  portalOf,
  providers,
  resumePlan,
  ring,
  planAfterWebhook,
  type Name,
  type Person,
} from '@/tests/setup/buyers'
import { otherProducts } from '@/tests/setup/other-products'
import { call, stage } from '@/tests/setup/stage'
import { startVendors } from '@/tests/setup/vendors'

const vendors = await startVendors()
const others = otherProducts(vendors.base)
/** A former price of a product that is no longer sold. */
const former: Record<Name, string> = {
  stripe: await others.price('stripe'),
  chargebee: await others.price('chargebee'),
}
const world = await stage({
  ...vendors.env,
  STRIPE_FORMER_PRICE_IDS: `${former.stripe}, price_of_long_ago`,
  // Other products' addons may have a configured id, and decide nothing.
  CHARGEBEE_FORMER_ITEM_PRICE_IDS: `${former.chargebee}, addon-of-both, plan-of-long-ago`,
})
await others.addon('addon-of-both')
afterAll(async () => {
  await vendors.close()
  await world.close()
})

const { person } = buyersOf({ world, vendors })

/** A user with an account, a customer and an open payment page. */
async function visitor(name: Name): Promise<Person & { customer: string; page: string }> {
  const who = await person()
  await (
    await database()
  )
    .insert(users)
    .values({ uid: who.uid, email: `${who.uid}@people.example`, providerId: 'password' })
  const page = (await (await checkout(name, who)).json()).url as string
  return { ...who, customer: (await findCustomerId(who.uid, name)) ?? '', page }
}

async function subscriber(name: Name) {
  const who = await visitor(name)
  await vendors.pay(who.page)
  const { subscription } = await planAfterWebhook(who)
  return { ...who, own: subscription?.id ?? '' }
}

const lettersTo = async ({ uid }: Person) => {
  const rows = await (await database()).select().from(letters).where(eq(letters.uid, uid))
  return rows.map(({ kind }) => kind)
}

const noted = async ({ uid }: Person) => (await database()).select().from(duplicates).where(eq(duplicates.uid, uid))

const linesOf = async (id: string) =>
  (await database()).select().from(planChanges).where(eq(planChanges.subscriptionId, id))

const exported = async ({ uid, token }: Person) =>
  JSON.stringify(await (await call(exportData, `/users/export?uid=${uid}`, { token })).json())

const invoicesOf = async ({ uid, token }: Person) =>
  (await (await call(invoiceList, `/billing/invoices?uid=${uid}`, { token })).json()).invoices as { amount: number }[]

const remove = ({ uid, token }: Person) =>
  call(deleteAccount, `/users/delete-account?uid=${uid}`, { token, body: { uid } })

type Kind = { of: string; make: (name: Name, customer: string) => Promise<string>; only?: Name }

const foreign: Kind[] = [
  { of: 'another product', make: (name, customer) => others.subscribe(name, customer) },
  {
    of: 'another product with metadata of its own',
    make: (name, customer) => others.subscribe(name, customer, { metadata: { uid: 'somebody-else', shop: 'books' } }),
  },
  {
    of: 'another product with an empty uid',
    make: (name, customer) => others.subscribe(name, customer, { metadata: { user: 'person' } }),
  },
  {
    of: 'another product in a trial',
    make: (name, customer) => others.subscribe(name, customer, { trialDays: 20 }),
  },
  {
    of: 'another product with an unpaid invoice',
    make: (name, customer) => others.subscribe(name, customer, { isUnpaid: true }),
  },
  {
    of: 'another product that is past due',
    async make(name, customer) {
      const id = await others.subscribe(name, customer)
      await vendors.control(name, 'past-due', id)
      return id
    },
  },
  {
    of: 'another product that is paused',
    async make(name, customer) {
      const id = await others.subscribe(name, customer)
      await vendors.control(name, 'pause', id)
      return id
    },
  },
  {
    of: 'two other products at once',
    only: 'stripe',
    make: async (name, customer) =>
      others.subscribe(name, customer, { prices: [await others.price(name), await others.price(name)] }),
  },
  {
    of: 'another product with an addon that is known',
    only: 'chargebee',
    make: async (name, customer) =>
      others.subscribe(name, customer, { prices: [await others.price(name), 'addon-of-both'] }),
  },
]

const foreignAt = names.flatMap((name) =>
  foreign.filter(({ only }) => !only || only === name).map((kind) => ({ name, ...kind })),
)

describe.each(foreignAt)('$name, a subscription of $of', ({ name, make }) => {
  test('is not changed beside our own plan', async () => {
    const who = await subscriber(name)
    const id = await make(name, who.customer)
    const before = await others.stateOf(name, id)
    await vendors.hearOut(name)
    expect((await ring(who)).status).toBe(200)
    await syncCustomer(name, who.customer)
    expect(await others.stateOf(name, id)).toEqual(before)
    expect((await allRows(who)).map((row) => row.id)).toEqual([who.own])
    expect((await planOf(who)).subscription?.id).toBe(who.own)
    expect([await noted(who), await linesOf(id), await lettersTo(who)]).toEqual([[], [], ['begun']])
    expect(await exported(who)).not.toContain(id)
    expect((await planOf(who)).isUnSubscribed).toBe(false)
  })

  test('is no plan, uses no trial and blocks no purchase', async () => {
    const who = await visitor(name)
    const id = await make(name, who.customer)
    const before = await others.stateOf(name, id)
    await vendors.hearOut(name)
    await ring(who)
    expect(await planOf(who)).toEqual({ productIdentifier: null, isUnSubscribed: false, subscription: null })
    expect(await invoicesOf(who)).toEqual([])
    expect(await code(await cancelPlan(who, id, name))).toBe('subscription-not-found')
    expect(await code(await resumePlan(who, id, name))).toBe('subscription-not-found')
    const page = await checkout(name, who)
    expect(page.status).toBe(200)
    await vendors.pay((await page.json()).url)
    const { subscription } = await planAfterWebhook(who)
    expect(subscription).toMatchObject({ status: 'trialing', price: { id: providers[name].monthly } })
    await vendors.hearOut(name)
    await ring(who)
    expect((await planOf(who)).subscription).toMatchObject({ id: subscription?.id, status: 'trialing' })
    expect(await others.stateOf(name, id)).toEqual(before)
    expect([await noted(who), await lettersTo(who)]).toEqual([[], ['begun']])
  })

  test('stays after account deletion and late purchases', async () => {
    const who = await subscriber(name)
    const id = await make(name, who.customer)
    await vendors.control(name, 'past-due', who.own)
    await vendors.hearOut(name)
    const before = await others.stateOf(name, id)
    expect((await remove(who)).status).toBe(200)
    const ended = await others.stateOf(name, who.own)
    expect(ended.status).toMatch(/^cancell?ed$/)
    expect(ended.invoices.join()).not.toContain('open')
    const [late, lateForeign] = [
      await others.subscribe(name, who.customer, { prices: [providers[name].monthly], isUnpaid: true }),
      await make(name, who.customer),
    ]
    const laterBefore = await others.stateOf(name, lateForeign)
    await vendors.hearOut(name)
    await syncCustomer(name, who.customer)
    const lateState = await others.stateOf(name, late)
    expect(lateState.status).toMatch(/^cancell?ed$/)
    expect(lateState.invoices).toEqual([name === 'stripe' ? 'void' : 'paid 1900'])
    expect(await others.stateOf(name, id)).toEqual(before)
    expect(await others.stateOf(name, lateForeign)).toEqual(laterBefore)
  })
})

const foreignPrice = { productIdentifier: expect.any(String), subscription: { price: { amount: 500 } } }

const own: (Kind & { shown: object })[] = [
  {
    of: 'a retired price of a product that is sold',
    make: async (name, customer) =>
      others.subscribe(name, customer, {
        prices: [await others.price(name, name === 'stripe' ? 'prod_monthly' : 'plan-monthly')],
      }),
    shown: foreignPrice,
  },
  {
    of: 'a former price of the settings',
    make: (name, customer) => others.subscribe(name, customer, { prices: [former[name]] }),
    shown: foreignPrice,
  },
  {
    of: 'another price of a former product',
    make: async (name, customer) => {
      const product =
        name === 'stripe'
          ? String((await others.stripe.prices.retrieve(former.stripe)).product)
          : (await others.chargebee.itemPrice.retrieve(former.chargebee)).item_price.item_id
      return others.subscribe(name, customer, { prices: [await others.price(name, product)] })
    },
    shown: foreignPrice,
  },
  {
    of: 'a price that is on offer, with no metadata',
    make: (name, customer) => others.subscribe(name, customer, { prices: [providers[name].yearly] }),
    shown: { subscription: { price: { amount: 18000 } } },
  },
  {
    of: 'a price that is on offer, with the metadata of somebody else',
    make: (name, customer) =>
      others.subscribe(name, customer, { prices: [providers[name].yearly], metadata: { uid: 'somebody-else' } }),
    shown: { subscription: { price: { amount: 18000 } } },
  },
  {
    of: 'a price that this customer opened our checkout for, and that no setting names any more',
    async make(name, customer) {
      const price = await others.price(name)
      const press = { uid: null, kind: 'renewal', wordingVersion: '1', provider: name, customerId: customer }
      await (await database()).insert(consents).values({ id: `press-${price}`, priceId: price, ...press })
      return others.subscribe(name, customer, { prices: [price] })
    },
    shown: foreignPrice,
  },
  {
    of: 'any price, where our checkout wrote the uid',
    only: 'stripe',
    async make(name, customer) {
      const found = await others.stripe.customers.retrieve(customer)
      return others.subscribe(name, customer, { metadata: { uid: found.deleted ? '' : (found.metadata.uid ?? '') } })
    },
    shown: foreignPrice,
  },
  {
    of: 'another product and one of ours in one: ours is shown',
    only: 'stripe',
    make: async (name, customer) =>
      others.subscribe(name, customer, { prices: [await others.price(name), providers.stripe.yearly] }),
    shown: { productIdentifier: 'prod_yearly', subscription: { price: { id: 'price_yearly_usd', amount: 18000 } } },
  },
  {
    of: 'a plan of ours with an addon',
    only: 'chargebee',
    make: (name, customer) => others.subscribe(name, customer, { prices: ['addon-of-both', providers[name].yearly] }),
    shown: { subscription: { price: { id: 'plan-yearly-USD', amount: 18000 } } },
  },
]

const ownAt = names.flatMap((name) =>
  own.filter(({ only }) => !only || only === name).map((kind) => ({ name, ...kind })),
)

test.each(ownAt)('$name, a subscription of $of is a plan of this site', async ({ name, make, shown }) => {
  const who = await visitor(name)
  const id = await make(name, who.customer)
  await vendors.hearOut(name)
  await ring(who)
  expect(await planOf(who)).toMatchObject({ ...shown, subscription: { id } })
  expect(await planOf(who)).toMatchObject(shown)
  expect(await invoicesOf(who)).toHaveLength(1)
  expect(await code(await checkout(name, who))).toBe('already-subscribed')
  expect((await cancelPlan(who, id, name)).status).toBe(200)
  expect(await planOf(who)).toMatchObject({ ...shown, isUnSubscribed: true })
  expect((await resumePlan(who, id, name)).status).toBe(200)
  await remove(who)
  expect((await others.stateOf(name, id)).status).toMatch(/^cancell?ed$/)
})

describe.each(names)('%s', (name) => {
  test('lists invoices of our plans only', async () => {
    const who = await subscriber(name)
    await vendors.control(name, 'end-period', who.own)
    const mine = await invoicesOf(who)
    expect(mine[0]).toMatchObject({ amount: 1900 })
    const price = await others.price(name)
    for (let left = 26; left > 0; left--) await others.subscribe(name, who.customer, { prices: [price] })
    expect(await invoicesOf(who)).toEqual(mine)
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
    await vendors.hearOut(name)
    for (const _ of [1, 2, 3]) await ring(who)
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
    await vendors.hearOut(name)
    const headers = { 'x-revalidate-secret': 'revalidate-secret' }
    const answer = await call(reconcile, '/billing/reconcile', { method: 'POST', headers })
    expect(await answer.text()).not.toContain(id)
    expect(await others.stateOf(name, id)).toEqual(before)
  })

  describe('a foreign subscription that was stored before', () => {
    /** As stored by an earlier version: a second plan, recorded to be ended and refunded. */
    async function remembered<P extends Person & { customer: string }>(
      who: P,
      status: 'active' | 'canceled',
      isNoted = false,
    ) {
      const id = await others.subscribe(name, who.customer)
      await vendors.hearOut(name)
      const state = { status, isUnSubscribed: status === 'canceled', access: status === 'active' }
      const row = { store: name, uid: who.uid, customerId: who.customer, priceId: 'other', ...state }
      const db = await database()
      await db.insert(subscriptions).values({ ...row, id, startedAt: new Date(Date.now() - 86_400_000), stamp: 1 })
      await db.insert(planChanges).values({ ...row, subscriptionId: id, stamp: 1, kind: 'begun' })
      const note = { store: name, subscriptionId: id, uid: who.uid, customerId: who.customer }
      if (isNoted) await db.insert(duplicates).values({ ...note, reason: 'second-plan' })
      return { ...who, id }
    }

    test.each(['active', 'canceled'] as const)('is forgotten when it was %s', async (status) => {
      const who = await remembered(await subscriber(name), status)
      const before = await others.stateOf(name, who.id)
      expect((await ring(who)).status).toBe(200)
      expect((await allRows(who)).map(({ id }) => id)).toEqual([who.own])
      expect((await linesOf(who.id)).map(({ uid, customerId, kind }) => [uid, customerId, kind])).toEqual([
        [null, null, 'begun'],
      ])
      expect([await noted(who), await lettersTo(who)]).toEqual([[], ['begun']])
      expect(await exported(who)).not.toContain(who.id)
      expect(await others.stateOf(name, who.id)).toEqual(before)
    })

    test('sends no email when the settings know it again', async () => {
      const who = await remembered(await visitor(name), 'active')
      await ring(who)
      expect(await allRows(who)).toEqual([])
      const [price] = (await others.pricesOf(name, who.id)).slice(0, 1)
      const press = { uid: null, kind: 'renewal', wordingVersion: '1', provider: name, customerId: who.customer }
      const db = await database()
      await db.insert(consents).values({ id: `press-${price}`, priceId: price ?? '', ...press })
      await ring(who)
      expect((await planOf(who)).subscription?.id).toBe(who.id)
      expect(await lettersTo(who)).toEqual([])
    })

    test.each([
      ['a ring', (who: Person) => ring(who)],
      ['reconciling', reconciled],
      ['a message of the other provider', heardOfElsewhere],
      ['a cancellation by its owner', (who: Person & { id: string }) => cancelPlan(who, who.id, name)],
      ['a resumption by its owner', (who: Person & { id: string }) => resumePlan(who, who.id, name)],
      ['a deletion', (who: Person) => remove(who)],
    ])('is not ended by %s, though it was recorded', async (_, act) => {
      const who = await remembered(await subscriber(name), 'active', true)
      const before = await others.stateOf(name, who.id)
      await act(who)
      expect(await others.stateOf(name, who.id)).toEqual(before)
      expect(await noted(who)).toEqual([])
      expect((await lettersTo(who)).filter((kind) => kind !== 'begun')).toEqual([])
    })
  })

  test('keeps our plan while products cannot be fetched', async () => {
    const who = await visitor(name)
    const product = name === 'stripe' ? 'prod_monthly' : 'plan-monthly'
    const id = await others.subscribe(name, who.customer, { prices: [await others.price(name, product)] })
    await vendors.hearOut(name)
    await ring(who)
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
async function heardOfElsewhere(who: Person & { customer: string }): Promise<void> {
  const name = names.find((one) => !who.customer.startsWith(one === 'stripe' ? 'cus_' : 'u-')) ?? 'stripe'
  const db = await database()
  const customer = `elsewhere-${who.uid}`
  await db.insert(customers).values({ uid: who.uid, provider: name, customerId: customer })
  await syncCustomer(name, customer)
}

async function reconciled(): Promise<void> {
  const headers = { 'x-revalidate-secret': 'revalidate-secret' }
  await (await call(reconcile, '/billing/reconcile?scope=events', { method: 'POST', headers })).text()
}
