/** Changing between monthly and yearly, in place. */
import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import '@/lib/server/billing/email-queue'
import { POST as changePlan } from '@/app/api/users/change-plan/route'
import { POST as previewChange } from '@/app/api/users/preview-change/route'
import { addPeriod, money } from '@/lib/contract/format'
import type { PricePreview } from '@/lib/contract/plan'
import { consentWording, shownChangeText } from '@/lib/contract/plan-words'
import { database } from '@/lib/server/db/client'
import { consents, subscriptions } from '@/lib/server/db/schema'
import { consentHeader, shownTermsHeader } from '@/lib/site'
import { cancelPlan, invoicesOf, liveRows, names, planOf, providers, syncPlan, type Name } from '@/tests/setup/buyers'
import { anotherProvider } from '@/tests/setup/providers'
import { call, refusalOf } from '@/tests/setup/stage'
import { buyer, vendors } from './mailed-buyers'

afterEach(() => vendors.refuse(null))

type Buyer = Awaited<ReturnType<typeof buyer>>

const body = ({ uid, subscriptionId }: Buyer, store: Name, priceId: string) => ({ uid, subscriptionId, store, priceId })
const preview = (who: Buyer, store: Name, priceId: string) =>
  call(previewChange, `/users/preview-change?uid=${who.uid}`, { token: who.token, body: body(who, store, priceId) })
const change = (who: Buyer, store: Name, priceId: string, shown?: PricePreview) =>
  call(changePlan, `/users/change-plan?uid=${who.uid}`, {
    token: who.token,
    body: body(who, store, priceId),
    headers: { [consentHeader]: consentWording, ...(shown && { [shownTermsHeader]: shownChangeText(shown) }) },
  })
const previewOf = async (who: Buyer, store: Name, priceId: string): Promise<PricePreview> => {
  const response = await preview(who, store, priceId)
  expect(response.status).toBe(200)
  return response.json()
}

const chargesOf = (name: Name, { subscriptionId }: Buyer) =>
  Object.values(vendors.state()[name].invoices)
    .filter((invoice) => invoice.subscription === subscriptionId && invoice.amount > 0)
    .map(({ amount }) => amount)

/** Charged three days ago, after a free week. */
async function payer(name: Name, priceId: string) {
  const who = await buyer(name, { daysAgo: 10, change: { priceId } })
  await syncPlan(who)
  return who
}

