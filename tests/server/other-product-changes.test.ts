import { describe, expect, test } from 'vitest'
import { syncCustomer } from '@/lib/server/billing/sync'
import {
  allRows,
  cancelPlan,
  checkout,
  code,
  names,
  planOf,
  providers,
  resumePlan,
  syncPlan,
  planAfterWebhook,
  deleteAccount,
} from '@/tests/setup/buyers'
import {
  vendors,
  others,
  visitor,
  subscriber,
  emailsTo,
  duplicatesOf,
  changesOf,
  exported,
  listInvoices,
  type Kind,
} from './other-product-buyers'

const otherProductCases: Kind[] = [
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
    of: 'another product with a configured addon',
    only: 'chargebee',
    make: async (name, customer) =>
      others.subscribe(name, customer, { prices: [await others.price(name), 'addon-of-both'] }),
  },
]

const otherProductCasesAt = names.flatMap((name) =>
  otherProductCases.filter(({ only }) => !only || only === name).map((kind) => ({ name, ...kind })),
)

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
