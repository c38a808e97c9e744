/** Purchase attempts and their keys when the provider fails or is slow. */
import { and, eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { findCustomerId } from '@/lib/server/billing/customers'
import { billingProvider } from '@/lib/server/billing/providers/registry'
import { database } from '@/lib/server/db/client'
import { checkouts } from '@/lib/server/db/schema'
import { buyersOf, checkout, names, type Name } from '@/tests/setup/buyers'
import { stageWithVendors } from '@/tests/setup/vendors'

const { world, vendors } = await stageWithVendors()

const { person } = buyersOf({ world, vendors })

/** Presses `Pay` while the provider fails, and again afterwards. Returns the keys used. */
async function keysOfTwoPresses(name: Name, fault: object, status = 502): Promise<string[]> {
  const who = await person()
  const provider = await billingProvider(name)
  const { openCheckout } = provider
  const keys: string[] = []
  const opening = vi.spyOn(provider, 'openCheckout').mockImplementation(async (purchase) => {
    keys.push(purchase.key)
    if (keys.length === 1) await vendors.fault({ vendor: name, times: 20, ...fault })
    return openCheckout(purchase).finally(() => vendors.fault({ vendor: name, times: 0 }))
  })
  expect((await checkout(name, who)).status).toBe(status)
  expect((await checkout(name, who)).status).toBe(200)
  opening.mockRestore()
  const rows = await (await database()).select().from(checkouts).where(eq(checkouts.uid, who.uid))
  expect(rows.filter(({ open }) => open).map(({ id }) => id)).toEqual([keys[1]])
  return keys
}

test.each(names)('uses a new key after %s failed with an answer', async (name) => {
  const [first, second] = await keysOfTwoPresses(name, { status: 500 })
  expect(second).not.toBe(first)
})

test.each(names)('uses the same key after %s did not answer', async (name) => {
  const [first, second] = await keysOfTwoPresses(name, { drop: true })
  expect(second).toBe(first)
})

test('opens one page for concurrent clicks while Stripe is slow', async () => {
  const who = await person()
  const provider = await billingProvider('stripe')
  const { openCheckout } = provider
  const armed = Promise.withResolvers<void>()
  let presses = 0
  const opening = vi.spyOn(provider, 'openCheckout').mockImplementation(async (purchase) => {
    if (++presses === 4) {
      await vendors.fault({ vendor: 'stripe', delayMs: 1500, times: 1 })
      armed.resolve()
    }
    await armed.promise
    return openCheckout(purchase)
  })
  const answers = await Promise.all(Array.from({ length: 4 }, () => checkout('stripe', who)))
  opening.mockRestore()
  expect(answers.map(({ status }) => status)).toEqual(Array(4).fill(200))
  const ids = new Set(await Promise.all(answers.map(async (answer) => (await answer.json()).id as string)))
  const customer = (await findCustomerId(who.uid, 'stripe')) ?? ''
  const { data } = await vendors.stripe.checkout.sessions.list({ customer, limit: 100 })
  expect(data.map(({ id }) => id)).toEqual([...ids])
})

test.each(names)('opens a page for each of six parallel purchases at %s', async (name) => {
  const who = await person()
  const prices = ['USD', 'EUR', 'GBP'].map((currency) =>
    name === 'stripe' ? `price_monthly_${currency.toLowerCase()}` : `plan-monthly-${currency}`,
  )
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, place) => checkout(name, who, { priceId: prices[place % prices.length] })),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
})

test.each(names)('replaces a page unknown to %s', async (name) => {
  const who = await person()
  await checkout(name, who)
  const open = and(eq(checkouts.uid, who.uid), eq(checkouts.open, true))
  await (await database()).update(checkouts).set({ sessionId: 'of_another_account' }).where(open)
  const response = await checkout(name, who)
  expect(response.status).toBe(200)
  expect((await response.json()).id).not.toBe('of_another_account')
})