describe.each(names)('at %s', (name) => {
  const { monthly, yearly } = providers[name]

  test('monthly becomes yearly at once, for the amount that was shown', async () => {
    const who = await payer(name, monthly)
    const shown = await previewOf(who, name, yearly)
    const { dueNow, credit, currency, nextCharge } = shown
    expect(credit).toBeGreaterThan(1650)
    expect(credit).toBeLessThan(1760)
    expect({ dueNow, currency, amount: nextCharge.amount }).toEqual({
      dueNow: 18000 - credit,
      currency: 'USD',
      amount: 18000,
    })
    const inAYear = addPeriod(new Date(), 'year').getTime()
    expect(Math.abs(Date.parse(nextCharge.at) - inAYear)).toBeLessThan(60_000)
    const answers = await Promise.all([1, 2].map(() => change(who, name, yearly, shown)))
    for (const answer of [...answers, await change(who, name, yearly, shown)]) {
      expect((await answer.json()).subscription).toMatchObject({
        status: 'active',
        price: { id: yearly, amount: 18000, interval: 'year' },
        nextCharge: { amount: 18000 },
      })
    }
    expect((await planOf(who)).subscription).not.toHaveProperty('adjusted')
    expect(chargesOf(name, who)).toEqual([1900, dueNow])
    expect(await liveRows(who)).toHaveLength(1)
    const { invoices } = await (await invoicesOf(who)).json()
    expect(invoices[0]).toMatchObject({ amount: dueNow, status: 'paid' })
    await expect.poll(who.subjects).toContain('Your Unhurried plan has changed')
    expect(who.subjects()).toHaveLength(2)
    expect(who.text(/has changed/)).toContain(`Charged for the change: ${money(dueNow, 'USD')}.`)
    const db = await database()
    expect(await db.select().from(consents).where(eq(consents.uid, who.uid))).toContainEqual(
      expect.objectContaining({ kind: 'change', priceId: yearly, amount: 18000 }),
    )
  })

  test('yearly becomes monthly at once, and the credit pays first', async () => {
    const who = await payer(name, yearly)
    const shown = await previewOf(who, name, monthly)
    expect(shown).toMatchObject({ dueNow: 0, nextCharge: { amount: 0 } })
    expect(shown.credit).toBeGreaterThan(17_700)
    const { subscription } = await (await change(who, name, monthly, shown)).json()
    expect(subscription).toMatchObject({ price: { id: monthly, interval: 'month' }, nextCharge: { amount: 0 } })
    expect(subscription).not.toHaveProperty('refundUntil')
    expect(chargesOf(name, who)).toEqual([18000])
    await vendors.control(name, 'end-period', who.subscriptionId)
    expect(chargesOf(name, who)).toEqual([18000])
    await expect.poll(() => who.text(/has changed/)).toContain('Nothing was charged.')
  })

  test('a trial keeps its end, and nothing is charged', async () => {
    const who = await buyer(name, { daysAgo: 2 })
    const { subscription } = await planOf(who)
    const trialEnd = subscription?.trialEnd
    const shown = await previewOf(who, name, yearly)
    expect(shown).toEqual({ dueNow: 0, credit: 0, currency: 'USD', nextCharge: { amount: 18000, at: trialEnd } })
    expect((await (await change(who, name, yearly, shown)).json()).subscription).toMatchObject({
      status: 'trialing',
      trialEnd,
      price: { id: yearly },
      nextCharge: { at: trialEnd, amount: 18000 },
    })
    expect(chargesOf(name, who)).toEqual([])
    await expect.poll(() => who.text(/has changed/)).toContain('Your free trial goes on until')
  })

  test('other amounts than those shown are refused', async () => {
    const who = await payer(name, monthly)
    const shown = await previewOf(who, name, yearly)
    const other = { ...shown, dueNow: shown.dueNow - 1 }
    expect(await refusalOf(change(who, name, yearly, other))).toEqual([409, 'terms-changed'])
    expect((await planOf(who)).subscription?.price?.id).toBe(monthly)
  })

  test('a declined payment changes nothing, and can be tried again', async () => {
    const who = await payer(name, monthly)
    const shown = await previewOf(who, name, yearly)
    vendors.refuse(name === 'stripe' ? /\/v1\/subscriptions\/sub_\w+$/ : /update_for_items/, {
      status: 402,
      code: 'card_declined',
    })
    expect(await refusalOf(change(who, name, yearly, shown))).toEqual([409, 'provider-refused'])
    vendors.refuse(null)
    expect((await planOf(who)).subscription?.price?.id).toBe(monthly)
    expect((await change(who, name, yearly, await previewOf(who, name, yearly))).status).toBe(200)
  })

  test('a change that the site has not learned of is not made twice', async () => {
    const who = await payer(name, monthly)
    const shown = await previewOf(who, name, yearly)
    await change(who, name, yearly, shown)
    const db = await database()
    await db.update(subscriptions).set({ priceId: monthly, interval: 'month' }).where(eq(subscriptions.uid, who.uid))
    expect((await (await change(who, name, yearly, shown)).json()).subscription.price.id).toBe(yearly)
    expect(chargesOf(name, who)).toHaveLength(2)
  })

  test('refuses what cannot be changed', async () => {
    const who = await payer(name, monthly)
    const other = anotherProvider[name]
    expect(await refusalOf(preview(who, name, monthly))).toEqual([409, 'not-changeable'])
    expect(await refusalOf(change(who, name, providers[other].yearly))).toEqual([400, 'unknown-price'])
    expect(await refusalOf(change(who, name, yearly.replace(/usd/i, name === 'stripe' ? 'eur' : 'EUR')))).toEqual([
      400,
      'unknown-price',
    ])
    await cancelPlan(who, who.subscriptionId, name)
    expect(await refusalOf(change(who, name, yearly))).toEqual([409, 'not-changeable'])
    const owing = await payer(name, monthly)
    await vendors.control(name, 'past-due', owing.subscriptionId)
    expect(await refusalOf(preview(owing, name, yearly))).toEqual([409, 'not-changeable'])
  })
})
