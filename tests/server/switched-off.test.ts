/** A provider that was removed from the settings does not affect the other one. */
import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { env } from '@/lib/env'
import type { ReconcileLine } from '@/lib/contract/operations'
import { hasCertainlyEnded } from '@/lib/server/billing/plan'
import { refreshCustomer } from '@/lib/server/billing/provider-state'
import { prepareReconciliation } from '@/lib/server/billing/reconcile'
import { syncCustomer } from '@/lib/server/billing/sync'
import { database } from '@/lib/server/db/client'
import { customers, subscriptions } from '@/lib/server/db/schema'
import {
  allRows,
  buyersOf,
  cancelPlan,
  checkout,
  planOf,
  portalOf,
  resumePlan,
  syncPlan,
  planAfterWebhook,
  type Name,
  type Person,
  customerOf,
  deleteAccount,
  errorOf,
} from '@/tests/setup/buyers'
import { subscriptionRow } from '@/tests/setup/rows'
import { stageWithVendors } from '@/tests/setup/vendors'

const { world, vendors } = await stageWithVendors()
const settings = env().chargebee
afterEach(() => {
  env().chargebee = settings
})

const { person, subscribed } = buyersOf({ world, vendors })

const switchOff = () => {
  env().chargebee = null
}

/** A user with a stored, ended Chargebee plan. */
async function former() {
  const who = await subscribed('chargebee')
  await cancelPlan(who, who.subscriptionId, 'chargebee')
  await vendors.control('chargebee', 'end-period', who.subscriptionId)
  await expect.poll(async () => (await planOf(who)).subscription?.status).toBe('canceled')
  return who
}

async function buys(name: Name, who: Person) {
  const response = await checkout(name, who)
  expect(response.status).toBe(200)
  await vendors.pay((await response.json()).url)
  await expect.poll(async () => (await planOf(who)).isUnSubscribed).toBe(false)
  return (await planOf(who)).subscription?.id ?? ''
}

test('can do everything at the other after its plan ended', async () => {
  const who = await former()
  switchOff()
  const id = await buys('stripe', who)
  expect((await planOf(who)).subscription).toMatchObject({ store: 'stripe', status: 'active', trialEnd: null })
  expect((await syncPlan(who)).status).toBe(200)
  expect((await cancelPlan(who, id, 'stripe')).status).toBe(200)
  expect((await resumePlan(who, id, 'stripe')).status).toBe(200)
  expect((await portalOf(who)).status).toBe(200)
  expect((await deleteAccount(who)).status).toBe(200)
  expect(await allRows(who)).toEqual([])
})

test('cannot buy a second plan next to its renewing one', async () => {
  const who = await subscribed('chargebee')
  switchOff()
  expect(await errorOf(await checkout('stripe', who))).toMatchObject({ status: 409, code: 'already-subscribed' })
})

test('cannot buy or delete with a plan that may charge', async () => {
  const who = await subscribed('chargebee')
  await cancelPlan(who, who.subscriptionId, 'chargebee')
  switchOff()
  for (const answer of [await checkout('stripe', who), await syncPlan(who)]) {
    expect(await errorOf(answer)).toMatchObject({
      status: 503,
      code: 'not-configured',
      message: expect.stringMatching(/no longer uses, and it may still charge you/),
    })
  }
  expect(await errorOf(await deleteAccount(who))).toMatchObject({
    status: 502,
    code: 'provider-unavailable',
    message: expect.stringMatching(/no longer uses.*may still charge you.*are still here/),
  })
  expect(await allRows(who)).toHaveLength(1)
  env().chargebee = settings
  expect((await deleteAccount(who)).status).toBe(200)
})

test('can delete the account once its plan has expired', async () => {
  const who = await subscribed('chargebee')
  await cancelPlan(who, who.subscriptionId, 'chargebee')
  switchOff()
  const db = await database()
  const isOwn = eq(subscriptions.uid, who.uid)
  await db
    .update(subscriptions)
    .set({ currentPeriodEnd: new Date('2026-01-01') })
    .where(isOwn)
  expect((await deleteAccount(who)).status).toBe(200)
  expect(await allRows(who)).toEqual([])
})

