/** A user must not have two live plans or two trials. */
import { and, eq } from 'drizzle-orm'
import Stripe from 'stripe'
import { describe, expect, test, vi } from 'vitest'
import { POST as deleteAccount } from '@/app/api/users/delete-account/route'
import { standIn } from '@/local/vendors/settings'
import { findCustomerId } from '@/lib/server/billing/customers'
import { isSecondTrial, type SubscriptionRow } from '@/lib/server/billing/plan'
import { billingProvider } from '@/lib/server/billing/providers/registry'
import { database } from '@/lib/server/db/client'
import { duplicates, letters, planChanges, users } from '@/lib/server/db/schema'
import { shownTermsHeader } from '@/lib/site'
import {
  allRows,
  buyersOf,
  cancelPlan,
  checkout,
  planOf,
  providers,
  resumePlan,
  ring,
  planAfterWebhook,
  type Name,
} from '@/tests/setup/buyers'
import { call } from '@/tests/setup/stage'
import { stageWithVendors } from '@/tests/setup/vendors'

const { world, vendors } = await stageWithVendors()

const { person, subscribed } = buyersOf({ world, vendors })

const address = async (uid: string) =>
  (await database()).insert(users).values({ uid, email: `${uid}@people.example`, providerId: 'password' })

const noted = async (uid: string) => (await database()).select().from(duplicates).where(eq(duplicates.uid, uid))

/** Syncs until recorded duplicates are settled. */
const settled = (who: { uid: string; token: string }) =>
  expect
    .poll(async () => {
      await ring(who)
      return (await noted(who.uid)).map(({ refundedAt }) => refundedAt !== null)
    })
    .toEqual([true])

const lettersTo = async (uid: string) => {
  const all = await (await database()).select().from(letters).where(eq(letters.uid, uid)).orderBy(letters.createdAt)
  return all.map(({ kind, subject }) => [kind, subject])
}

test.each([
  ['chargebee', providers.chargebee.yearly],
  ['stripe', providers.stripe.monthly],
] as const)('gives no second trial on an open page after a cancelled one of %s', async (second, priceId) => {
  const who = await person()
  await address(who.uid)
  const left = await (await checkout('chargebee', who)).json()
  const page = await (await checkout(second, who, { priceId })).json()
  await vendors.pay(page.url)
  const first = (await planAfterWebhook(who)).subscription
  expect(first).toMatchObject({ store: second, status: 'trialing' })
  await cancelPlan(who, first?.id ?? '', second)
  await vendors.pay(left.url)
  await settled(who)
  const [row] = await noted(who.uid)
  expect(row).toMatchObject({ store: 'chargebee', refunded: 0, endedAt: expect.any(Date) })
  const rows = await allRows(who)
  expect(rows.filter(({ status }) => status === 'trialing').map(({ id }) => id)).toEqual([first?.id])
  expect(rows.find(({ id }) => id === row?.subscriptionId)).toMatchObject({ status: 'canceled', access: false })
  expect((await planOf(who)).subscription?.id).toBe(first?.id)
  const ended = { reason: 'second-trial', refund: null, settled: true }
  expect(await (await ring(who)).json()).toEqual({ ...(await planOf(who)), ended })
  expect(await planOf(who)).not.toHaveProperty('ended')
  await Promise.all([ring(who), ring(who)])
  expect(await lettersTo(who.uid)).toEqual([
    ['begun', expect.any(String)],
    ['cancelled', expect.any(String)],
    ['paid-back', 'We ended a second free trial'],
  ])
})

