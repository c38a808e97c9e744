/** Attacks with own accounts: harming other users, or getting things for free. */
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import '@/lib/server/billing/email-queue'
import { GET as currentPlan } from '@/app/api/users/current-plan/route'
import { GET as exportData } from '@/app/api/users/export/route'
import { POST as upsert } from '@/app/api/users/insert-or-update/route'
import { noPlan } from '@/lib/contract/plan-words'
import { env } from '@/lib/env'
import { queueForCustomer } from '@/lib/server/billing/webhook'
import { database } from '@/lib/server/db/client'
import { planEmails, planChanges, users } from '@/lib/server/db/schema'
import { deliverPlanEmails } from '@/lib/server/email/plan-emails'
import {
  cancelPlan,
  checkout,
  planOf,
  resumePlan,
  planAfterWebhook,
  type Person,
  deleteAccount,
} from '@/tests/setup/buyers'
import { startMail } from '@/tests/setup/mail'
import { call, refusalOf } from '@/tests/setup/stage'
import { stageWithVendors } from '@/tests/setup/vendors'

const { emails: inbox, faults, url } = await startMail()
const { world, vendors } = await stageWithVendors({ SMTP_URL: url })
afterAll(() => deliverPlanEmails())
beforeEach(() => {
  inbox.length = 0
})

let people = 0
type Claims = { email?: string; email_verified?: boolean; phone_number?: string; auth_time?: number }

async function person(claims: Claims = {}, uid = `abuse-${++people}`): Promise<Person & { email: string }> {
  const email = 'email' in claims ? claims.email : `${uid}@people.example`
  const token = await world.identity.signIn(uid, { ...claims, email })
  const stored = await call(upsert, '/users/insert-or-update', { token, body: { uid, name: 'Ada' } })
  expect(stored.status).toBe(200)
  expect(await stored.json()).not.toHaveProperty('emailVerified')
  return { uid, token, email: email ?? '' }
}

async function subscribed(claims: Claims = {}) {
  const user = await person(claims)
  const page = await (await checkout('stripe', user)).json()
  await vendors.pay(page.url)
  const { subscription } = await planAfterWebhook(user)
  return { ...user, subscriptionId: subscription?.id ?? '' }
}

type Subscriber = Awaited<ReturnType<typeof subscribed>>
const cancel = (user: Subscriber) => cancelPlan(user, user.subscriptionId, 'stripe')
const resume = (user: Subscriber) => resumePlan(user, user.subscriptionId, 'stripe')

async function deliver() {
  await deliverPlanEmails()
  await deliverPlanEmails()
}

const mailsTo = (email: string) => inbox.filter(({ to }) => to === email).map(({ subject }) => subject)

/** Moves all times of emails into the past. */
async function minutesPass(minutes: number) {
  const db = await database()
  await db.execute(sql`update letters set created_at = created_at - make_interval(mins => ${minutes}::int),
    mailed_at = mailed_at - make_interval(mins => ${minutes}::int),
    try_at = try_at - make_interval(mins => ${minutes}::int)`)
}

const begun = 'Your Unhurried plan has started'
const cancelled = 'Your Unhurried plan is cancelled'
const resumed = 'Your Unhurried plan continues'

describe('emails about a plan', () => {
  test('sends one email to an unconfirmed address', async () => {
    const user = await subscribed({ email_verified: false })
    for (let n = 0; n < 4; n++) {
      expect((await cancel(user)).status).toBe(200)
      expect((await resume(user)).status).toBe(200)
    }
    for (const minutes of [0, 11, 61, 61, 1500]) {
      await minutesPass(minutes)
      await deliver()
    }
    expect(mailsTo(user.email)).toEqual([begun])
  })

  test('sends what waited once the address is confirmed, if it is still true', async () => {
    const [user, other] = [await subscribed({ email_verified: false }), await subscribed({ email_verified: false })]
    for (const one of [user, other]) await cancel(one)
    await resume(other)
    await deliver()
    await minutesPass(60)
    for (const { uid, email } of [user, other]) {
      const token = await world.identity.token(uid, { email, email_verified: true })
      for (const _ of [1, 2]) expect(await planOf({ uid, token })).not.toHaveProperty('emailUnconfirmed')
    }
    await expect.poll(() => mailsTo(user.email)).toEqual([begun, cancelled])
    await deliver()
    expect([mailsTo(user.email), mailsTo(other.email)]).toEqual([
      [begun, cancelled],
      [begun, resumed],
    ])
  })

  test('sends each change at once, and only the last one of those that waited', async () => {
    const user = await subscribed({ email_verified: true })
    await cancel(user)
    await deliver()
    expect(mailsTo(user.email)).toEqual([begun, cancelled])
    faults.arm({ vendor: 'mail', status: 503, times: 100, delayMs: 0 })
    await resume(user)
    await cancel(user)
    await resume(user)
    await deliver()
    faults.arm({ vendor: 'mail', times: 0, delayMs: 0 })
    await deliver()
    expect(mailsTo(user.email)).toEqual([begun, cancelled, resumed])
  })
})

