import { desc, eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { consentWording } from '@/lib/contract/plan-words'
import { billingProvider } from '@/lib/server/billing/providers/registry'
import type { BillingProvider } from '@/lib/server/billing/providers/provider'
import { database } from '@/lib/server/db/client'
import { consents, duplicates, planEmails, planChanges, subscriptions } from '@/lib/server/db/schema'
import { checkoutUiHeader, consentHeader, shownTermsHeader } from '@/lib/site'
import {
  allRows,
  buyersOf,
  cancelPlan,
  checkout,
  errorOf,
  names,
  planOf,
  providers,
  resumePlan,
  syncPlan,
  type Person,
  deleteAccount,
} from '@/tests/setup/buyers'
import { holdProviderCall } from '@/tests/setup/providers'
import { storeUser } from '@/tests/setup/rows'
import { stageWithVendors } from '@/tests/setup/vendors'

const { world, vendors } = await stageWithVendors()

const { person, subscribed } = buyersOf({ world, vendors })

async function recordsOf(uid: string) {
  const db = await database()
  return {
    consents: await db.select().from(consents).where(eq(consents.uid, uid)).orderBy(desc(consents.at)),
    changes: await db.select().from(planChanges).where(eq(planChanges.uid, uid)).orderBy(planChanges.stamp),
    emails: await db.select().from(planEmails).where(eq(planEmails.uid, uid)).orderBy(planEmails.createdAt),
    duplicates: await db.select().from(duplicates).where(eq(duplicates.uid, uid)),
  }
}

describe('responses to cancelling', () => {
  test('are right when an earlier read ends after the change', async () => {
    const buyer = await subscribed('stripe')
    await vendors.fault({ vendor: 'stripe', delayMs: 800, times: 1 })
    const cancelling = cancelPlan(buyer, buyer.subscriptionId, 'stripe')
    await new Promise((resolve) => setTimeout(resolve, 200))
    await syncPlan(buyer)
    expect(await (await cancelling).json()).toMatchObject({ isUnSubscribed: true })
  })

  test('are right when only the row is cancelled', async () => {
    const buyer = await subscribed('stripe')
    const db = await database()
    await db.update(subscriptions).set({ isUnSubscribed: true }).where(eq(subscriptions.uid, buyer.uid))
    await vendors.forgetRequests()
    await cancelPlan(buyer, buyer.subscriptionId, 'stripe')
    const requests = await vendors.requests('stripe')
    expect(requests.some(({ method, path }) => method === 'POST' && path.startsWith('/v1/subscriptions/'))).toBe(true)
  })
})

describe.each(names)('the consent to renewal at %s', (name) => {
  test('stores time, wording version and terms', async () => {
    const buyer = await person()
    const began = Date.now()
    await checkout(name, buyer, {}, { [consentHeader]: '2026-11-21' })
    const { consents } = await recordsOf(buyer.uid)
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

  test.each([
    [consentHeader, '1999-01-01'],
    [shownTermsHeader, '19 dollars'],
    [shownTermsHeader, '1900 USD 7, 1900 USD 7'],
    [checkoutUiHeader, 'popup'],
  ])('refuses the malformed header %s: %s', async (header, value) => {
    const buyer = await person()
    const refusal = await errorOf(await checkout(name, buyer, {}, { [header]: value }))
    expect(refusal).toMatchObject({ status: 400, code: 'invalid-request', fields: { [header]: expect.any(String) } })
    expect((await recordsOf(buyer.uid)).consents).toEqual([])
  })

  test.each([
    ['the price and the trial that are charged', '1900 USD 7', 200],
    ['another price', '1800 USD 7', 409],
    ['another currency', '1900 EUR 7', 409],
    ['a trial that this person has had', '1900 USD 7', 409, 'had one'],
    ['no trial, to a user who has had one', '1900 USD 0', 200, 'had one'],
  ])('compares the shown terms, %s: %s answers %i', async (_, shown, status, history?) => {
    const buyer = history ? await subscribed(name) : await person()
    if (history) {
      await (
        await billingProvider(name)
      ).changePlan((buyer as Awaited<ReturnType<typeof subscribed>>).subscriptionId, 'end')
      await syncPlan(buyer)
    }
    const before = (await recordsOf(buyer.uid)).consents.length
    await vendors.forgetRequests()
    const response = await checkout(name, buyer, {}, { [shownTermsHeader]: shown })
    expect(response.status).toBe(status)
    if (status === 409) expect((await response.json()).error.code).toBe('terms-changed')
    const made = (await vendors.requests(name)).filter(({ path }) =>
      /checkout\/sessions$|checkout_new_for_items$/.test(path),
    )
    expect(made).toHaveLength(status === 200 ? 1 : 0)
    expect((await recordsOf(buyer.uid)).consents).toHaveLength(before + made.length)
  })

  test('stores the consent to a resumption', async () => {
    const buyer = await subscribed(name)
    await cancelPlan(buyer, buyer.subscriptionId, name)
    const wrong = await resumePlan(buyer, buyer.subscriptionId, name, { [consentHeader]: 'yes' })
    expect(wrong.status).toBe(400)
    await resumePlan(buyer, buyer.subscriptionId, name, { [consentHeader]: consentWording })
    const { consents } = await recordsOf(buyer.uid)
    expect(consents.map(({ kind }) => kind)).toEqual(['resume', 'renewal'])
    expect(consents[0]).toMatchObject({ provider: name, amount: 1900, currency: 'USD', wordingVersion: consentWording })
  })
})

describe.each(names)('an account deleted while %s answers', (name) => {
  /** Deletes the account after a provider's method has finished, but before it returns. */
  async function deletedDuring(method: keyof BillingProvider, buyer: Person, press: () => Promise<Response>) {
    const provider = await billingProvider(name)
    const { answered, release } = holdProviderCall(provider, method)
    const pressed = press()
    await answered
    expect((await deleteAccount(buyer)).status).toBe(200)
    release()
    const answer = await pressed
    vi.restoreAllMocks()
    expect(await recordsOf(buyer.uid)).toEqual({ consents: [], changes: [], emails: [], duplicates: [] })
    return { status: answer.status, message: (await answer.json()).error.message }
  }
  const gone = { status: 401, message: 'This account has been deleted.' }

  test('stores no later consent for an existing page', async () => {
    const buyer = await person()
    await checkout(name, buyer, {}, { [consentHeader]: '2026-11-21' })
    const press = () => checkout(name, buyer, {}, { [consentHeader]: consentWording })
    expect(await deletedDuring('findCheckout', buyer, press)).toEqual(gone)
  })

  test('stores no consent and resumes nothing', async () => {
    const buyer = await subscribed(name)
    await cancelPlan(buyer, buyer.subscriptionId, name)
    await checkout(name, buyer)
    const [row] = await allRows(buyer)
    const press = () => resumePlan(buyer, buyer.subscriptionId, name)
    expect(await deletedDuring('findCheckout', buyer, press)).toEqual(gone)
    const left = (await (await billingProvider(name)).subscriptions(row?.customerId ?? '', buyer.uid)).own
    expect(left).toMatchObject([{ status: 'canceled' }])
  })
})

describe('a second, paid plan', () => {
  test.each([['chargebee', 'chargebee']] as const)('is ended and refunded once: %s and %s', async (first, second) => {
    const buyer = await subscribed(first)
    await storeUser(buyer.uid)
    // Without a trial, the second plan is charged at once.
    await cancelPlan(buyer, buyer.subscriptionId, first)
    const one = await (await checkout(first, buyer)).json()
    const two = await (await checkout(second, buyer, { priceId: providers[second].yearly })).json()
    await vendors.pay(one.url)
    await expect.poll(async () => (await planOf(buyer)).isUnSubscribed).toBe(false)
    const kept = (await planOf(buyer)).subscription?.id
    await vendors.pay(two.url)
    await expect
      .poll(async () => {
        await syncPlan(buyer)
        return (await recordsOf(buyer.uid)).duplicates.map(({ refundedAt }) => refundedAt !== null)
      })
      .toEqual([true])
    await Promise.all([syncPlan(buyer), syncPlan(buyer), syncPlan(buyer)])
    const { duplicates, emails } = await recordsOf(buyer.uid)
    expect(duplicates).toEqual([expect.objectContaining({ store: second, refunded: 18000, currency: 'USD' })])
    expect(emails.filter(({ kind }) => kind === 'paid-back')).toEqual([
      expect.objectContaining({
        subject: 'We ended a second Unhurried plan',
        text: expect.stringContaining('$180'),
      }),
    ])
    expect((await planOf(buyer)).subscription?.id).toBe(kept)
  })

  test('stays recorded while the refund fails, without blocking', async () => {
    const buyer = await subscribed('chargebee')
    await cancelPlan(buyer, buyer.subscriptionId, 'chargebee')
    const one = await (await checkout('chargebee', buyer)).json()
    const two = await (await checkout('stripe', buyer)).json()
    await vendors.pay(one.url)
    await expect.poll(async () => (await planOf(buyer)).isUnSubscribed).toBe(false)
    const stripe = await billingProvider('stripe')
    const { settle } = stripe
    stripe.settle = () => Promise.reject(new Error('no'))
    await vendors.pay(two.url)
    await expect.poll(async () => (await recordsOf(buyer.uid)).duplicates.length).toBe(1)
    expect((await syncPlan(buyer)).status).toBe(200)
    expect((await recordsOf(buyer.uid)).duplicates[0]).toMatchObject({ refundedAt: null, endedAt: expect.any(Date) })
    stripe.settle = settle
    await syncPlan(buyer)
    expect((await recordsOf(buyer.uid)).duplicates[0]).toMatchObject({ refunded: 1900, refundedAt: expect.any(Date) })
  })
})