describe('second trials', () => {
  const row = (id: string, change: Partial<SubscriptionRow> = {}): SubscriptionRow => ({
    store: 'stripe',
    id,
    uid: 'ada',
    customerId: 'cus_ada',
    productIdentifier: null,
    priceId: null,
    amount: null,
    currency: null,
    interval: null,
    status: 'trialing',
    isUnSubscribed: false,
    access: true,
    currentPeriodEnd: null,
    trialEnd: new Date('2026-11-20'),
    openInvoice: false,
    endsAt: null,
    charges: null,
    nextChargeAt: null,
    nextChargeAmount: null,
    nextChargeCurrency: null,
    adjusted: false,
    startedAt: new Date('2026-11-13'),
    stamp: 1,
    written: 2,
    seenAt: new Date('2026-11-13'),
    updatedAt: new Date('2026-11-13'),
    ...change,
  })
  const earlier = { startedAt: new Date('2026-11-01') }
  const over = { status: 'canceled', isUnSubscribed: true, access: false } as const
  const paidAndLeft = { status: 'active', isUnSubscribed: true, trialEnd: new Date(0) } as const
  const inAWeek = () => new Date(Date.now() + 7 * 86_400_000)

  test.each<[string, Partial<SubscriptionRow>, boolean]>([
    ['a trial that is cancelled', { ...earlier, isUnSubscribed: true }, true],
    ['a trial that has ended', { ...earlier, ...over }, true],
    ['a plan of an app store', { ...earlier, store: 'app_store', status: 'active', trialEnd: null }, true],
    ['an unfinished purchase', { ...earlier, ...over, status: 'incomplete', trialEnd: null }, false],
    ['an unfinished purchase that has expired', { ...earlier, ...over, trialEnd: null }, false],
    ['nothing: the other came later', { startedAt: new Date('2026-11-14') }, false],
    ['nothing: the other was heard of later', { seenAt: new Date('2026-11-14') }, false],
  ])('after %s', (_, change, is) => {
    const [other, trial] = [row('other', change), row('trial')]
    expect(isSecondTrial(trial, [other, trial])).toBe(is)
    expect(isSecondTrial({ ...trial, status: 'active' }, [other, trial])).toBe(false)
  })

  test('is none without another plan', () => {
    expect(isSecondTrial(row('trial'), [row('trial')])).toBe(false)
  })

  test.each<[string, Partial<SubscriptionRow>, boolean]>([
    ['that is cancelled', { isUnSubscribed: true }, true],
    ['that is cancelled, as Chargebee may call it', { isUnSubscribed: true, status: 'active' }, true],
    ['that was cancelled and is over', { ...over, trialEnd: new Date('2026-11-19') }, false],
    ['that became a paid plan, which was cancelled', { ...paidAndLeft }, false],
    ['that became a paid plan', { status: 'active', trialEnd: new Date(0) }, false],
  ])('one %s', (_, change, is) => {
    const [other, trial] = [row('other', earlier), row('trial', { trialEnd: inAWeek(), ...change })]
    expect(isSecondTrial(trial, [other, trial])).toBe(is)
  })
})

describe('a paid plan that was given free days', () => {
  /** A user with an ended first plan and a second one with two payments. */
  async function longPaid() {
    const who = await subscribed('chargebee')
    await cancelPlan(who, who.subscriptionId, 'chargebee')
    await vendors.control('chargebee', 'end-period', who.subscriptionId)
    await expect.poll(async () => (await planOf(who)).subscription?.status).toBe('canceled')
    await vendors.pay((await (await checkout('stripe', who)).json()).url)
    await expect.poll(async () => (await planOf(who)).subscription?.status).toBe('active')
    const id = (await planOf(who)).subscription?.id ?? ''
    await vendors.control('stripe', 'end-period', id)
    await ring(who)
    return { ...who, id }
  }

  function byHand() {
    const { hostname, port } = new URL(vendors.base)
    return new Stripe(standIn.stripe.secretKey, { host: hostname, port, protocol: 'http', telemetry: false })
  }

  async function giveFreeDays(id: string, days: number) {
    await byHand().subscriptions.update(id, { trial_end: Math.floor(Date.now() / 1000) + days * 86_400 })
  }

  async function expectUntouched(who: { uid: string; token: string }, id: string) {
    for (const _ of [1, 2]) expect((await ring(who)).status).toBe(200)
    expect(await planOf(who)).toMatchObject({ isUnSubscribed: false, subscription: { id, status: 'trialing' } })
    expect(await noted(who.uid)).toEqual([])
    const paths = (await vendors.requests('stripe')).map(({ method, path }) => `${method} ${path}`)
    expect(paths.filter((path) => path.startsWith('DELETE') || path.includes('refunds'))).toEqual([])
  }

  test('continues without a refund', async () => {
    const { id, ...who } = await longPaid()
    await vendors.forgetRequests()
    await giveFreeDays(id, 14)
    await expectUntouched(who, id)
  })

  test('asks the provider if no change line shows a payment', async () => {
    const { id, ...who } = await longPaid()
    const lines = and(eq(planChanges.subscriptionId, id), eq(planChanges.status, 'active'))
    await (await database()).delete(planChanges).where(lines)
    await vendors.forgetRequests()
    await giveFreeDays(id, 14)
    await expectUntouched(who, id)
  })

  test('continues if everything was refunded since', async () => {
    const { id, ...who } = await longPaid()
    const { data } = await byHand().invoicePayments.list({ status: 'paid', limit: 100 })
    const { data: invoices } = await byHand().invoices.list({ subscription: id })
    const own = data.filter(({ invoice }) => invoices.some((one) => one.id === invoice))
    expect(own).toHaveLength(2)
    for (const { payment } of own) {
      await byHand().refunds.create({ payment_intent: payment.payment_intent as string })
    }
    await (await database()).delete(planChanges).where(eq(planChanges.subscriptionId, id))
    await vendors.forgetRequests()
    await giveFreeDays(id, 14)
    await expectUntouched(who, id)
  })

  test('continues if a coupon paid for all of it', async () => {
    const { id, ...who } = await longPaid()
    vi.spyOn(await billingProvider('stripe'), 'hasPayments').mockResolvedValue(false)
    await vendors.forgetRequests()
    await giveFreeDays(id, 14)
    await expectUntouched(who, id)
  })
})

