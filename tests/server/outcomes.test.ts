import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { billingProvider } from '@/lib/server/billing/providers/registry'
import { awaitProvider, type BillingProvider } from '@/lib/server/billing/providers/provider'
import { assertDatabaseAnswers } from '@/lib/server/db/client'
import { handle } from '@/lib/server/http/handle'
import {
  allRows,
  buyersOf,
  cancelPlan,
  checkout,
  names,
  planOf,
  portalOf,
  resumePlan,
  syncPlan,
  type Person,
  deleteAccount,
  invoicesOf,
  errorOf,
} from '@/tests/setup/buyers'
import { anotherProvider } from '@/tests/setup/providers'
import { call } from '@/tests/setup/stage'
import { stageWithVendors } from '@/tests/setup/vendors'

const { world, vendors } = await stageWithVendors()
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vendors.refuseWebhooks(false)
  world.identity.lookup = 'works'
  await vendors.fault({ vendor: 'stripe', times: 0 })
  await vendors.fault({ vendor: 'chargebee', times: 0 })
})

const { person, subscribed } = buyersOf({ world, vendors })

type Method = Exclude<keyof BillingProvider, 'name'>

/**
 * A provider's method that does not answer before the deadline, whether or not it works.
 * @returns when it has been called
 */
function hang(provider: BillingProvider, method: Method, isDone = false): Promise<void> {
  const called = Promise.withResolvers<void>()
  const real = provider[method].bind(provider) as (...input: unknown[]) => Promise<unknown>
  vi.spyOn(provider, method).mockImplementation(async (...input: unknown[]) => {
    if (isDone) await real(...input)
    called.resolve()
    return awaitProvider(new Promise<never>(() => {}))
  })
  return called.promise
}

const stopClock = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })

const isChange = ({ method, path }: { method: string; path: string }) =>
  method !== 'GET' && !path.endsWith('create_preview')

/** The answer after the user's deadline. */
async function answered(called: Promise<void>, answer: Promise<Response>): Promise<Response> {
  await called
  const state = { isDone: false }
  void answer.finally(() => (state.isDone = true))
  while (!state.isDone) {
    await vi.advanceTimersByTimeAsync(500)
    // Gives the server's own questions the time that they need on this machine, however busy it is.
    for (let round = 0; round < 8 && !state.isDone; round++) {
      await vendors.requests('stripe')
      await assertDatabaseAnswers()
    }
  }
  return answer
}

describe.each(names)('a change without an answer of %s', (name) => {
  const ways = [
    ['cancelling', cancelPlan, false],
    ['resuming', resumePlan, true],
  ] as const

  describe.each(ways)('%s', (_, change, before) => {
    let buyer: Awaited<ReturnType<typeof subscribed>>
    let provider: BillingProvider
    beforeEach(async () => {
      buyer = await subscribed(name)
      if (before) await cancelPlan(buyer, buyer.subscriptionId, name)
      provider = await billingProvider(name)
      stopClock()
    })
    const sent = () => change(buyer, buyer.subscriptionId, name)

    test('with an unreadable outcome: unknown', async () => {
      hang(provider, 'subscriptions')
      expect(await errorOf(await answered(hang(provider, 'changePlan'), sent()))).toMatchObject({
        status: 502,
        code: 'provider-unavailable',
        outcome: 'unknown',
        message: expect.stringMatching(/didn’t answer in time/),
      })
    })

    test('that was not made yet: unknown', async () => {
      const error = await errorOf(await answered(hang(provider, 'changePlan'), sent()))
      expect(error).toMatchObject({ status: 502, code: 'provider-unavailable', outcome: 'unknown' })
      expect(error.message).toMatch(/didn’t answer in time\. As far as we know, nothing has changed/)
      expect((await planOf(buyer)).isUnSubscribed).toBe(before)
    })

    test('that was made: 200', async () => {
      const response = await answered(hang(provider, 'changePlan', true), sent())
      expect(response.status).toBe(200)
      expect((await response.json()).isUnSubscribed).toBe(!before)
    })
  })

  test('that failed: certain if it can be checked, otherwise unknown', async () => {
    const buyer = await subscribed(name)
    // Stripe's client retries once.
    await vendors.fault({ vendor: name, status: 500, times: { stripe: 2, chargebee: 1 }[name] })
    const looked = await errorOf(await cancelPlan(buyer, buyer.subscriptionId, name))
    expect(looked).toMatchObject({ status: 502, code: 'provider-unavailable' })
    expect(looked).not.toHaveProperty('outcome')
    await vendors.fault({ vendor: name, status: 500, times: 100 })
    expect(await errorOf(await cancelPlan(buyer, buyer.subscriptionId, name))).toMatchObject({
      code: 'provider-unavailable',
      outcome: 'unknown',
    })
  })

  test('of a plan that has ended meanwhile: cannot be resumed', async () => {
    const buyer = await subscribed(name)
    await cancelPlan(buyer, buyer.subscriptionId, name)
    await vendors.drainWebhooks(name)
    vendors.refuseWebhooks(true)
    await vendors.control(name, 'end-period', buyer.subscriptionId)
    expect((await planOf(buyer)).subscription?.status).toBe('trialing')
    // Once from the provider, and once from the database.
    for (const _ of [1, 2]) {
      expect(await errorOf(await resumePlan(buyer, buyer.subscriptionId, name))).toMatchObject({
        status: 409,
        code: 'not-cancelled',
        message: expect.stringMatching(/^This plan has ended.*You can choose a new one/),
      })
    }
    expect((await planOf(buyer)).subscription?.status).toBe('canceled')
  })
})

