/** Notices through the outbox: checked with the provider when they are sent, and each sent once. */
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { POST as runJobs } from '@/app/api/jobs/run/route'
import { checkEmail, queueDueNotices } from '@/lib/server/billing/email-queue'
import { database } from '@/lib/server/db/client'
import { planEmails, subscriptions, users } from '@/lib/server/db/schema'
import { cancelPlan, names, planOf, resumePlan } from '@/tests/setup/buyers'
import { call } from '@/tests/setup/stage'
import { consentHeader } from '@/lib/site'
import { consentWording } from '@/lib/contract/plan-words'
import { buyer, dayMs, vendors, world } from './mailed-buyers'

const run = () =>
  call(runJobs, '/jobs/run', { method: 'POST', headers: { 'x-revalidate-secret': 'revalidate-secret' } })
const agree = { [consentHeader]: consentWording }

const started = 'Your Unhurried plan has started'
const trialEnds = expect.stringMatching(/^Your free trial ends on \d+ \w+ \d{4}$/)

describe.each(names)('a trial at %s', (name) => {
  test('is announced once, three days before the first charge', async () => {
    const early = await buyer(name, { daysAgo: 3.9 })
    const due = await buyer(name, { daysAgo: 4.001 })
    for (const _ of [1, 2]) await run()
    expect(early.subjects()).toEqual([started])
    expect(due.subjects()).toEqual([started, trialEnds])
    expect(due.text(/trial ends/)).toContain('$19')
  })

  test('is not announced after a cancellation that the site has not learned of, but after a resumption', async () => {
    const who = await buyer(name, { daysAgo: 3.9 })
    await run()
    vendors.refuseWebhooks(true)
    await cancelPlan(who, who.subscriptionId, name)
    // Due in the stored state, not at the provider.
    const db = await database()
    await db.update(subscriptions).set({ isUnSubscribed: false, charges: true }).where(eq(subscriptions.uid, who.uid))
    await queueDueNotices(new Date(Date.now() + dayMs))
    await run()
    expect(who.subjects()).not.toContainEqual(trialEnds)
    expect((await resumePlan(who, who.subscriptionId, name, agree)).status).toBe(200)
    await queueDueNotices(new Date(Date.now() + dayMs))
    await run()
    expect(who.subjects().filter((subject) => subject.startsWith('Your free trial'))).toHaveLength(1)
  })

  test('waits for a silent provider, then says what is certain', async () => {
    const who = await buyer(name, { daysAgo: 4.001 })
    await vendors.fault({ vendor: name, status: 503, times: 50 })
    await queueDueNotices()
    const db = await database()
    const rows = await db.select().from(planEmails).where(eq(planEmails.uid, who.uid))
    const notice = rows.find(({ kind }) => kind === 'trial-ending')
    if (!notice) throw new Error('nothing was queued')
    expect(await checkEmail(notice)).toBe('later')
    const last = await checkEmail(notice, new Date(Date.now() + 2 * dayMs))
    expect(last).toMatchObject({ text: expect.stringContaining('Your receipt') })
    expect(await checkEmail(notice, new Date(Date.now() + 3 * dayMs))).toBeNull()
    await vendors.fault({ vendor: name, times: 0 })
    await run()
    expect(who.subjects()).toEqual([started, trialEnds])
  })

  test('is not announced to an unconfirmed address until it is confirmed', async () => {
    const who = await buyer(name, { daysAgo: 4.001, emailVerified: false })
    await run()
    expect(who.subjects()).not.toContainEqual(trialEnds)
    expect(await planOf(who)).toMatchObject({ emailUnconfirmed: true })
    const token = await world.identity.signIn(who.uid, { email: who.email, email_verified: true })
    expect(await planOf({ ...who, token })).not.toHaveProperty('emailUnconfirmed')
    const db = await database()
    await db.update(users).set({ emailVerified: true }).where(eq(users.uid, who.uid))
    await run()
    expect(who.subjects()).toContainEqual(trialEnds)
  })
})

describe.each(names)('at %s', (name) => {
  test('a failed payment is announced at once, and a settled one has no reminder', async () => {
    const who = await buyer(name, { daysAgo: 6 })
    await vendors.control(name, 'end-period', who.subscriptionId)
    await vendors.control(name, 'past-due', who.subscriptionId)
    await expect.poll(who.subjects).toContain('Your payment failed')
    await vendors.control(name, 'settle', who.subscriptionId)
    await queueDueNotices(new Date(Date.now() + 2.5 * dayMs))
    await run()
    expect(who.subjects().filter((subject) => subject.startsWith('Your payment'))).toHaveLength(1)
  })

  test('the end of a plan is announced', async () => {
    const who = await buyer(name, { daysAgo: 6 })
    await cancelPlan(who, who.subscriptionId, name)
    await vendors.control(name, 'end-period', who.subscriptionId)
    await expect.poll(who.subjects).toContain('Your plan has ended')
  })

  test('a card that expires is announced once', async () => {
    const who = await buyer(name, { daysAgo: 2 })
    await vendors.control(name, 'card-expires', who.subscriptionId)
    for (const _ of [1, 2]) await run()
    await expect.poll(who.subjects).toHaveLength(2)
    expect(who.subjects()[1]).toMatch(/^Your card expires in /)
  })
})
