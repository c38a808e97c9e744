import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { GET as invoices } from '@/app/api/billing/invoices/route'
import { POST as deleteAccount } from '@/app/api/users/delete-account/route'
import { apiError } from '@/lib/contract/error'
import { billingProvider } from '@/lib/server/billing/providers/registry'
import type { BillingProvider } from '@/lib/server/billing/providers/provider'
import { ApiFailure } from '@/lib/server/http/errors'
import { handle, handlePublic } from '@/lib/server/http/handle'
import {
  allRows,
  buyersOf,
  cancelPlan,
  checkout,
  names,
  planOf,
  portalOf,
  resumePlan,
  ring,
  type Person,
} from '@/tests/setup/buyers'
import { anotherProvider } from '@/tests/setup/providers'
import { call } from '@/tests/setup/stage'
import { stageWithVendors } from '@/tests/setup/vendors'

/** Delays the identity service's look-up. */
const identity = vi.hoisted(() => ({ wait: null as (() => Promise<void>) | null }))
vi.mock('@/lib/server/identity/admin', async (original) => {
  const real = await original<typeof import('@/lib/server/identity/admin')>()
  return {
    identityAdmin(tenant: string | null) {
      const admin = real.identityAdmin(tenant)
      return admin && { ...admin, lookup: async (uid: string) => (await identity.wait?.(), admin.lookup(uid)) }
    },
  }
})

const { world, vendors } = await stageWithVendors()
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vendors.setDeaf(false)
  identity.wait = null
  await vendors.fault({ vendor: 'stripe', times: 0 })
  await vendors.fault({ vendor: 'chargebee', times: 0 })
})

const { person, subscribed } = buyersOf({ world, vendors })

type Method = Exclude<keyof BillingProvider, 'name'>

/**
 * A provider's method that never answers, whether or not it works.
 * @returns when it has been called
 */
function hang(provider: BillingProvider, method: Method, isDone = false): Promise<void> {
  const asked = Promise.withResolvers<void>()
  const real = provider[method].bind(provider) as (...given: unknown[]) => Promise<unknown>
  vi.spyOn(provider, method).mockImplementation(async (...given: unknown[]) => {
    if (isDone) await real(...given)
    asked.resolve()
    return new Promise<never>(() => {})
  })
  return asked.promise
}

const stopClock = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })

const patienceMs = 9500
/** Leaves time to check the outcome. */
const changeMs = 7500

/** The answer after the user's deadline. */
async function answered(asked: Promise<void>, answer: Promise<Response>, ms = patienceMs): Promise<Response> {
  await asked
  await vi.advanceTimersByTimeAsync(ms)
  return answer
}

async function errorOf(response: Response) {
  return { status: response.status, ...apiError.parse(await response.json()).error }
}

