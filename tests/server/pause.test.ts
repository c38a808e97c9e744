/** Pausing a monthly plan, and resuming it. */
import { beforeEach, describe, expect, test } from 'vitest'
import { POST as runJobs } from '@/app/api/jobs/run/route'
import { POST as pausePlan } from '@/app/api/users/pause-plan/route'
import { addPeriod } from '@/lib/contract/format'
import { consentWording } from '@/lib/contract/plan-words'
import { env } from '@/lib/env'
import { queueDueNotices } from '@/lib/server/billing/email-queue'
import { consentHeader } from '@/lib/site'
import {
  cancelPlan,
  names,
  planOf,
  providers,
  resumePlan,
  syncPlan,
  type Name,
  type Person,
} from '@/tests/setup/buyers'
import { call, refusalOf } from '@/tests/setup/stage'
import { buyer, dayMs, vendors } from './mailed-buyers'

const { siteSettings } = env()
beforeEach(() => void (siteSettings.pauseMonths = 2))

const pause = ({ uid, token }: Person, subscriptionId: string, store: Name, months = 2) =>
  call(pausePlan, `/users/pause-plan?uid=${uid}`, { token, body: { uid, subscriptionId, store, months } })
const resume = (who: Person, subscriptionId: string, store: Name) =>
  resumePlan(who, subscriptionId, store, { [consentHeader]: consentWording })
const runDue = () =>
  call(runJobs, '/jobs/run', { method: 'POST', headers: { 'x-revalidate-secret': 'revalidate-secret' } })

const chargesOf = (name: Name, subscription: string) =>
  Object.values(vendors.state()[name].invoices).filter(
    (invoice) => invoice.subscription === subscription && invoice.amount > 0 && invoice.status === 'paid',
  ).length

/** Charged three days ago, after a free week. */
async function payer(name: Name, change = {}) {
  const who = await buyer(name, { daysAgo: 10, change })
  await syncPlan(who)
  const end = new Date((await planOf(who)).subscription?.currentPeriodEnd ?? '')
  return { ...who, end, until: addPeriod(end, 'month', 2) }
}

/** Time passes at the providers. */
async function moveTo(time: Date, who: Person) {
  vendors.setNow(() => time.getTime())
  await syncPlan(who)
  return (await planOf(who)).subscription
}

describe.each(names)('at %s', (name) => {
  test('a plan pauses once, is not charged meanwhile, and continues by itself', async () => {
    const who = await payer(name)
    expect((await planOf(who)).subscription).toMatchObject({ status: 'active', pauseMonths: 2 })
    const answers = await Promise.all([1, 2].map(() => pause(who, who.subscriptionId, name)))
    for (const answer of [...answers, await pause(who, who.subscriptionId, name, 1)]) {
      expect((await answer.json()).subscription).toMatchObject({
        status: 'active',
        pausedUntil: who.until.toISOString(),
        nextCharge: { at: who.until.toISOString() },
      })
    }
    await expect.poll(() => who.subjects().filter((subject) => subject.includes('plan pauses on'))).toHaveLength(1)
    expect(who.text(/plan pauses on/)).toContain('you cannot use the app or the calls')
    const paused = await moveTo(new Date(who.until.getTime() - 2 * dayMs), who)
    expect(paused).toMatchObject({ status: 'paused', pausedUntil: who.until.toISOString() })
    expect(chargesOf(name, who.subscriptionId)).toBe(1)
    await queueDueNotices(new Date(who.until.getTime() - 2 * dayMs))
    await runDue()
    expect(who.subjects().filter((subject) => subject.startsWith('Your plan'))).toEqual([
      expect.stringContaining('Your plan continues on'),
    ])
    const running = await moveTo(new Date(who.until.getTime() + 1000), who)
    expect(running).toMatchObject({
      status: 'active',
      currentPeriodEnd: addPeriod(who.until, 'month', 1).toISOString(),
    })
    expect(running).not.toHaveProperty('pausedUntil')
    expect(chargesOf(name, who.subscriptionId)).toBe(2)
  })

  test('“Resume now” is charged once, and starts a month', async () => {
    const who = await payer(name)
    await pause(who, who.subscriptionId, name)
    const now = new Date(who.end.getTime() + 3 * dayMs)
    await moveTo(now, who)
    const statuses = (await Promise.all([1, 2].map(() => resume(who, who.subscriptionId, name)))).map(
      ({ status }) => status,
    )
    expect(statuses).toContain(200)
    const end = Date.parse((await planOf(who)).subscription?.currentPeriodEnd ?? '')
    expect(Math.abs(end - addPeriod(now, 'month', 1).getTime())).toBeLessThan(60_000)
    expect(chargesOf(name, who.subscriptionId)).toBe(2)
    expect(await refusalOf(resume(who, who.subscriptionId, name))).toEqual([409, 'not-cancelled'])
    await expect.poll(who.subjects).toContain('Your Unhurried plan continues')
  })

  test('a pause that has not begun is removed without a charge', async () => {
    const who = await payer(name)
    await pause(who, who.subscriptionId, name)
    const { subscription } = await (await resume(who, who.subscriptionId, name)).json()
    expect(subscription).toMatchObject({ status: 'active', nextCharge: { at: who.end.toISOString(), amount: 1900 } })
    expect(subscription).not.toHaveProperty('pausedUntil')
    expect(chargesOf(name, who.subscriptionId)).toBe(1)
  })

  test('cancelling also ends a pause, and resuming brings back the plan only', async () => {
    const who = await payer(name)
    await pause(who, who.subscriptionId, name)
    const cancelled = await (await cancelPlan(who, who.subscriptionId, name)).json()
    expect(cancelled).toMatchObject({ isUnSubscribed: true, subscription: { status: 'active', nextCharge: null } })
    expect(cancelled.subscription).not.toHaveProperty('pausedUntil')
    const resumed = await (await resume(who, who.subscriptionId, name)).json()
    expect(resumed.subscription).not.toHaveProperty('pausedUntil')
  })

  test('a trial, a yearly plan, a longer pause and a switched-off one are refused', async () => {
    const [trial, yearly, who] = [
      await buyer(name, { daysAgo: 2 }),
      await payer(name, { priceId: providers[name].yearly }),
      await payer(name),
    ]
    const refused = [409, 'not-pausable']
    expect(await refusalOf(pause(trial, trial.subscriptionId, name))).toEqual(refused)
    expect(await refusalOf(pause(yearly, yearly.subscriptionId, name))).toEqual(refused)
    expect(await refusalOf(pause(who, who.subscriptionId, name, 3))).toEqual(refused)
    siteSettings.pauseMonths = 0
    expect((await planOf(who)).subscription).not.toHaveProperty('pauseMonths')
    expect(await refusalOf(pause(who, who.subscriptionId, name, 1))).toEqual(refused)
  })
})