describe.each(names)('a user with a known plan at %s', (name) => {
  test('is refused at every pay button while the provider fails', async () => {
    const buyer = await subscribed(name)
    await vendors.fault({ vendor: name, status: 500, times: 100 })
    for (const button of names) {
      expect(await errorOf(await checkout(button, buyer))).toMatchObject({ status: 409, code: 'already-subscribed' })
    }
  })

  test('is refused with an ending plan while the provider fails', async () => {
    const buyer = await subscribed(name)
    await cancelPlan(buyer, buyer.subscriptionId, name)
    await vendors.fault({ vendor: name, status: 500, times: 100 })
    for (const button of names) {
      expect(await errorOf(await checkout(button, buyer))).toMatchObject({
        status: 502,
        code: 'provider-unavailable',
        provider: name,
        allProvidersBlocked: true,
      })
    }
  })
})

describe.each(names)('a user unknown to %s', (name) => {
  const other = anotherProvider[name]

  test('gets the name of a failed provider, and can use the other', async () => {
    const buyer = await person()
    await vendors.fault({ vendor: name, status: 500, times: 100 })
    const error = await errorOf(await checkout(name, buyer))
    expect(error).toMatchObject({ status: 502, code: 'provider-unavailable', provider: name })
    expect(error).not.toHaveProperty('allProvidersBlocked')
    expect((await checkout(other, buyer)).status).toBe(200)
  })
})

describe.each([
  ['stripe', 'pause', 'paused'],
  ['stripe', 'unpaid', 'unpaid'],
  ['chargebee', 'pause', 'paused'],
  ['chargebee', 'future', 'future'],
] as const)('a plan at %s after %s', (name, control, status) => {
  async function stopped() {
    const buyer = await subscribed(name)
    await vendors.control(name, control, buyer.subscriptionId)
    await expect.poll(async () => (await planOf(buyer)).subscription?.status).toBe(status)
    return buyer
  }
  const changes = async () => (await vendors.requests(name)).filter(isChange)

  test('is ended at the provider once', async () => {
    const buyer = await stopped()
    await vendors.forgetRequests()
    const response = await cancelPlan(buyer, buyer.subscriptionId, name)
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ isUnSubscribed: true, subscription: { status: 'canceled' } })
    const provider = await billingProvider(name)
    const [row] = await allRows(buyer)
    expect((await provider.subscriptions(row?.customerId ?? '', buyer.uid)).own).toMatchObject([
      { status: 'canceled', access: false },
    ])
    expect(await changes()).toHaveLength(1)
    expect((await cancelPlan(buyer, buyer.subscriptionId, name)).status).toBe(200)
    expect(await changes()).toHaveLength(1)
  })

  test('keeps the paid time if it runs again without a webhook', async () => {
    const buyer = await stopped()
    vendors.refuseWebhooks(true)
    try {
      await vendors.control(name, 'settle', buyer.subscriptionId)
      const response = await cancelPlan(buyer, buyer.subscriptionId, name)
      expect(await response.json()).toMatchObject({ isUnSubscribed: true })
      expect(await allRows(buyer)).toMatchObject([{ access: true, isUnSubscribed: true }])
    } finally {
      vendors.refuseWebhooks(false)
    }
  })
})

