import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { consentWording } from '@/lib/contract/consent'
import { consentHeader } from '@/lib/site'
import { buyersOf, cancelPlan, checkout, names, planOf, providers, resumePlan, ring, told } from '@/tests/setup/buyers'
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

const { person, subscribed } = buyersOf(() => ({ world, vendors }))

async function traces(uid: string) {
  const { database } = await import('@/lib/server/db/client')
  const { consents, duplicates, letters, planChanges } = await import('@/lib/server/db/schema')
  const db = await database()
  return {
    consents: await db.select().from(consents).where(eq(consents.uid, uid)).orderBy(desc(consents.at)),
    changes: await db.select().from(planChanges).where(eq(planChanges.uid, uid)).orderBy(planChanges.stamp),
    letters: await db.select().from(letters).where(eq(letters.uid, uid)).orderBy(letters.createdAt),
    duplicates: await db.select().from(duplicates).where(eq(duplicates.uid, uid)),
  }
}

async function address(uid: string) {
  const { database } = await import('@/lib/server/db/client')
  const { users } = await import('@/lib/server/db/schema')
  await (await database()).insert(users).values({ uid, email: `${uid}@people.example`, providerId: 'password' })
}

describe('cancelling says what is true', () => {
  test('also when a reading that began before it ends after it', async () => {
    const who = await subscribed('stripe')
    await vendors.fault({ vendor: 'stripe', delayMs: 800, times: 1 })
    const cancelling = cancelPlan(who, who.subscriptionId, 'stripe')
    await new Promise((resolve) => setTimeout(resolve, 200))
    await ring(who)
    expect(await (await cancelling).json()).toMatchObject({ isUnSubscribed: true })
  })

  test('also when what is stored says cancelled and the provider would charge', async () => {
    const who = await subscribed('stripe')
    const { database } = await import('@/lib/server/db/client')
    const { subscriptions } = await import('@/lib/server/db/schema')
    const { eq } = await import('drizzle-orm')
    const db = await database()
    await db.update(subscriptions).set({ isUnSubscribed: true }).where(eq(subscriptions.uid, who.uid))
    await vendors.forgetRequests()
    await cancelPlan(who, who.subscriptionId, 'stripe')
    const asked = await vendors.requests('stripe')
    expect(asked.some(({ method, path }) => method === 'POST' && path.startsWith('/v1/subscriptions/'))).toBe(true)
  })

  test.each([400, 401, 403, 404, 429, 500])(
    'a provider that answers %i: 502, and nothing has changed',
    async (status) => {
      const who = await subscribed('stripe')
      await vendors.fault({ vendor: 'stripe', status, times: 6 })
      const response = await cancelPlan(who, who.subscriptionId, 'stripe')
      await vendors.fault({ vendor: 'stripe', times: 0 })
      expect(response.status).toBe(502)
      expect((await planOf(who)).isUnSubscribed).toBe(false)
    },
  )
})

