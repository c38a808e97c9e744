/** The contact API with a mail server. The emails arrive in an array. */
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, vi } from 'vitest'
import { POST } from '@/app/api/contact/route'
import type { Message } from '@/local/inbox/messages'
import { mailServer } from '@/local/inbox/smtp'
import { createFaults } from '@/local/vendors/faults'
import { call, stage } from '@/tests/setup/stage'
import { replaceProcessState } from '@/lib/process-state'

type Mail = Omit<Message, 'links' | 'at'>

export const emails: Mail[] = []
export const faults = createFaults()
const post = mailServer({ faults, mail: (letter) => void emails.push(letter) })
await new Promise<void>((resolve) => post.listen(0, '127.0.0.1', resolve))
const { port } = post.server.address() as AddressInfo
const world = await stage({ SMTP_URL: `smtp://127.0.0.1:${port}`, CONTACT_EMAIL: 'team@unhurried.example' })
await (await import('@/lib/server/db/client')).database()
afterAll(async () => {
  await (await import('@/lib/server/contact/contact-emails')).deliverContactMessages()
  await world.close()
  await new Promise<void>((resolve) => post.close(resolve))
})
beforeEach(async () => {
  const { deliverContactMessages: deliver } = await import('@/lib/server/contact/contact-emails')
  faults.arm({ vendor: 'mail', times: 0, delayMs: 0 })
  await deliver()
  // Sends what waits for the digest.
  await passMinutes(60)
  await deliver()
  await passMinutes(60)
  await resetLimits()
  emails.length = 0
})

/** Resets the number of messages allowed without a proof. */
async function resetLimits() {
  const { database } = await import('@/lib/server/db/client')
  const { rateLimits } = await import('@/lib/server/db/schema')
  await (await database()).delete(rateLimits)
  replaceProcessState('limiters')
}

/** Moves all sent messages into the past. */
export async function passMinutes(minutes: number) {
  const { database } = await import('@/lib/server/db/client')
  await (
    await database()
  ).execute(sql`update contact_messages set mailed_at = mailed_at - make_interval(mins => ${minutes}::int)`)
}

export const soon = (check: () => unknown) => vi.waitFor(check, { timeout: 15_000 })

let people = 0
export const newMessage = (change: object = {}) => {
  const n = ++people
  return { name: 'Ada', email: `ada-${n}@people.example`, message: `Hello number ${n}`, ...change }
}
export const send = (body: object) => call(POST, '/contact', { body })
export const codeOf = async (response: Response) => (await response.json()).error

export async function stored() {
  const { database } = await import('@/lib/server/db/client')
  const { contactMessages } = await import('@/lib/server/db/schema')
  return (await database()).select().from(contactMessages)
}
export const rowOf = async (email: string) => (await stored()).filter((row) => row.email === email)
