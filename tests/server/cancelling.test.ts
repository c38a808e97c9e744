import { desc, eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { POST as deleteAccount } from '@/app/api/users/delete-account/route'
import { consentWording } from '@/lib/contract/consent'
import { billingProvider } from '@/lib/server/billing/providers/registry'
import type { BillingProvider } from '@/lib/server/billing/providers/provider'
import { consentHeader, shownTermsHeader } from '@/lib/site'
import {
  allRows,
  buyersOf,
  cancelPlan,
  checkout,
  code,
  names,
  planOf,
  providers,
  resumePlan,
  ring,
  planAfterWebhook,
  type Person,
} from '@/tests/setup/buyers'
import { call } from '@/tests/setup/stage'
import { stageWithVendors } from '@/tests/setup/vendors'

const { world, vendors } = await stageWithVendors()

const { person, subscribed } = buyersOf({ world, vendors })

async function traces(uid: string) {
  const { database } = await import('@/lib/server/db/client')
  const { consents, duplicates, planEmails: letters, planChanges } = await import('@/lib/server/db/schema')
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

describe('responses to cancelling', () => {
  test('are right when an earlier read ends after the change', async () => {
    const who = await subscribed('stripe')
    await vendors.fault({ vendor: 'stripe', delayMs: 800, times: 1 })
    const cancelling = cancelPlan(who, who.subscriptionId, 'stripe')
    await new Promise((resolve) => setTimeout(resolve, 200))
    await ring(who)
    expect(await (await cancelling).json()).toMatchObject({ isUnSubscribed: true })
  })

  test('are right when only the row is cancelled', async () => {
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

  test.each([
    [400, 409, 'provider-refused'],
    [401, 502, 'provider-unavailable'],
    [403, 502, 'provider-unavailable'],
    [404, 409, 'provider-refused'],
    [429, 502, 'provider-unavailable'],
    [500, 502, 'provider-unavailable'],
  ])('change nothing when the provider answers %i: %i %s', async (status, answered, name) => {
    const who = await subscribed('stripe')
    await vendors.fault({ vendor: 'stripe', status, times: 6 })
    const response = await cancelPlan(who, who.subscriptionId, 'stripe')
    await vendors.fault({ vendor: 'stripe', times: 0 })
    expect([response.status, await code(response)]).toEqual([answered, name])
    expect((await planOf(who)).isUnSubscribed).toBe(false)
  })
})

test.each(['draft', 'pending-payment'])('does not claim that an open invoice (%s) is settled', async (how) => {
  const who = await subscribed('stripe')
  await address(who.uid)
  const open = async () => (await planOf(who)).subscription?.openInvoice
  await vendors.control('stripe', 'end-period', who.subscriptionId)
  await expect.poll(async () => (await planOf(who)).subscription?.status).toBe('active')
  expect(await open()).toBeUndefined()
  await vendors.control('stripe', how, who.subscriptionId)
  await expect.poll(open).toBe(true)
  const cancelled = await (await cancelPlan(who, who.subscriptionId, 'stripe')).json()
  expect(cancelled).toMatchObject({ isUnSubscribed: true, subscription: { status: 'active', openInvoice: true } })
  const letter = (await traces(who.uid)).letters.at(-1)
  expect([letter?.kind, letter?.text]).toEqual(['cancelled', expect.stringContaining('may still be charged')])
  expect(letter?.text).not.toContain('nothing more will be charged')
  await vendors.control('stripe', 'settle', who.subscriptionId)
  await expect.poll(open).toBeUndefined()
})

test.each(names)('emails one cancellation after crossing answers of %s', async (name) => {
  const who = await person()
  await address(who.uid)
  await checkout(name, who).then(async (page) => vendors.pay((await page.json()).url))
  await expect.poll(async () => (await planOf(who)).subscription?.status).toBe('trialing')
  const [plan] = await allRows(who)
  const provider = await billingProvider(name)
  const real = provider.subscriptions.bind(provider)
  const [changed, heard, written] = Array.from({ length: 3 }, () => Promise.withResolvers<void>())
  let asked = 0
  vi.spyOn(provider, 'subscriptions').mockImplementation(async (customer) => {
    const turn = ++asked
    if (turn === 1) await changed?.promise
    const answer = await real(customer)
    if (turn !== 2) return answer
    heard?.resolve()
    await written?.promise
    return answer
  })
  vendors.setDeaf(true)
  try {
    const first = ring(who)
    await expect.poll(() => asked).toBe(1)
    const second = ring(who)
    await heard?.promise
    await provider.cancelAtPeriodEnd(plan?.id ?? '')
    changed?.resolve()
    await first
    written?.resolve()
    expect((await second).status).toBe(200)
  } finally {
    vendors.setDeaf(false)
  }
  expect((await planOf(who)).isUnSubscribed).toBe(true)
  const { changes, letters } = await traces(who.uid)
  expect(changes.map(({ kind }) => kind)).toEqual(['begun', 'cancelled'])
  expect(letters.map(({ kind }) => kind)).toEqual(['begun', 'cancelled'])
})

describe.each(names)('the consent to renewal at %s', (name) => {
  test('stores time, wording version and terms', async () => {
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
        taxBehavior: { stripe: 'inclusive', chargebee: 'unspecified' }[name],
      }),
    ])
    expect(consents[0]?.at.getTime()).toBeGreaterThan(began - 5000)
  })

  test('stores a later press with another wording', async () => {
    const who = await person()
    for (const version of ['2026-11-21', consentWording, consentWording]) {
      await checkout(name, who, {}, { [consentHeader]: version })
    }
    const { consents } = await traces(who.uid)
    expect(consents.map(({ wordingVersion }) => wordingVersion).toSorted()).toEqual(['2026-11-21', consentWording])
  })

  test('stores a later press with another price', async () => {
    const who = await person()
    await checkout(name, who)
    // As if pressed beside an older price.
    const { database } = await import('@/lib/server/db/client')
    const { consents: rows } = await import('@/lib/server/db/schema')
    await (await database()).update(rows).set({ amount: 1800 }).where(eq(rows.uid, who.uid))
    for (let press = 0; press < 2; press++) await checkout(name, who)
    const { consents } = await traces(who.uid)
    expect(consents.map(({ amount }) => amount).toSorted()).toEqual([1800, 1900])
  })

  test.each([[undefined], ['1999-01-01'], ['__proto__'], ['<script>']])(
    'treats the unknown version %s as the current one',
    async (version) => {
      const who = await person()
      expect((await checkout(name, who, {}, version ? { [consentHeader]: version } : {})).status).toBe(200)
      expect((await traces(who.uid)).consents[0]?.wordingVersion).toBe(consentWording)
    },
  )

  test.each([
    ['the price and the trial that are charged', '1900 USD 7', 200],
    ['another price', '1800 USD 7', 409],
    ['another currency', '1900 EUR 7', 409],
    ['a trial that this person has had', '1900 USD 7', 409, 'had one'],
    ['no trial, to a user who has had one', '1900 USD 0', 200, 'had one'],
    ['unreadable terms', '19 dollars', 200],
  ])('compares the shown terms, %s: %s answers %i', async (_, shown, status, history?) => {
    const who = history ? await subscribed(name) : await person()
    if (history) {
      await (await billingProvider(name)).cancelNow((who as Awaited<ReturnType<typeof subscribed>>).subscriptionId)
      await ring(who)
    }
    const before = (await traces(who.uid)).consents.length
    await vendors.forgetRequests()
    const response = await checkout(name, who, {}, { [shownTermsHeader]: shown })
    expect(response.status).toBe(status)
    if (status === 409) expect((await response.json()).error.code).toBe('terms-changed')
    const made = (await vendors.requests(name)).filter(({ path }) =>
      /checkout\/sessions$|checkout_new_for_items$/.test(path),
    )
    expect(made).toHaveLength(status === 200 ? 1 : 0)
    expect((await traces(who.uid)).consents).toHaveLength(before + made.length)
  })

  test('stores the consent to a resumption', async () => {
    const who = await subscribed(name)
    await cancelPlan(who, who.subscriptionId, name)
    await resumePlan(who, who.subscriptionId, name, { [consentHeader]: consentWording })
    const { consents } = await traces(who.uid)
    expect(consents.map(({ kind }) => kind)).toEqual(['resume', 'renewal'])
    expect(consents[0]).toMatchObject({ provider: name, amount: 1900, currency: 'USD', wordingVersion: consentWording })
  })

  test('stores change lines and sends emails', async () => {
    const who = await person()
    await address(who.uid)
    await vendors.pay((await (await checkout(name, who)).json()).url)
    const { subscription } = await planAfterWebhook(who)
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

const remove = ({ uid, token }: Person) => call(deleteAccount, '/users/delete-account', { token, body: { uid } })

describe.each(names)('an account deleted while %s answers', (name) => {
  /** Deletes the account after a provider's method has finished, but before it returns. */
  async function deletedDuring(method: keyof BillingProvider, who: Person, press: () => Promise<Response>) {
    const provider = await billingProvider(name)
    const [asked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const run = provider[method] as (...given: unknown[]) => Promise<unknown>
    const slow = vi.spyOn(provider, method as 'retrieveCheckout') as unknown as {
      mockImplementationOnce(run: unknown): void
    }
    slow.mockImplementationOnce(async (...given: unknown[]) => {
      const answer = await run(...given)
      asked.resolve()
      await gate.promise
      return answer
    })
    const pressed = press()
    await asked.promise
    expect((await remove(who)).status).toBe(200)
    gate.resolve()
    const answer = await pressed
    vi.restoreAllMocks()
    expect(await traces(who.uid)).toEqual({ consents: [], changes: [], letters: [], duplicates: [] })
    return { status: answer.status, message: (await answer.json()).error.message }
  }
  const gone = { status: 401, message: 'This account has been deleted.' }

  test('stores no later consent for an existing page', async () => {
    const who = await person()
    await checkout(name, who, {}, { [consentHeader]: '2026-11-21' })
    const press = () => checkout(name, who, {}, { [consentHeader]: consentWording })
    expect(await deletedDuring('retrieveCheckout', who, press)).toEqual(gone)
  })

  test('stores no consent and resumes nothing', async () => {
    const who = await subscribed(name)
    await cancelPlan(who, who.subscriptionId, name)
    await checkout(name, who)
    const [row] = await allRows(who)
    const press = () => resumePlan(who, who.subscriptionId, name)
    expect(await deletedDuring('closeCheckout', who, press)).toEqual(gone)
    const left = (await (await billingProvider(name)).subscriptions(row?.customerId ?? '')).own
    expect(left).toMatchObject([{ status: 'canceled' }])
  })
})

test.each(names)('stops all collection at %s with the account', async (name) => {
  const who = await subscribed(name)
  await vendors.control(name, 'past-due', who.subscriptionId)
  await expect.poll(async () => (await planOf(who)).subscription?.status).toBe('past_due')
  const [row] = await allRows(who)
  const provider = await billingProvider(name)
  const statuses = async () => (await provider.invoices(row?.customerId ?? '')).map(({ status }) => status)
  expect(await statuses()).toContain({ stripe: 'open', chargebee: 'payment_due' }[name])
  expect((await remove(who)).status).toBe(200)
  for (const status of await statuses()) expect(['paid', 'void', 'written_off']).toContain(status)
})

describe('a second, paid plan', () => {
  test.each([
    ['chargebee', 'stripe'],
    ['chargebee', 'chargebee'],
  ] as const)('is ended and refunded once: %s and %s', async (first, second) => {
    const who = await subscribed(first)
    await address(who.uid)
    // Without a trial, the second plan is charged at once.
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
        subject: 'We ended a second Unhurried plan',
        text: expect.stringContaining('$180.00'),
      }),
    ])
    expect((await planOf(who)).subscription?.id).toBe(kept)
  })

  test('stays recorded while the refund fails, without blocking', async () => {
    const who = await subscribed('chargebee')
    await cancelPlan(who, who.subscriptionId, 'chargebee')
    const one = await (await checkout('chargebee', who)).json()
    const two = await (await checkout('stripe', who)).json()
    await vendors.pay(one.url)
    await expect.poll(async () => (await planOf(who)).isUnSubscribed).toBe(false)
    const { billingProvider } = await import('@/lib/server/billing/providers/registry')
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