describe.each(names)('a press at %s agrees to renewal', (name) => {
  test('and is stored with its time, the version of the words, and what they named', async () => {
    const who = await person()
    const began = Date.now()
    await checkout(name, who, {}, { [consentHeader]: '2026-11-21' })
    await checkout(name, who, {}, { [consentHeader]: '2026-11-21' })
    const { consents } = await traces(who.uid)
    expect(consents).toEqual([
      expect.objectContaining({
        kind: 'renewal',
        provider: name,
        wordingVersion: '2026-11-21',
        priceId: providers[name].monthly,
        amount: 1900,
        currency: 'USD',
        interval: 'month',
        trialDays: 7,
        customerId: expect.any(String),
        taxBehavior: name === 'stripe' ? 'inclusive' : 'unspecified',
      }),
    ])
    expect(consents[0]?.at.getTime()).toBeGreaterThan(began - 5000)
  })

  test('and again where a later press was beside other words', async () => {
    const who = await person()
    for (const version of ['2026-11-21', consentWording, consentWording]) {
      await checkout(name, who, {}, { [consentHeader]: version })
    }
    const { consents } = await traces(who.uid)
    expect(consents.map(({ wordingVersion }) => wordingVersion).toSorted()).toEqual(['2026-11-21', consentWording])
  })

  test.each([[undefined], ['1999-01-01'], ['__proto__'], ['<script>']])(
    'a version that does not exist (%s) counts as the present one',
    async (version) => {
      const who = await person()
      expect((await checkout(name, who, {}, version ? { [consentHeader]: version } : {})).status).toBe(200)
      expect((await traces(who.uid)).consents[0]?.wordingVersion).toBe(consentWording)
    },
  )

  test('and so does taking a cancellation back', async () => {
    const who = await subscribed(name)
    await cancelPlan(who, who.subscriptionId, name)
    await resumePlan(who, who.subscriptionId, name, { [consentHeader]: consentWording })
    const { consents } = await traces(who.uid)
    expect(consents.map(({ kind }) => kind)).toEqual(['resume', 'renewal'])
    expect(consents[0]).toMatchObject({ provider: name, amount: 1900, currency: 'USD', wordingVersion: consentWording })
  })

  test('what happened to the plan stays as lines, and is written to the person', async () => {
    const who = await person()
    await address(who.uid)
    await vendors.pay((await (await checkout(name, who)).json()).url)
    const { subscription } = await told(who)
    const id = subscription?.id ?? ''
    await cancelPlan(who, id, name)
    await cancelPlan(who, id, name)
    await resumePlan(who, id, name)
    const { changes, letters } = await traces(who.uid)
    expect(changes.map(({ kind }) => kind)).toEqual(['begun', 'cancelled', 'resumed'])
    expect(letters.map(({ kind }) => kind)).toEqual(['begun', 'cancelled', 'resumed'])
    expect(letters[1]).toMatchObject({
      email: `${who.uid}@people.example`,
      subject: 'Your Unhurried plan is cancelled',
      mailedAt: null,
    })
  })
})

describe('a second plan that was paid for', () => {
  test.each([
    ['chargebee', 'stripe'],
    ['chargebee', 'chargebee'],
  ] as const)('beside one of %s, at %s, is ended and paid back once', async (first, second) => {
    const who = await subscribed(first)
    await address(who.uid)
    // Without a trial the second costs something at once.
    await cancelPlan(who, who.subscriptionId, first)
    const one = await (await checkout(first, who)).json()
    const two = await (await checkout(second, who, { priceId: providers[second].yearly })).json()
    await vendors.pay(one.url)
    await expect.poll(async () => (await planOf(who)).isUnSubscribed).toBe(false)
    const kept = (await planOf(who)).subscription?.id
    await vendors.pay(two.url)
    await expect
      .poll(async () => {
        await ring(who)
        return (await traces(who.uid)).duplicates.map(({ refundedAt }) => refundedAt !== null)
      })
      .toEqual([true])
    await Promise.all([ring(who), ring(who), ring(who)])
    const { duplicates, letters } = await traces(who.uid)
    expect(duplicates).toEqual([expect.objectContaining({ store: second, refunded: 18000, currency: 'USD' })])
    expect(letters.filter(({ kind }) => kind === 'paid-back')).toEqual([
      expect.objectContaining({
        subject: 'A second Unhurried plan was ended',
        text: expect.stringContaining('$180.00'),
      }),
    ])
    expect((await planOf(who)).subscription?.id).toBe(kept)
  })

  test('while the provider does not pay back, it stays noted, and nobody waits for it', async () => {
    const who = await subscribed('chargebee')
    await cancelPlan(who, who.subscriptionId, 'chargebee')
    const one = await (await checkout('chargebee', who)).json()
    const two = await (await checkout('stripe', who)).json()
    await vendors.pay(one.url)
    await expect.poll(async () => (await planOf(who)).isUnSubscribed).toBe(false)
    const { billingProvider } = await import('@/lib/server/billing/provider')
    const stripe = await billingProvider('stripe')
    const { refundAll } = stripe
    stripe.refundAll = () => Promise.reject(new Error('no'))
    await vendors.pay(two.url)
    await expect.poll(async () => (await traces(who.uid)).duplicates.length).toBe(1)
    expect((await ring(who)).status).toBe(200)
    expect((await traces(who.uid)).duplicates[0]).toMatchObject({ refundedAt: null, endedAt: expect.any(Date) })
    stripe.refundAll = refundAll
    await ring(who)
    expect((await traces(who.uid)).duplicates[0]).toMatchObject({ refunded: 1900, refundedAt: expect.any(Date) })
  })
})