test('sends no further email after the account was created again', async () => {
  const email = 'victim@people.example'
  for (const tag of ['', '+one', '+two']) {
    const user = await subscribed({ email: email.replace('@', `${tag}@`), email_verified: false })
    await deliver()
    expect((await deleteAccount(user)).status).toBe(200)
  }
  expect(inbox.filter(({ to }) => to.startsWith('victim')).map(({ to }) => to)).toEqual([email])
})

test('accepts a later confirmation from the next call', async () => {
  const user = await subscribed({ email_verified: false })
  await deliver()
  const token = await world.identity.token(user.uid, { email: user.email, email_verified: true })
  await call(currentPlan, `/users/current-plan?uid=${user.uid}`, { token })
  await cancel(user)
  await deliver()
  expect(mailsTo(user.email)).toEqual([begun, cancelled])
  const rows = await (await database()).select().from(planEmails).where(eq(planEmails.uid, user.uid))
  expect(rows.map(({ plan }) => plan)).toEqual(Array(2).fill(`stripe ${user.subscriptionId}`))
})

test('does not take a confirmation over to a new address', async () => {
  const user = await subscribed({ email_verified: true })
  const email = `new-${user.email}`
  const token = await world.identity.token(user.uid, { email, email_verified: false })
  await call(upsert, '/users/insert-or-update', { token, body: { uid: user.uid } })
  const [row] = await (await database()).select().from(users).where(eq(users.uid, user.uid))
  expect(row).toMatchObject({ email, emailVerified: false })
})

test('resumes at most five times an hour, and always cancels', async () => {
  const user = await subscribed({ email_verified: true })
  for (let n = 0; n < 5; n++) {
    expect((await cancel(user)).status).toBe(200)
    expect((await resume(user)).status).toBe(200)
  }
  expect((await cancel(user)).status).toBe(200)
  expect(await refusalOf(resume(user))).toEqual([429, 'too-many-requests'])
  expect((await cancel(user)).status).toBe(200)
  expect(await planOf(user)).toMatchObject({ isUnSubscribed: true })
  const changes = await (await database()).select().from(planChanges).where(eq(planChanges.uid, user.uid))
  expect(changes.length).toBeLessThanOrEqual(12)
})