describe.each(names)('a change without an answer of %s', (name) => {
  const ways = [
    ['cancelling', cancelPlan, 'cancelAtPeriodEnd', false],
    ['resuming', resumePlan, 'resume', true],
  ] as const

  describe.each(ways)('%s', (_, change, method, before) => {
    let who: Awaited<ReturnType<typeof subscribed>>
    let provider: BillingProvider
    beforeEach(async () => {
      who = await subscribed(name)
      if (before) await cancelPlan(who, who.subscriptionId, name)
      provider = await billingProvider(name)
      stopClock()
    })
    const sent = () => change(who, who.subscriptionId, name)

    test('with an unreadable outcome: unknown', async () => {
      hang(provider, 'subscriptions')
      expect(await errorOf(await answered(hang(provider, method), sent()))).toMatchObject({
        status: 502,
        code: 'provider-unavailable',
        outcome: 'unknown',
        message: expect.stringMatching(/didn’t answer in time/),
      })
    })

    test('that was not made yet: unknown', async () => {
      const error = await errorOf(await answered(hang(provider, method), sent(), changeMs))
      expect(error).toMatchObject({ status: 502, code: 'provider-unavailable', outcome: 'unknown' })
      expect(error.message).toMatch(/didn’t answer in time\. As far as we know, nothing has changed/)
      expect((await planOf(who)).isUnSubscribed).toBe(before)
    })

    test('that was made: 200', async () => {
      const response = await answered(hang(provider, method, true), sent(), changeMs)
      expect(response.status).toBe(200)
      expect((await response.json()).isUnSubscribed).toBe(!before)
    })
  })

  test('with a dropped connection, also for the check: unknown', async () => {
    const who = await subscribed(name)
    await vendors.fault({ vendor: name, drop: true, times: 100 })
    const error = await errorOf(await cancelPlan(who, who.subscriptionId, name))
    expect(error).toMatchObject({ status: 502, code: 'provider-unavailable', outcome: 'unknown' })
    expect(error.message).not.toMatch(/nothing/i)
  })

  test('that is made after our timeout: unknown', async () => {
    const who = await subscribed(name)
    await vendors.fault({ vendor: name, delayMs: 9000, times: 1 })
    const error = await errorOf(await cancelPlan(who, who.subscriptionId, name))
    expect(error).toMatchObject({ status: 502, code: 'provider-unavailable', outcome: 'unknown' })
    expect(error.message).not.toMatch(/^nothing/i)
    await expect.poll(async () => (await allRows(who)).map(({ isUnSubscribed }) => isUnSubscribed)).toEqual([true])
  }, 40_000)

  test.each([
    [400, 409, 'provider-refused'],
    [429, 502, 'provider-unavailable'],
  ])('that is refused with %i: certain, answers %i %s', async (status, answered, refusal) => {
    const who = await subscribed(name)
    await vendors.fault({ vendor: name, status, times: 100 })
    const error = await errorOf(await cancelPlan(who, who.subscriptionId, name))
    expect(error).toMatchObject({ status: answered, code: refusal })
    expect(error).not.toHaveProperty('outcome')
  })

  test('that failed: certain if it can be checked, otherwise unknown', async () => {
    const who = await subscribed(name)
    // Stripe's client retries once.
    await vendors.fault({ vendor: name, status: 500, times: { stripe: 2, chargebee: 1 }[name] })
    const looked = await errorOf(await cancelPlan(who, who.subscriptionId, name))
    expect(looked).toMatchObject({ status: 502, code: 'provider-unavailable' })
    expect(looked).not.toHaveProperty('outcome')
    await vendors.fault({ vendor: name, status: 500, times: 100 })
    expect(await errorOf(await cancelPlan(who, who.subscriptionId, name))).toMatchObject({
      code: 'provider-unavailable',
      outcome: 'unknown',
    })
  })

  test('of a plan that has ended meanwhile: cannot be resumed', async () => {
    const who = await subscribed(name)
    await cancelPlan(who, who.subscriptionId, name)
    vendors.setDeaf(true)
    await vendors.control(name, 'end-period', who.subscriptionId)
    expect((await planOf(who)).subscription?.status).toBe('trialing')
    // Once from the provider, and once from the database.
    for (const _ of [1, 2]) {
      expect(await errorOf(await resumePlan(who, who.subscriptionId, name))).toMatchObject({
        status: 409,
        code: 'not-cancelled',
        message: expect.stringMatching(/^This plan has ended.*You can choose a new one/),
      })
    }
    expect((await planOf(who)).subscription?.status).toBe('canceled')
  })
})

