/** What becomes of an attempt at a purchase, and of its key, when the provider fails. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { billingProvider } from '@/lib/server/billing/provider'
import { database } from '@/lib/server/db/client'
import { checkouts } from '@/lib/server/db/schema'
import { buyersOf, checkout, names, type Name } from '@/tests/setup/buyers'
import { stage } from '@/tests/setup/stage'
import { startVendors } from '@/tests/setup/vendors'

let world: Awaited<ReturnType<typeof stage>>
let vendors: Awaited<ReturnType<typeof startVendors>>
beforeAll(async () => {
  vendors = await startVendors()
  world = await stage(vendors.env)
})
afterAll(async () => {
  await vendors.close()
  await world.close()
})

const { person } = buyersOf(() => ({ world, vendors }))

/** Presses `Pay` while the provider fails at opening the page, and then again; the keys that were used. */
async function keysOfTwoPresses(name: Name, fault: object): Promise<string[]> {
  const who = await person()
  const provider = await billingProvider(name)
  const { openCheckout } = provider
  const keys: string[] = []
  const opening = vi.spyOn(provider, 'openCheckout').mockImplementation(async (purchase) => {
    keys.push(purchase.key)
    if (keys.length === 1) await vendors.fault({ vendor: name, times: 20, ...fault })
    return openCheckout(purchase).finally(() => vendors.fault({ vendor: name, times: 0 }))
  })
  expect((await checkout(name, who)).status).toBe(502)
  expect((await checkout(name, who)).status).toBe(200)
  opening.mockRestore()
  const rows = await (await database()).select().from(checkouts).where(eq(checkouts.uid, who.uid))
  expect(rows.filter(({ open }) => open).map(({ id }) => id)).toEqual([keys[1]])
  return keys
}

test.each(names)(
  '%s failed and said so: it would say the same again, so the next press has a new key',
  async (name) => {
    const [first, second] = await keysOfTwoPresses(name, { status: 500 })
    expect(second).not.toBe(first)
  },
)

test.each(names)('%s did not answer: the page may be there, and the next press asks by the same key', async (name) => {
  const [first, second] = await keysOfTwoPresses(name, { drop: true })
  expect(second).toBe(first)
})