describe('one trial per person', () => {
  const terms = (trialDays: number) => ({ 'x-shown-terms': `1900 USD ${trialDays}` })

  test.each([
    ['the same address', 'same.one@people.example', 'same.one@people.example'],
    ['a tag', 'tag@people.example', 'tag+again@people.example'],
  ])('at %s, refuses a second one with another account', async (_, first, second) => {
    const user = await subscribed({ email: first, email_verified: true })
    expect((await deleteAccount(user)).status).toBe(200)
    const again = await person({ email: second, email_verified: true })
    expect(await planOf(again)).toEqual({
      productIdentifier: null,
      isUnSubscribed: false,
      subscription: null,
      trialUsed: true,
    })
    expect(await refusalOf(checkout('stripe', again, {}, terms(7)))).toEqual([409, 'terms-changed'])
    const page = await checkout('stripe', again, {}, terms(0))
    expect(page.status).toBe(200)
    await vendors.pay((await page.json()).url)
    expect((await planAfterWebhook(again)).subscription).toMatchObject({ status: 'active', trialEnd: null })
    expect(await planOf(again)).not.toHaveProperty('trialUsed')
  })

  test('refuses a second one with the same phone number', async () => {
    const phone = { email: undefined, phone_number: '+15550142' }
    const user = await subscribed(phone)
    expect((await deleteAccount(user)).status).toBe(200)
    expect(await planOf(await person(phone))).toHaveProperty('trialUsed')
    expect(await planOf(await person({ phone_number: '+15550143' }))).not.toHaveProperty('trialUsed')
  })

  test('refuses a second one if the address was confirmed after the first', async () => {
    const email = 'later@people.example'
    const user = await subscribed({ email, email_verified: false })
    const token = await world.identity.token(user.uid, { email, email_verified: true })
    expect((await deleteAccount({ uid: user.uid, token })).status).toBe(200)
    expect(await planOf(await person({ email, email_verified: true }))).toHaveProperty('trialUsed')
  })

  test('does not reveal a trial to others, or let them use it up', async () => {
    const spellings = ['alice.rivers@gmail.com', 'alicerivers+x1@gmail.com', 'Alice.Rivers@googlemail.com']
    const exported = async ({ uid, token }: Person) =>
      (await call(exportData, `/users/export?uid=${uid}`, { token })).json()
    const fieldsOf = ({ letters: [letter] }: { letters: object[] }) => Object.keys(letter ?? {})
    const attempt = async (email: string) => {
      const stranger = await person({ email, email_verified: false })
      const plan = await planOf(stranger)
      const page = await checkout('stripe', stranger, {}, terms(7))
      await vendors.pay((await page.json()).url)
      await planAfterWebhook(stranger)
      await deliver()
      return { plan, status: page.status, email: fieldsOf(await exported(stranger)) }
    }
    const before = await Promise.all(spellings.map(attempt))
    const alice = await subscribed({ email: 'alicerivers@gmail.com', email_verified: true })
    expect((await planOf(alice)).subscription).toMatchObject({ status: 'trialing' })
    expect(await Promise.all(spellings.map(attempt))).toEqual(before)
    expect(before).toEqual(
      spellings.map(() => ({ plan: noPlan, status: 200, email: expect.not.arrayContaining(['withheldAt']) })),
    )
  })

  test('asks for a confirmed address first if the owner wants it', async () => {
    const unconfirmed = await person({ email_verified: false })
    env().trialNeedsConfirmedEmail = true
    try {
      expect(await planOf(unconfirmed)).toEqual({ ...noPlan, confirmEmailFirst: true })
      expect(await refusalOf(checkout('stripe', unconfirmed, {}, terms(7)))).toEqual([403, 'email-not-confirmed'])
      const claims = { email: unconfirmed.email, email_verified: true }
      const confirmed = { ...unconfirmed, token: await world.identity.token(unconfirmed.uid, claims) }
      for (const user of [confirmed, await person({ email: undefined, phone_number: '+15550144' })]) {
        expect(await planOf(user)).toEqual(noPlan)
        expect((await checkout('stripe', user, {}, terms(7))).status).toBe(200)
      }
      const subscriber = await subscribed({ email_verified: true })
      const token = await world.identity.token(subscriber.uid, { email_verified: false })
      expect(await planOf({ ...subscriber, token })).not.toHaveProperty('confirmEmailFirst')
    } finally {
      env().trialNeedsConfirmedEmail = false
    }
  })
})

test('deletes no account with a sign-in 900 seconds ago', async () => {
  const user = await person({ auth_time: Math.floor(Date.now() / 1000) - 900 })
  expect(await refusalOf(deleteAccount(user))).toEqual([403, 'recent-sign-in-required'])
  expect(world.identity.accounts.has(user.uid)).toBe(true)
})

describe('many webhooks about one customer', () => {
  test('are retried after a failure, with all earlier changes', async () => {
    let state = 0
    let runs = 0
    const seen = () =>
      queueForCustomer('test', async () => {
        runs++
        const found = state
        await new Promise((resolve) => setTimeout(resolve, 20))
        if (runs === 1) throw new Error('away')
        return found
      })
    const first = seen()
    state = 1
    const others = [seen(), seen(), seen()]
    await expect(first).rejects.toThrow('away')
    expect(await Promise.all(others)).toEqual([1, 1, 1])
    expect(runs).toBe(2)
    state = 2
    expect(await seen()).toBe(2)
  })
})
