/** A customer that was deleted at the provider is no dead end. */
import { describe, expect, test } from 'vitest'
import { POST as ephemeralKeys } from '@/app/api/stripe/ephemeral_keys/route'
import {
  buyersOf,
  checkout,
  names,
  planOf,
  portalOf,
  syncPlan,
  planAfterWebhook,
  type Name,
  type Person,
  customerOf,
  invoicesOf,
} from '@/tests/setup/buyers'
import { call } from '@/tests/setup/stage'
import { stageWithVendors } from '@/tests/setup/vendors'

const { world, vendors } = await stageWithVendors()

const { person, subscribed } = buyersOf({ world, vendors })

/** Deletes the customer at the provider, which ends their plans. */
async function lose(who: Person, name: Name): Promise<string> {
  const customer = await customerOf(who, name)
  const answer = await fetch(`${vendors.base}/${name}/control/delete-customer`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ customer }),
  })
  expect(answer.status).toBe(200)
  return customer
}

describe.each(names)('%s', (name) => {
  test('ends the plan, explains the portal, and lists no invoices', async () => {
    const who = await subscribed(name)
    await lose(who, name)
    const answer = await portalOf(who)
    expect([answer.status, (await answer.json()).error]).toEqual([
      404,
      expect.objectContaining({
        code: 'no-customer',
        message: expect.stringContaining('no longer has a record of you'),
      }),
    ])
    const list = await invoicesOf(who)
    expect(await list.json()).toEqual({ invoices: [] })
    await syncPlan(who)
    expect(await planOf(who)).toMatchObject({ isUnSubscribed: true, subscription: { status: 'canceled' } })
  })

  test('creates a new customer without a second trial', async () => {
    const who = await subscribed(name)
    const lost = await lose(who, name)
    const response = await checkout(name, who)
    expect(response.status).toBe(200)
    expect(await customerOf(who, name)).not.toBe(lost)
    await vendors.pay((await response.json()).url)
    await syncPlan(who)
    expect((await planAfterWebhook(who)).subscription).toMatchObject({ status: 'active', trialEnd: null })
  })
})

test('creates the mobile app’s key for a new customer', async () => {
  const who = await person()
  const ask = async () => {
    const query = `uid=${who.uid}&api_version=2020-08-27`
    const answer = await call(ephemeralKeys, `/stripe/ephemeral_keys?${query}`, { token: who.token, method: 'POST' })
    return (await answer.json()).associated_objects?.[0]?.id as string | undefined
  }
  const first = await ask()
  expect(first).toBe(await lose(who, 'stripe'))
  const second = await ask()
  expect(second).toMatch(/^cus_/)
  expect(second).not.toBe(first)
  expect(second).toBe(await customerOf(who, 'stripe'))
})
