import { expect, test } from 'vitest'
import {
  cancelPlan,
  checkout,
  code,
  names,
  planOf,
  providers,
  resumePlan,
  syncPlan,
  deleteAccount,
} from '@/tests/setup/buyers'
import { vendors, others, former, visitor, listInvoices, type Kind } from './other-product-buyers'

const foreignPrice = { productIdentifier: expect.any(String), subscription: { price: { amount: 500 } } }

const ownProductCases: (Kind & { shown: object })[] = [
  {
    of: 'a configured former price',
    make: (name, customer) => others.subscribe(name, customer, { prices: [former[name]] }),
    shown: foreignPrice,
  },
  {
    of: 'an offered price with another user’s metadata',
    make: (name, customer) =>
      others.subscribe(name, customer, { prices: [providers[name].yearly], metadata: { uid: 'somebody-else' } }),
    shown: { subscription: { price: { amount: 18000 } } },
  },
  {
    of: 'any price with our checkout’s uid',
    only: 'stripe',
    async make(name, customer) {
      const found = await others.stripe.customers.retrieve(customer)
      return others.subscribe(name, customer, { metadata: { uid: found.deleted ? '' : (found.metadata.uid ?? '') } })
    },
    shown: foreignPrice,
  },
]

const ownProductCasesAt = names.flatMap((name) =>
  ownProductCases.filter(({ only }) => !only || only === name).map((kind) => ({ name, ...kind })),
)

test.each(ownProductCasesAt)('treats a subscription of $of as our plan: $name', async ({ name, make, shown }) => {
  const who = await visitor(name)
  const id = await make(name, who.customer)
  await vendors.drainWebhooks(name)
  await syncPlan(who)
  expect(await planOf(who)).toMatchObject({ ...shown, subscription: { id } })
  expect(await planOf(who)).toMatchObject(shown)
  expect(await listInvoices(who)).toHaveLength(1)
  expect(await code(await checkout(name, who))).toBe('already-subscribed')
  expect((await cancelPlan(who, id, name)).status).toBe(200)
  expect(await planOf(who)).toMatchObject({ ...shown, isUnSubscribed: true })
  expect((await resumePlan(who, id, name)).status).toBe(200)
  await deleteAccount(who)
  expect((await others.stateOf(name, id)).status).toMatch(/^cancell?ed$/)
})
