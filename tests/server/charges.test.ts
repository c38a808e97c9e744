/** Announced charges must match the provider's actual charges, or be left out. */
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { CurrentPlan } from '@/lib/contract/plan'
import { database } from '@/lib/server/db/client'
import { consents, planEmails, planChanges } from '@/lib/server/db/schema'
import { standIn } from '@/local/vendors/settings'
import { currentPlan } from '@/lib/server/billing/plan'
import {
  buyersOf,
  cancelPlan,
  code,
  invoicesOf,
  names,
  resumePlan,
  syncPlan,
  type Name,
  type Person,
} from '@/tests/setup/buyers'
import { storeUser } from '@/tests/setup/rows'
import { stageWithVendors } from '@/tests/setup/vendors'
import { basicAuth } from '@/tests/setup/webhooks'

const { world, vendors } = await stageWithVendors()

const { subscribed } = buyersOf({ world, vendors })

/** The API's plan, read without the rate limit because it is polled. */
const planOf = ({ uid }: Person) => currentPlan(uid)

type Fields = Record<string, string | number>

async function post(address: string, authorization: string, fields: Fields) {
  const body = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]))
  const response = await fetch(vendors.base + address, { method: 'POST', headers: { authorization }, body })
  const answer = await response.json()
  if (!response.ok) throw new Error(`${address}: ${JSON.stringify(answer)}`)
  return answer
}

const stripe = (path: string, fields: Fields = {}) => post(`/v1/${path}`, `Bearer ${standIn.stripe.secretKey}`, fields)
const chargebee = (path: string, fields: Fields = {}) =>
  post(`/api/v2/${path}`, basicAuth(standIn.chargebee.apiKey, ''), fields)

type Plan = { id: string; customer: string; periodEnd: number }

/** A user whose plan has no trial, or a finished one. */
async function payer(name: Name) {
  const buyer = await subscribed(name)
  await storeUser(buyer.uid)
  const id = buyer.subscriptionId
  await vendors.control(name, 'end-period', id)
  await expect.poll(async () => (await planOf(buyer)).subscription?.status).toBe('active')
  const state = vendors.state()
  const found = state[name].subscriptions[id]
  if (!found) throw new Error('no subscription')
  const plan: Plan = { id, customer: found.customer, periodEnd: found.term.periodEnd }
  return { ...buyer, plan }
}

/** The last renewal's charge, or null. */
function lastCharge(name: Name, id: string): number | null {
  const invoices: { subscription: string; status: string; amount: number }[] = Object.values(
    vendors.state()[name].invoices,
  )
  const last = invoices.findLast((one) => one.subscription === id)
  return last?.status === 'paid' ? last.amount : null
}

const lettersOf = async (uid: string) => (await database()).select().from(planEmails).where(eq(planEmails.uid, uid))

const day = 86_400
const now = () => Math.floor(Date.now() / 1000)

const laterEnds = {
  stripe: ({ id }: Plan, at: number) => stripe(`subscriptions/${id}`, { cancel_at: at }),
  chargebee: ({ id }: Plan, at: number) =>
    chargebee(`subscriptions/${id}/cancel_for_items`, { cancel_option: 'specific_date', cancel_at: at }),
}

describe.each(names)('an end after the paid period at %s', (name) => {
  async function ending() {
    const buyer = await payer(name)
    const at = now() + 90 * day
    await laterEnds[name](buyer.plan, at)
    const endsAt = new Date(at * 1000).toISOString()
    await expect.poll(async () => (await planOf(buyer)).subscription?.endsAt).toBe(endsAt)
    return { ...buyer, endsAt }
  }

  test('is no cancellation, and is charged again', async () => {
    const buyer = await ending()
    const { isUnSubscribed, subscription } = await planOf(buyer)
    expect(isUnSubscribed).toBe(false)
    expect(Date.parse(subscription?.currentPeriodEnd ?? '')).toBe(buyer.plan.periodEnd * 1000)
    await expect.poll(async () => (await lettersOf(buyer.uid)).map(({ kind }) => kind)).toContain('ending')
    const all = (await lettersOf(buyer.uid)).map(({ text }) => text).join('\n')
    expect(all).not.toMatch(/nothing more/i)
    expect(all).toContain('Until then, it renews and you’re charged as before.')
    await vendors.control(name, 'end-period', buyer.plan.id)
    expect(lastCharge(name, buyer.plan.id)).toBe(1900)
    await syncPlan(buyer)
    expect(await planOf(buyer)).toMatchObject({ isUnSubscribed: false, subscription: { endsAt: buyer.endsAt } })
  })

  test('can be resumed, with a change line and an email', async () => {
    const buyer = await ending()
    const answer: CurrentPlan = await (await resumePlan(buyer, buyer.plan.id, name)).json()
    expect(answer.isUnSubscribed).toBe(false)
    expect(answer.subscription).not.toHaveProperty('endsAt')
    const db = await database()
    const [press] = await db.select().from(consents).where(eq(consents.uid, buyer.uid)).orderBy(consents.at)
    expect(press).toBeDefined()
    const lines = await db.select().from(planChanges).where(eq(planChanges.uid, buyer.uid)).orderBy(planChanges.stamp)
    expect(lines.map(({ kind }) => kind).slice(-2)).toEqual(['changed', 'resumed'])
    const again = await resumePlan(buyer, buyer.plan.id, name)
    expect(await code(again)).toBe('not-cancelled')
  })

  test('can be moved to the end of the paid period', async () => {
    const buyer = await ending()
    const answer: CurrentPlan = await (await cancelPlan(buyer, buyer.plan.id, name)).json()
    expect(answer).toMatchObject({ isUnSubscribed: true, subscription: { nextCharge: null } })
    expect(Date.parse(answer.subscription?.currentPeriodEnd ?? '')).toBe(buyer.plan.periodEnd * 1000)
  })
})

test('says which payment the bank wants confirmed', async () => {
  const buyer = await payer('stripe')
  await vendors.control('stripe', 'action-required', buyer.subscriptionId)
  await expect
    .poll(async () => (await planOf(buyer)).subscription)
    .toMatchObject({ status: 'past_due', paymentIssue: 'confirm' })
  const { invoices } = await (await invoicesOf(buyer)).json()
  expect(invoices[0]).toMatchObject({ status: 'open', due: 1900, url: expect.stringMatching(/^http/) })
  expect(invoices[0]).not.toHaveProperty('nextAttempt')
  await vendors.control('stripe', 'settle', buyer.subscriptionId)
  await expect.poll(async () => (await planOf(buyer)).subscription?.status).toBe('active')
  expect((await planOf(buyer)).subscription).not.toHaveProperty('paymentIssue')
})
