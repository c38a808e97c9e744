import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { startMail } from '@/tests/setup/mail'
import { stage } from '@/tests/setup/stage'

const { emails: inbox, faults, url } = await startMail()
const world = await stage({ SMTP_URL: url, CONTACT_EMAIL: 'team@unhurried.example' })
afterAll(() => world.close())
beforeEach(() => {
  faults.arm({ vendor: 'mail', times: 0, delayMs: 0 })
  inbox.length = 0
})

let count = 0
async function queueTestEmail(change: { id?: string; email?: string } = {}) {
  const { database } = await import('@/lib/server/db/client')
  const { queueEmail } = await import('@/lib/server/email/plan-emails')
  const email = {
    id: `cancelled-stripe-sub_${++count}-1`,
    uid: `person-${count}`,
    kind: 'cancelled' as const,
    email: `person-${count}@people.example`,
    subject: 'Your plan is cancelled',
    html: '<p>It stays open until 29 December 2026.</p>',
    text: 'It stays open until 29 December 2026.\n“Resume plan” takes it back.',
    ...change,
  }
  await queueEmail(await database(), email)
  return email
}

test('sends an email once, with its exact text and HTML', async () => {
  const { deliverPlanEmails } = await import('@/lib/server/email/plan-emails')
  const email = await queueTestEmail()
  await deliverPlanEmails()
  await deliverPlanEmails()
  const { subject, text, html } = email
  expect(inbox).toEqual([expect.objectContaining({ to: email.email, subject, text, html })])
})

test('queues the same email once', async () => {
  const { deliverPlanEmails } = await import('@/lib/server/email/plan-emails')
  const { id } = await queueTestEmail()
  await queueTestEmail({ id, email: 'somebody.else@people.example' })
  await deliverPlanEmails()
  expect(inbox).toHaveLength(1)
  expect(inbox[0]?.to).not.toBe('somebody.else@people.example')
})

test.each([
  'one@people.example, two@people.example',
  'one@people.example>, <two@people.example',
  'a\r\nBcc: two@people.example',
])('sends to no other address for %j', async (email) => {
  const { database } = await import('@/lib/server/db/client')
  const { planEmails } = await import('@/lib/server/db/schema')
  const { deliverPlanEmails } = await import('@/lib/server/email/plan-emails')
  await queueTestEmail({ email })
  await deliverPlanEmails()
  expect(inbox.map(({ to }) => to)).not.toContain('two@people.example')
  await (await database()).delete(planEmails)
})

test('keeps a refused email, and sends it in the next round', async () => {
  const { deliverPlanEmails } = await import('@/lib/server/email/plan-emails')
  await queueTestEmail()
  faults.arm({ vendor: 'mail', status: 503, times: 1, delayMs: 0 })
  await deliverPlanEmails()
  expect(inbox).toEqual([])
  await deliverPlanEmails()
  expect(inbox).toHaveLength(1)
})

test('sends each email once from two concurrent processes', async () => {
  const { deliverPlanEmails } = await import('@/lib/server/email/plan-emails')
  const queued = []
  for (let each = 0; each < 8; each++) queued.push(await queueTestEmail())
  vi.resetModules()
  const other = await import('@/lib/server/email/plan-emails')
  expect(other.deliverPlanEmails).not.toBe(deliverPlanEmails)
  await Promise.all([deliverPlanEmails(), other.deliverPlanEmails()])
  expect(inbox.map(({ to }) => to).toSorted()).toEqual(queued.map(({ email }) => email).toSorted())
})
