import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import type { Message } from '@/local/inbox/messages'
import { mailServer } from '@/local/inbox/smtp'
import { createFaults } from '@/local/vendors/faults'
import { stage } from '@/tests/setup/stage'

type Mail = Omit<Message, 'links' | 'at'>

const inbox: Mail[] = []
const faults = createFaults()
const post = mailServer({ faults, mail: (letter) => void inbox.push(letter) })
await new Promise<void>((resolve) => post.listen(0, '127.0.0.1', resolve))
const { port } = post.server.address() as AddressInfo
const world = await stage({ SMTP_URL: `smtp://127.0.0.1:${port}`, CONTACT_EMAIL: 'team@unhurried.example' })
afterAll(async () => {
  await world.close()
  await new Promise<void>((resolve) => post.close(resolve))
})
beforeEach(() => {
  faults.arm({ vendor: 'mail', times: 0, delayMs: 0 })
  inbox.length = 0
})

let count = 0
async function put(change: { id?: string; email?: string } = {}) {
  const { database } = await import('@/lib/server/db/client')
  const { queueEmail } = await import('@/lib/server/email/plan-emails')
  const letter = {
    id: `cancelled-stripe-sub_${++count}-1`,
    uid: `person-${count}`,
    kind: 'cancelled' as const,
    email: `person-${count}@people.example`,
    subject: 'Your plan is cancelled',
    text: 'It stays open until 29 December 2026.\n“Resume plan” takes it back.',
    ...change,
  }
  await queueEmail(await database(), letter)
  return letter
}

test('sends an email once, with its exact text', async () => {
  const { deliverPlanEmails } = await import('@/lib/server/email/plan-emails')
  const letter = await put()
  await deliverPlanEmails()
  await deliverPlanEmails()
  expect(inbox).toEqual([expect.objectContaining({ to: letter.email, subject: letter.subject, text: letter.text })])
})

test('queues the same email once', async () => {
  const { deliverPlanEmails } = await import('@/lib/server/email/plan-emails')
  const { id } = await put()
  await put({ id, email: 'somebody.else@people.example' })
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
  const { planEmails: letters } = await import('@/lib/server/db/schema')
  const { deliverPlanEmails } = await import('@/lib/server/email/plan-emails')
  await put({ email })
  await deliverPlanEmails()
  expect(inbox.map(({ to }) => to)).not.toContain('two@people.example')
  await (await database()).delete(letters)
})

test('keeps a refused email, and sends it in the next round', async () => {
  const { deliverPlanEmails } = await import('@/lib/server/email/plan-emails')
  await put()
  faults.arm({ vendor: 'mail', status: 503, times: 1, delayMs: 0 })
  await deliverPlanEmails()
  expect(inbox).toEqual([])
  await deliverPlanEmails()
  expect(inbox).toHaveLength(1)
})

test('sends each email once from two concurrent processes', async () => {
  const { deliverPlanEmails } = await import('@/lib/server/email/plan-emails')
  const letters = []
  for (let each = 0; each < 8; each++) letters.push(await put())
  vi.resetModules()
  const other = await import('@/lib/server/email/plan-emails')
  expect(other.deliverPlanEmails).not.toBe(deliverPlanEmails)
  await Promise.all([deliverPlanEmails(), other.deliverPlanEmails()])
  expect(inbox.map(({ to }) => to).toSorted()).toEqual(letters.map(({ email }) => email).toSorted())
})