describe.each(names)('a user with a known plan at %s', (name) => {
  test('is refused at every pay button while the provider fails', async () => {
    const who = await subscribed(name)
    await vendors.fault({ vendor: name, status: 500, times: 100 })
    for (const button of names) {
      expect(await errorOf(await checkout(button, who))).toMatchObject({ status: 409, code: 'already-subscribed' })
    }
  })

  test('is refused while the provider hangs', async () => {
    const who = await subscribed(name)
    const provider = await billingProvider(name)
    stopClock()
    // The look-up takes database time, while the caller's clock stands still.
    const error = await errorOf(await answered(hang(provider, 'subscriptions'), checkout(name, who), 8600))
    expect(error).toMatchObject({ status: 409, code: 'already-subscribed' })
  })

  test('is refused with an ending plan while the provider fails', async () => {
    const who = await subscribed(name)
    await cancelPlan(who, who.subscriptionId, name)
    await vendors.fault({ vendor: name, status: 500, times: 100 })
    for (const button of names) {
      expect(await errorOf(await checkout(button, who))).toMatchObject({
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
    const who = await person()
    await vendors.fault({ vendor: name, status: 500, times: 100 })
    const error = await errorOf(await checkout(name, who))
    expect(error).toMatchObject({ status: 502, code: 'provider-unavailable', provider: name })
    expect(error).not.toHaveProperty('allProvidersBlocked')
    expect((await checkout(other, who)).status).toBe(200)
  })

  test('gets the refusal of one provider while the other works', async () => {
    const who = await person()
    const provider = await billingProvider(name)
    const cause = Object.assign(new Error('refused'), { statusCode: 400 })
    const refusal = new ApiFailure('provider-unavailable', { provider: name, cause })
    vi.spyOn(provider, 'openCheckout').mockRejectedValueOnce(refusal)
    const error = await errorOf(await checkout(name, who))
    expect(error).toMatchObject({ provider: name })
    expect(error).not.toHaveProperty('allProvidersBlocked')
  })

  test('is known to a provider after its first customer', async () => {
    const who = await person()
    const provider = await billingProvider(name)
    vi.spyOn(provider, 'openCheckout').mockRejectedValueOnce(new ApiFailure('provider-unavailable', { provider: name }))
    expect(await errorOf(await checkout(name, who))).toMatchObject({ provider: name, allProvidersBlocked: true })
  })
})

describe.each([
  ['stripe', 'pause', 'paused'],
  ['stripe', 'unpaid', 'unpaid'],
  ['chargebee', 'pause', 'paused'],
  ['chargebee', 'future', 'future'],
] as const)('a plan at %s after %s', (name, control, status) => {
  async function stopped() {
    const who = await subscribed(name)
    await vendors.control(name, control, who.subscriptionId)
    await expect.poll(async () => (await planOf(who)).subscription?.status).toBe(status)
    return who
  }
  const changes = async () => (await vendors.requests(name)).filter(({ method }) => method !== 'GET')

  test('is ended at the provider once', async () => {
    const who = await stopped()
    await vendors.forgetRequests()
    const response = await cancelPlan(who, who.subscriptionId, name)
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ isUnSubscribed: true, subscription: { status: 'canceled' } })
    const provider = await billingProvider(name)
    const [row] = await allRows(who)
    expect((await provider.subscriptions(row?.customerId ?? '')).own).toMatchObject([
      { status: 'canceled', access: false },
    ])
    expect(await changes()).toHaveLength(1)
    expect((await cancelPlan(who, who.subscriptionId, name)).status).toBe(200)
    expect(await changes()).toHaveLength(1)
  })

  test('keeps the paid time if it runs again without a webhook', async () => {
    const who = await stopped()
    vendors.setDeaf(true)
    try {
      await vendors.control(name, 'settle', who.subscriptionId)
      const response = await cancelPlan(who, who.subscriptionId, name)
      expect(await response.json()).toMatchObject({ isUnSubscribed: true })
      expect(await allRows(who)).toMatchObject([{ access: true, isUnSubscribed: true }])
    } finally {
      vendors.setDeaf(false)
    }
  })
})

const drop = ({ uid, token }: Person) => call(deleteAccount, '/users/delete-account', { token, body: { uid } })
const bills = ({ uid, token }: Person) => call(invoices, `/billing/invoices?uid=${uid}`, { token })

describe('the deadline of a request', () => {
  test.each<[string, Method, (who: Person) => Promise<Response>]>([
    ['the portal', 'portal', (who) => portalOf(who)],
    ['the invoices', 'invoices', bills],
    ['a ring', 'subscriptions', ring],
    ['a checkout', 'subscriptions', (who) => checkout('stripe', who)],
  ])('holds for %s', async (_, method, ask) => {
    const who = await subscribed('stripe')
    // Its webhooks would ask the provider, perhaps before the user does.
    vendors.setDeaf(true)
    // A renewing plan would need no checkout.
    await cancelPlan(who, who.subscriptionId, 'stripe')
    const provider = await billingProvider('stripe')
    stopClock()
    const error = await errorOf(await answered(hang(provider, method), ask(who)))
    expect(error).toMatchObject({ status: 502, message: expect.stringMatching(/didn’t answer in time/) })
  })

  test.each(['createCustomer', 'openCheckout'] as const)(
    'holds for a first checkout while %s hangs',
    async (method) => {
      const who = await person()
      const provider = await billingProvider('stripe')
      stopClock()
      expect((await answered(hang(provider, method), checkout('stripe', who))).status).toBe(502)
    },
  )

  test('holds for a deletion, with an unknown outcome', async () => {
    const who = await subscribed('stripe')
    const provider = await billingProvider('stripe')
    stopClock()
    const error = await errorOf(await answered(hang(provider, 'cancelNow'), drop(who)))
    expect(error).toMatchObject({ status: 502, code: 'provider-unavailable', outcome: 'unknown' })
    expect(await allRows(who)).toHaveLength(1)
  })

  test('holds after a slow identity service', async () => {
    const who = await subscribed('stripe')
    const provider = await billingProvider('stripe')
    stopClock()
    identity.wait = () => vi.advanceTimersByTimeAsync(2900).then(() => undefined)
    const asked = hang(provider, 'cancelAtPeriodEnd')
    hang(provider, 'subscriptions')
    const answer = cancelPlan(who, who.subscriptionId, 'stripe')
    await asked
    await vi.advanceTimersByTimeAsync(patienceMs - 2900)
    expect(await errorOf(await answer)).toMatchObject({ status: 502, outcome: 'unknown' })
  })

  test('answers 503 for a silent identity service', async () => {
    const who = await subscribed('stripe')
    await vendors.forgetRequests()
    stopClock()
    const asked = Promise.withResolvers<void>()
    identity.wait = () => {
      asked.resolve()
      return new Promise(() => {})
    }
    const answer = cancelPlan(who, who.subscriptionId, 'stripe')
    await asked.promise
    await vi.advanceTimersByTimeAsync(3000)
    const error = await errorOf(await answer)
    expect(error).toMatchObject({ status: 503, code: 'unavailable' })
    expect(error).not.toHaveProperty('outcome')
    // Late webhooks of the purchase may cause more reads.
    const asks = await vendors.requests('stripe')
    expect(asks.filter(({ method }) => method !== 'GET')).toEqual([])
  })

  test('holds while background work continues', async () => {
    const { uid, token } = await person()
    stopClock()
    const begun = Promise.withResolvers<void>()
    const never = handle({ uid: 'query' }, () => {
      begun.resolve()
      return new Promise(() => {})
    })
    const error = await errorOf(await answered(begun.promise, call(never, `/x?uid=${uid}`, { token })))
    expect(error).toMatchObject({ status: 503, code: 'unavailable', outcome: 'unknown' })

    const slow = handlePublic(() => new Promise((resolve) => setTimeout(() => resolve({ done: true }), 60_000)))
    const message = call(slow, '/x')
    await vi.advanceTimersByTimeAsync(60_000)
    expect((await message).status).toBe(200)
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
      ended.resolve(await provider.cancelNow('sub_late').catch((error: unknown) => error))
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
