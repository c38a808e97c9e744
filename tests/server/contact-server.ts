/** The contact API with a mail server. The emails arrive in an array. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, vi } from 'vitest'
import { POST } from '@/app/api/contact/route'
import { deliverContactMessages } from '@/lib/server/contact/contact-emails'
import { database } from '@/lib/server/db/client'
import { rateLimits, contactMessages } from '@/lib/server/db/schema'
import { startMail } from '@/tests/setup/mail'
import { call, stage } from '@/tests/setup/stage'
import { replaceProcessState } from '@/lib/server/process-state'

const mail = await startMail()
export const { emails, faults } = mail
const world = await stage({ SMTP_URL: mail.url, CONTACT_EMAIL: 'team@unhurried.example' })
afterAll(async () => {
  await deliverContactMessages()
  await world.close()
})
beforeEach(async () => {
  faults.arm({ vendor: 'mail', times: 0, delayMs: 0 })
  await deliverContactMessages()
  // Sends what waits for the digest.
  await passMinutes(60)
  await deliverContactMessages()
  await passMinutes(60)
  await resetLimits()
  emails.length = 0
})

/** Resets the number of messages allowed without a proof. */
async function resetLimits() {
  await (await database()).delete(rateLimits)
  replaceProcessState('limiters')
}

/** Moves all sent messages into the past. */
export async function passMinutes(minutes: number) {
  await (
    await database()
  ).execute(sql`update contact_messages set mailed_at = mailed_at - make_interval(mins => ${minutes}::int)`)
}

export const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 15_000 })

let people = 0
export const newMessage = (change: object = {}) => {
  const n = ++people
  return { name: 'Ada', email: `ada-${n}@people.example`, message: `Hello number ${n}`, ...change }
}
export const send = (body: object) => call(POST, '/contact', { body })
export const codeOf = async (response: Response) => (await response.json()).error

export async function stored() {
  return (await database()).select().from(contactMessages)
}
export const rowOf = async (email: string) => (await stored()).filter((row) => row.email === email)