test('records no second trial while the account is deleted', async () => {
  const who = await person()
  const left = await (await checkout('chargebee', who)).json()
  await vendors.pay((await (await checkout('stripe', who)).json()).url)
  await cancelPlan(who, (await planAfterWebhook(who)).subscription?.id ?? '', 'stripe')
  const provider = await billingProvider('chargebee')
  const [asked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  vi.spyOn(provider, 'hasPayments').mockImplementationOnce(async () => {
    asked.resolve()
    await gate.promise
    return false
  })
  vendors.setDeaf(true)
  await vendors.pay(left.url)
  const late = ring(who)
  await asked.promise
  const gone = await call(deleteAccount, '/users/delete-account', { token: who.token, body: { uid: who.uid } })
  expect(gone.status).toBe(200)
  gate.resolve()
  await late
  vendors.setDeaf(false)
  expect(await noted(who.uid)).toEqual([])
})

test('keeps a paid plan before an older past-due one, without refund', async () => {
  const who = await subscribed('chargebee')
  await address(who.uid)
  await cancelPlan(who, who.subscriptionId, 'chargebee')
  const one = await (await checkout('chargebee', who)).json()
  const two = await (await checkout('stripe', who)).json()
  await vendors.pay(one.url)
  await expect.poll(async () => (await planOf(who)).isUnSubscribed).toBe(false)
  const older = (await planOf(who)).subscription?.id ?? ''
  await vendors.control('chargebee', 'past-due', older)
  await expect.poll(async () => (await planOf(who)).subscription?.status).toBe('past_due')
  const refundAll = vi.spyOn(await billingProvider('chargebee'), 'refundAll')
  // Providers report whole seconds.
  vendors.setNow(() => Date.now() + 5000)
  await vendors.pay(two.url)
  vendors.setNow(() => Date.now())
  await settled(who)
  expect(await noted(who.uid)).toEqual([
    expect.objectContaining({
      store: 'chargebee',
      subscriptionId: older,
      refunded: 0,
      currency: null,
      reason: 'gave-way',
    }),
  ])
  expect((await lettersTo(who.uid)).at(-1)).toEqual(['paid-back', 'We ended another of your Unhurried plans'])
  // A message about a deleted user may still arrive.
  expect(refundAll.mock.calls.filter(([id]) => id === older)).toEqual([])
  refundAll.mockRestore()
  expect(await planOf(who)).toMatchObject({
    isUnSubscribed: false,
    subscription: { store: 'stripe', status: 'active' },
  })
  expect((await allRows(who)).find(({ id }) => id === older)).toMatchObject({ status: 'canceled' })
})

test('ends and refunds a younger plan that is past due', async () => {
  const who = await subscribed('chargebee')
  await cancelPlan(who, who.subscriptionId, 'chargebee')
  const one = await (await checkout('chargebee', who)).json()
  const two = await (await checkout('stripe', who)).json()
  vendors.setDeaf(true)
  await vendors.pay(one.url)
  await vendors.pay(two.url)
  const known = async () => (await (await billingProvider('stripe')).subscriptions(await customerOf(who.uid)))[0]
  const younger = (await known())?.id ?? ''
  await vendors.control('stripe', 'past-due', younger)
  vendors.setDeaf(false)
  await settled(who)
  expect(await noted(who.uid)).toEqual([
    expect.objectContaining({ store: 'stripe', subscriptionId: younger, refunded: 1900, reason: 'second-plan' }),
  ])
})

/** What can still be charged for a plan, by its invoices. */
async function openFor(name: Name, id: string): Promise<string[]> {
  const invoices = Object.values(vendors.state()[name].invoices).filter(({ subscription }) => subscription === id)
  return invoices.map(({ status }) => status).filter((status) => status !== 'paid' && status !== 'void')
}

describe('reports a plan that was just ended, after a payment', () => {
  async function ended(change: Partial<typeof duplicates.$inferInsert> = {}) {
    const who = await person()
    const row = { store: 'stripe' as const, subscriptionId: `sub_${who.uid}`, uid: who.uid, customerId: 'cus' }
    const settledAt = { endedAt: new Date(), refundedAt: new Date(), refunded: 1900, currency: 'USD' }
    const all = { ...row, ...settledAt, reason: 'second-plan' as const, ...change }
    await (await database()).insert(duplicates).values(all)
    return who
  }
  const endedPlan = async (who: { uid: string; token: string }) => (await (await ring(who)).json()).ended

  test.each<[string, Partial<typeof duplicates.$inferInsert>, unknown]>([
    ['with the refund', {}, { reason: 'second-plan', refund: { amount: 1900, currency: 'USD' }, settled: true }],
    ['without a refund', { refunded: 0, currency: null }, { reason: 'second-plan', refund: null, settled: true }],
    ['is silent before it has ended', { endedAt: null }, undefined],
    ['is silent about an old one', { foundAt: new Date(Date.now() - 3_700_000) }, undefined],
    ['is silent without a reason', { reason: null }, undefined],
  ])('%s', async (_, change, expected) => {
    expect(await endedPlan(await ended(change))).toEqual(expected)
  })

  test('is silent after another page was opened', async () => {
    const who = await ended({ foundAt: new Date(Date.now() - 1000) })
    expect((await checkout('stripe', who)).status).toBe(200)
    expect(await endedPlan(who)).toBeUndefined()
  })
})

describe('a plan that has stopped', () => {
  test.each([
    ['unpaid', 'stripe', 'stripe', 'unpaid'],
    ['unpaid', 'stripe', 'chargebee', 'unpaid'],
    ['paused', 'stripe', 'stripe', 'pause'],
    ['paused', 'chargebee', 'stripe', 'pause'],
    ['paused', 'chargebee', 'chargebee', 'pause'],
  ] as const)('(%s at %s) is ended for one that is bought at %s', async (status, first, second, turn) => {
    const who = await subscribed(first)
    await address(who.uid)
    const old = who.subscriptionId
    // With one payment that is not refunded.
    await vendors.control(first, 'end-period', old)
    await vendors.control(first, turn, old)
    await expect.poll(async () => (await planOf(who)).subscription?.status).toBe(status)
    const refundAll = vi.spyOn(await billingProvider(first), 'refundAll')
    const page = await checkout(
      second,
      who,
      { priceId: providers[second].yearly },
      { [shownTermsHeader]: '18000 USD 0' },
    )
    expect(page.status).toBe(200)
    await ring(who)
    expect(await noted(who.uid)).toEqual([])
    await vendors.pay((await page.json()).url)
    await settled(who)
    expect(await noted(who.uid)).toEqual([
      expect.objectContaining({ store: first, subscriptionId: old, refunded: 0, currency: null, reason: 'gave-way' }),
    ])
    expect(await openFor(first, old)).toEqual([])
    expect(refundAll.mock.calls.filter(([id]) => id === old)).toEqual([])
    expect((await allRows(who)).find(({ id }) => id === old)).toMatchObject({ status: 'canceled', access: false })
    expect(await planOf(who)).toMatchObject({
      isUnSubscribed: false,
      subscription: { store: second, status: 'active', price: { amount: 18000 } },
    })
    await Promise.all([ring(who), ring(who)])
    expect(await lettersTo(who.uid)).toEqual([
      ['begun', expect.any(String)],
      ['paid-back', 'We ended another of your Unhurried plans'],
    ])
  })

  test('stays while there is no other', async () => {
    const who = await subscribed('stripe')
    await vendors.control('stripe', 'unpaid', who.subscriptionId)
    await ring(who)
    expect(await noted(who.uid)).toEqual([])
    expect((await planOf(who)).subscription?.status).toBe('unpaid')
    expect(await openFor('stripe', who.subscriptionId)).toEqual(['open'])
  })

  test('is ended once, and retried until its invoices are closed', async () => {
    const who = await subscribed('stripe')
    await address(who.uid)
    await vendors.control('stripe', 'unpaid', who.subscriptionId)
    const page = await (await checkout('chargebee', who)).json()
    const provider = await billingProvider('stripe')
    vi.spyOn(provider, 'closeInvoices').mockRejectedValueOnce(new Error('not now'))
    await vendors.pay(page.url)
    await expect.poll(async () => (await noted(who.uid))[0]?.endedAt ?? null).not.toBeNull()
    await settled(who)
    expect(await openFor('stripe', who.subscriptionId)).toEqual([])
    expect((await lettersTo(who.uid)).filter(([kind]) => kind === 'paid-back')).toHaveLength(1)
  })

  test('is still the plan after a newer one ended, and is not resumed', async () => {
    const who = await person()
    const left = await (await checkout('chargebee', who)).json()
    await vendors.pay((await (await checkout('stripe', who)).json()).url)
    const id = (await planAfterWebhook(who)).subscription?.id ?? ''
    await vendors.control('stripe', 'pause', id)
    await expect.poll(async () => (await planOf(who)).subscription?.status).toBe('paused')
    vendors.setNow(() => Date.now() + 5000)
    await vendors.pay(left.url)
    vendors.setNow(() => Date.now())
    // A second trial is ended, and no plan yields to it.
    await settled(who)
    expect((await allRows(who)).map(({ status }) => status)).toEqual(['paused', 'canceled'])
    expect((await planOf(who)).subscription).toMatchObject({ id, status: 'paused' })
    const refusal = (await (await resumePlan(who, id, 'stripe')).json()).error
    expect(refusal).toMatchObject({ code: 'not-cancelled', message: expect.stringMatching(/isn’t running/) })
    await cancelPlan(who, id, 'stripe')
    expect((await allRows(who)).map(({ status }) => status)).toEqual(['canceled', 'canceled'])
  })

  test('does not block account deletion', async () => {
    const who = await subscribed('stripe')
    const [row] = await allRows(who)
    const owesNothing = { store: 'stripe' as const, subscriptionId: who.subscriptionId, uid: who.uid, refunded: 0 }
    const db = await database()
    await db.insert(duplicates).values({ ...owesNothing, customerId: row?.customerId ?? '', endedAt: new Date() })
    const provider = await billingProvider('stripe')
    const { closeInvoices } = provider
    const spy = vi.spyOn(provider, 'closeInvoices')
    spy.mockImplementation((of) => ('subscription' in of ? Promise.reject(new Error('not now')) : closeInvoices(of)))
    const gone = await call(deleteAccount, '/users/delete-account', { token: who.token, body: { uid: who.uid } })
    expect(gone.status).toBe(200)
  })
})

describe('a plan that begins later', () => {
  test('is ended and refunded for a plan that was bought later', async () => {
    const who = await subscribed('chargebee')
    await address(who.uid)
    await vendors.control('chargebee', 'end-period', who.subscriptionId)
    await vendors.control('chargebee', 'future', who.subscriptionId)
    await expect.poll(async () => (await planOf(who)).subscription?.status).toBe('future')
    vendors.setNow(() => Date.now() + 5000)
    await vendors.pay((await (await checkout('stripe', who)).json()).url)
    vendors.setNow(() => Date.now())
    await settled(who)
    expect(await noted(who.uid)).toEqual([
      expect.objectContaining({ subscriptionId: who.subscriptionId, refunded: 1900, reason: 'gave-way' }),
    ])
    expect((await planOf(who)).subscription).toMatchObject({ store: 'stripe', status: 'active' })
  })

  test('stays if it was arranged to follow the running one', async () => {
    const who = await person()
    const left = await (await checkout('chargebee', who)).json()
    await vendors.pay((await (await checkout('stripe', who)).json()).url)
    await planAfterWebhook(who)
    vendors.setDeaf(true)
    vendors.setNow(() => Date.now() + 5000)
    await vendors.pay(left.url)
    vendors.setNow(() => Date.now())
    const provider = await billingProvider('chargebee')
    const [arranged] = await provider.subscriptions((await findCustomerId(who.uid, 'chargebee')) ?? '')
    await vendors.control('chargebee', 'future', arranged?.id ?? '')
    vendors.setDeaf(false)
    await ring(who)
    expect((await allRows(who)).map(({ status }) => status)).toEqual(['trialing', 'future'])
    expect(await noted(who.uid)).toEqual([])
  })
})

const customerOf = async (uid: string) => (await findCustomerId(uid, 'stripe')) ?? ''
