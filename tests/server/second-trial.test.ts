import { and, eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { isSecondTrial, type SubscriptionRow } from '@/lib/server/billing/plan'
import { billingProvider } from '@/lib/server/billing/providers/registry'
import { database } from '@/lib/server/db/client'
import { planChanges } from '@/lib/server/db/schema'
import {
  allRows,
  cancelPlan,
  checkout,
  planOf,
  providers,
  syncPlan,
  planAfterWebhook,
  deleteAccount,
} from '@/tests/setup/buyers'
import { storeUser, subscriptionRow } from '@/tests/setup/rows'
import { vendors, person, subscribed, duplicatesOf, waitForSettlement, emailsTo } from './second-plans'

test.each([
  ['chargebee', providers.chargebee.yearly],
  ['stripe', providers.stripe.monthly],
] as const)('gives no second trial after a cancelled one of %s', async (second, priceId) => {
  const who = await person()
  await storeUser(who.uid)
  const left = await (await checkout('chargebee', who)).json()
  const page = await (await checkout(second, who, { priceId })).json()
  await vendors.pay(page.url)
  const first = (await planAfterWebhook(who)).subscription
  expect(first).toMatchObject({ store: second, status: 'trialing' })
  await cancelPlan(who, first?.id ?? '', second)
  await vendors.pay(left.url)
  await waitForSettlement(who)
  const [row] = await duplicatesOf(who.uid)
  expect(row).toMatchObject({ store: 'chargebee', refunded: 0, endedAt: expect.any(Date) })
  const rows = await allRows(who)
  expect(rows.filter(({ status }) => status === 'trialing').map(({ id }) => id)).toEqual([first?.id])
  expect(rows.find(({ id }) => id === row?.subscriptionId)).toMatchObject({ status: 'canceled', access: false })
  expect((await planOf(who)).subscription?.id).toBe(first?.id)
  const ended = { reason: 'second-trial', refund: null, settled: true }
  expect(await (await syncPlan(who)).json()).toEqual({ ...(await planOf(who)), ended })
  expect(await planOf(who)).not.toHaveProperty('ended')
  await Promise.all([syncPlan(who), syncPlan(who)])
  expect(await emailsTo(who.uid)).toEqual([
    ['begun', expect.any(String)],
    ['cancelled', expect.any(String)],
    ['paid-back', 'We ended a second free trial'],
  ])
})

describe('second trials', () => {
  const row = (id: string, change: Partial<SubscriptionRow> = {}) =>
    subscriptionRow({
      id,
      status: 'trialing',
      trialEnd: new Date('2026-11-20'),
      startedAt: new Date('2026-11-13'),
      seenAt: new Date('2026-11-13'),
      ...change,
    })
  const earlier = { startedAt: new Date('2026-11-01') }
  const over = { status: 'canceled', isUnSubscribed: true, access: false } as const
  const inAWeek = () => new Date(Date.now() + 7 * 86_400_000)

  test.each<[string, Partial<SubscriptionRow>, boolean]>([
    ['a cancelled trial', { ...earlier, isUnSubscribed: true }, true],
    ['an ended trial', { ...earlier, ...over }, true],
    ['a plan of an app store', { ...earlier, store: 'app_store', status: 'active', trialEnd: null }, true],
    ['an unfinished purchase', { ...earlier, ...over, status: 'incomplete', trialEnd: null }, false],
    ['an unfinished purchase that has expired', { ...earlier, ...over, trialEnd: null }, false],
    ['an older trial: not a second one', { startedAt: new Date('2026-11-14') }, false],
    ['a trial first seen earlier: not a second one', { seenAt: new Date('2026-11-14') }, false],
  ])('are recognised after %s', (_, change, is) => {
    const [other, trial] = [row('other', change), row('trial')]
    expect(isSecondTrial(trial, [other, trial])).toBe(is)
    expect(isSecondTrial({ ...trial, status: 'active' }, [other, trial])).toBe(false)
  })

  test('finds no second trial without another plan', () => {
    expect(isSecondTrial(row('trial'), [row('trial')])).toBe(false)
  })

  test.each<[string, Partial<SubscriptionRow>, boolean]>([
    ['that is cancelled', { isUnSubscribed: true }, true],
    ['that is cancelled, in Chargebee’s terms', { isUnSubscribed: true, status: 'active' }, true],
    ['that was cancelled and is over', { ...over, trialEnd: new Date('2026-11-19') }, false],
    ['that became a paid plan', { status: 'active', trialEnd: new Date(0) }, false],
  ])('recognises a trial %s', (_, change, is) => {
    const [other, trial] = [row('other', earlier), row('trial', { trialEnd: inAWeek(), ...change })]
    expect(isSecondTrial(trial, [other, trial])).toBe(is)
  })
})

describe('a paid plan that was given free days', () => {
  /** A user with an ended first plan and a second one with two payments. */
  async function paidSubscriber() {
    const who = await subscribed('chargebee')
    await cancelPlan(who, who.subscriptionId, 'chargebee')
    await vendors.control('chargebee', 'end-period', who.subscriptionId)
    await expect.poll(async () => (await planOf(who)).subscription?.status).toBe('canceled')
    await vendors.pay((await (await checkout('stripe', who)).json()).url)
    await expect.poll(async () => (await planOf(who)).subscription?.status).toBe('active')
    const id = (await planOf(who)).subscription?.id ?? ''
    await vendors.control('stripe', 'end-period', id)
    await syncPlan(who)
    return { ...who, id }
  }

  async function giveFreeDays(id: string, days: number) {
    await vendors.stripe.subscriptions.update(id, { trial_end: Math.floor(Date.now() / 1000) + days * 86_400 })
  }

  async function expectUntouched(who: { uid: string; token: string }, id: string) {
    for (const _ of [1, 2]) expect((await syncPlan(who)).status).toBe(200)
    expect(await planOf(who)).toMatchObject({ isUnSubscribed: false, subscription: { id, status: 'trialing' } })
    expect(await duplicatesOf(who.uid)).toEqual([])
    const paths = (await vendors.requests('stripe')).map(({ method, path }) => `${method} ${path}`)
    expect(paths.filter((path) => path.startsWith('DELETE') || path.includes('refunds'))).toEqual([])
  }

  test('continues without a refund', async () => {
    const { id, ...who } = await paidSubscriber()
    await vendors.forgetRequests()
    await giveFreeDays(id, 14)
    await expectUntouched(who, id)
  })

  test('asks the provider if no change record shows a payment', async () => {
    const { id, ...who } = await paidSubscriber()
    const lines = and(eq(planChanges.subscriptionId, id), eq(planChanges.status, 'active'))
    await (await database()).delete(planChanges).where(lines)
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
  const [called, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  vi.spyOn(provider, 'invoices').mockImplementationOnce(async () => {
    called.resolve()
    await gate.promise
    return []
  })
  vendors.refuseWebhooks(true)
  await vendors.pay(left.url)
  const late = syncPlan(who)
  await called.promise
  const gone = await deleteAccount(who)
  expect(gone.status).toBe(200)
  gate.resolve()
  await late
  vendors.refuseWebhooks(false)
  expect(await duplicatesOf(who.uid)).toEqual([])
})