describe('the deadline of a request', () => {
  test.each<[string, Method, (buyer: Person) => Promise<Response>]>([
    ['the portal', 'portal', (buyer) => portalOf(buyer)],
    ['the invoices', 'invoices', invoicesOf],
    ['a sync', 'subscriptions', syncPlan],
    ['a checkout', 'subscriptions', (buyer) => checkout('stripe', buyer)],
  ])('times out for %s', async (_, method, ask) => {
    const buyer = await subscribed('stripe')
    // Its webhooks would ask the provider, perhaps before the user does.
    vendors.refuseWebhooks(true)
    // A renewing plan would need no checkout.
    await cancelPlan(buyer, buyer.subscriptionId, 'stripe')
    const provider = await billingProvider('stripe')
    stopClock()
    const error = await errorOf(await answered(hang(provider, method), ask(buyer)))
    expect(error).toMatchObject({ status: 502, message: expect.stringMatching(/didn’t answer in time/) })
  })

  test('times out for a deletion, with an unknown outcome', async () => {
    const buyer = await subscribed('stripe')
    const provider = await billingProvider('stripe')
    stopClock()
    const error = await errorOf(await answered(hang(provider, 'changePlan'), deleteAccount(buyer)))
    expect(error).toMatchObject({ status: 502, code: 'provider-unavailable', outcome: 'unknown' })
    expect(await allRows(buyer)).toHaveLength(1)
  })

  test('answers 503 for a silent identity service', async () => {
    const buyer = await subscribed('stripe')
    await vendors.forgetRequests()
    stopClock()
    world.identity.lookup = 'hangs'
    world.identity.calls.length = 0
    const answer = cancelPlan(buyer, buyer.subscriptionId, 'stripe')
    await expect.poll(() => world.identity.calls.join()).toContain('accounts:lookup')
    await vi.advanceTimersByTimeAsync(3000)
    const error = await errorOf(await answer)
    expect(error).toMatchObject({ status: 503, code: 'unavailable' })
    expect(error).not.toHaveProperty('outcome')
    // Late webhooks of the purchase may cause more reads.
    const asks = await vendors.requests('stripe')
    expect(asks.filter(isChange)).toEqual([])
  })

  test('times out for any other work', async () => {
    const { uid, token } = await person()
    stopClock()
    const begun = Promise.withResolvers<void>()
    const never = handle({ uid: 'query' }, () => {
      begun.resolve()
      return new Promise(() => {})
    })
    const error = await errorOf(await answered(begun.promise, call(never, `/x?uid=${uid}`, { token })))
    expect(error).toMatchObject({ status: 503, code: 'unavailable', outcome: 'unknown' })
  })

  test('allows no provider call afterwards', async () => {
    const { uid, token } = await person()
    const provider = await billingProvider('stripe')
    stopClock()
    const begun = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<unknown>()
    const late = handle({ uid: 'query' }, async () => {
      begun.resolve()
      await new Promise((resolve) => setTimeout(resolve, 9600))
      ended.resolve(await provider.changePlan('sub_late', 'end').catch((error: unknown) => error))
    })
    const answer = call(late, `/x?uid=${uid}`, { token })
    await begun.promise
    await vi.advanceTimersByTimeAsync(9600)
    expect(await ended.promise).toMatchObject({ code: 'provider-unavailable' })
    expect((await answer).status).toBe(503)
    // Late webhooks of other tests' purchases may cause more reads.
    const asks = await vendors.requests('stripe')
    expect(asks.filter(({ path }) => path.includes('sub_late'))).toEqual([])
  })
})
