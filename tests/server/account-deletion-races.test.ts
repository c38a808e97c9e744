import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { POST as sync } from '@/app/api/billing/sync/route'
import { POST as chargebeeCheckout } from '@/app/api/chargebee/checkout-session/route'
import { POST as checkout } from '@/app/api/stripe/checkout-session/route'
import { POST as upsert } from '@/app/api/users/insert-or-update/route'
import { billingProvider } from '@/lib/server/billing/providers/registry'
import { syncCustomer } from '@/lib/server/billing/sync'
import { database } from '@/lib/server/db/client'
import * as schema from '@/lib/server/db/schema'
import { tokenHeader } from '@/lib/site'
import { holdProviderCall } from '@/tests/setup/providers'
import { call, origin } from '@/tests/setup/stage'
import { world, vendors, subscriber, recordsOf, remove, checkoutBody } from './accounts'

test('leaves no row from calls during a deletion', async () => {
  for (let round = 0; round < 3; round++) {
    const uid = `tess-${round}`
    const token = await subscriber(uid)
    const busy = Array.from({ length: 6 }, () => [
      call(upsert, '/users/insert-or-update', { token, body: { uid, name: 'Tess' } }),
      call(sync, `/billing/sync?uid=${uid}`, { token, method: 'POST' }),
    ])
    const [gone] = await Promise.all([remove(uid, token), ...busy.flat()])
    expect(gone.status).toBe(200)
    expect(await recordsOf(uid)).toEqual(['deleted_users'])
  }
})

/** A call that is accepted at once, with a body that follows later. */
function callWithLateBody(handler: (request: Request) => Promise<Response>, path: string, token: string, body: object) {
  let finish = () => {}
  const stream = new ReadableStream({
    start(controller) {
      finish = () => {
        controller.enqueue(new TextEncoder().encode(JSON.stringify(body)))
        controller.close()
      }
    },
  })
  const init = { method: 'POST', headers: { [tokenHeader]: token }, body: stream, duplex: 'half' }
  return { answer: handler(new Request(`${origin}/api${path}`, init)), finish: () => finish() }
}

describe('a call accepted before the deletion that writes after it', () => {
  test.each([
    ['a record', upsert, '/users/insert-or-update', { name: 'Uma' }],
    ['a purchase at Stripe', checkout, '/stripe/checkout-session', checkoutBody('price_monthly_usd')],
  ])('%s', async (what, handler, path, body) => {
    const uid = `uma-${what.length}`
    const token = await subscriber(uid)
    const slow = callWithLateBody(handler, `${path}?uid=${uid}`, token, { uid, ...body })
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect((await remove(uid, token)).status).toBe(200)
    slow.finish()
    const answer = await slow.answer
    expect([answer.status, (await answer.json()).error.message]).toEqual([401, 'This account has been deleted.'])
    expect(await recordsOf(uid)).toEqual(['deleted_users'])
  })

  describe.each([
    ['stripe', checkout, 'price_monthly_usd'],
    ['chargebee', chargebeeCheckout, 'plan-monthly-USD'],
  ] as const)('a first purchase at %s', (name, handler, priceId) => {
    /** Deletes the account after a provider's method has finished, but before it returns. */
    async function deletedDuring(method: 'saveCustomer' | 'openCheckout') {
      const uid = `vera-${name}-${method}`
      const token = await world.identity.signIn(uid)
      const provider = await billingProvider(name)
      const { answered, release } = holdProviderCall(provider, method)
      const created = vi.spyOn(provider, 'saveCustomer')
      const press = call(handler, `/${name}/checkout-session?uid=${uid}`, { token, body: checkoutBody(priceId) })
      await answered
      const customer = method === 'openCheckout' ? ((await created.mock.results[0]?.value) as string) : null
      expect((await remove(uid, token)).status).toBe(200)
      release()
      const answer = await press
      vi.restoreAllMocks()
      expect(answer.status).toBe(401)
      expect(await recordsOf(uid)).toEqual(['deleted_users'])
      return { uid, provider, customer }
    }

    test('stores no new customer, and ends and refunds its purchases', async () => {
      const known = new Set((await (await database()).select().from(schema.deletedCustomers)).map(keyOf))
      const { uid, provider } = await deletedDuring('saveCustomer')
      const all = await (await database()).select().from(schema.deletedCustomers)
      const newRows = all.filter((row) => !known.has(keyOf(row)))
      expect(newRows).toEqual([{ provider: name, customerId: expect.any(String), deletedAt: expect.any(Date) }])
      const customerId = newRows[0]?.customerId ?? ''
      const purchase = {
        key: randomUUID(),
        uid,
        customerId,
        ...checkoutBody(priceId),
        currency: 'USD',
        trialDays: 0,
        ui: 'hosted' as const,
      }
      const { answer } = await provider.openCheckout(purchase)
      await vendors.pay((answer as { url: string }).url)
      await expect
        .poll(async () => (await provider.subscriptions(customerId, null)).own.map(({ status }) => status))
        .toEqual(['canceled'])
      const [{ id = '' } = {}] = (await provider.subscriptions(customerId, null)).own
      await syncCustomer(name, customerId)
      await vendors.forgetRequests()
      expect(await provider.settle(id, 'again')).toEqual({ amount: 1900, currency: 'USD' })
      const paths = (await vendors.requests(name)).filter(({ method }) => method === 'POST').map(({ path }) => path)
      expect(paths.filter((path) => path.includes('refund'))).toEqual([])
    })

    test('stores and returns no new page', async () => {
      await deletedDuring('openCheckout')
    })
  })
})

const keyOf = ({ provider, customerId }: { provider: string; customerId: string }) => `${provider} ${customerId}`