test('cannot cancel or resume its plan', async () => {
  const who = await subscribed('chargebee')
  // A user known to the other provider, too.
  const looked = await subscribed('chargebee')
  const db = await database()
  await db.insert(customers).values({ uid: looked.uid, provider: 'stripe', customerId: `cus_${looked.uid}` })
  const refusal = { status: 503, code: 'not-configured', message: expect.stringMatching(/Please write to us\.$/) }
  switchOff()
  expect(await errorOf(await cancelPlan(who, who.subscriptionId, 'chargebee'))).toMatchObject(refusal)
  for (const one of [who, looked]) expect(await errorOf(await portalOf(one))).toMatchObject(refusal)
  env().chargebee = settings
  await cancelPlan(who, who.subscriptionId, 'chargebee')
  switchOff()
  expect(await errorOf(await resumePlan(who, who.subscriptionId, 'chargebee'))).toMatchObject(refusal)
  expect(await errorOf(await cancelPlan(who, who.subscriptionId, 'chargebee'))).toMatchObject(refusal)
})

test('keeps both of two plans', async () => {
  const who = await person()
  const left = await (await checkout('chargebee', who)).json()
  const page = await (await checkout('stripe', who)).json()
  vendors.refuseWebhooks(true)
  await vendors.pay(left.url)
  await vendors.pay(page.url)
  vendors.refuseWebhooks(false)
  await refreshCustomer(who.uid, 'chargebee', await customerOf(who, 'chargebee'))
  switchOff()
  // Stripe's message is stored, so it is not repeated.
  await syncCustomer('stripe', await customerOf(who, 'stripe'))
  expect((await allRows(who)).map(({ status }) => status)).toEqual(['trialing', 'trialing'])
  env().chargebee = settings
  await syncPlan(who)
  expect((await allRows(who)).filter(({ status }) => status === 'trialing')).toHaveLength(1)
  expect((await planAfterWebhook(who)).subscription?.store).toBe('chargebee')
})

test('reconciles the other, and reports plans that may charge', async () => {
  const [ended, running] = [await former(), await subscribed('chargebee')]
  const id = await buys('stripe', ended)
  switchOff()
  const lines: ReconcileLine[] = []
  const run = await prepareReconciliation('all')
  await vendors.forgetRequests()
  expect(await run((line) => lines.push(line))).toBe(true)
  expect(lines.at(-1)).toMatchObject({ failed: 0 })
  expect(lines).toContainEqual({ store: 'chargebee', customer: null, error: expect.stringMatching(/may still charge/) })
  expect(await vendors.requests('chargebee')).toEqual([])
  expect((await planOf(ended)).subscription?.id).toBe(id)
  expect((await planOf(running)).subscription).toMatchObject({ store: 'chargebee', status: 'trialing' })
})

test('ignores its expired plan', async () => {
  const ending = { store: 'chargebee', isUnSubscribed: true } as const
  const over = subscriptionRow({ ...ending, currentPeriodEnd: new Date('2026-11-20') })
  const unpaid = subscriptionRow({
    ...ending,
    status: 'incomplete',
    access: false,
    startedAt: new Date('2026-11-20'),
  })
  const at = (day: string) => Date.parse(day)
  expect([hasCertainlyEnded(over, at('2026-11-20T12:00Z')), hasCertainlyEnded(over, at('2026-11-21T12:00Z'))]).toEqual([
    false,
    true,
  ])
  expect([
    hasCertainlyEnded(unpaid, at('2026-11-20T12:00Z')),
    hasCertainlyEnded(unpaid, at('2026-11-21T12:00Z')),
  ]).toEqual([false, true])
  expect(hasCertainlyEnded({ ...over, isUnSubscribed: false }, at('2027-11-20'))).toBe(false)
  expect(hasCertainlyEnded({ ...over, currentPeriodEnd: null }, at('2027-11-20'))).toBe(false)
})
