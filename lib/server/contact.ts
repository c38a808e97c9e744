import 'server-only'
import { createHash, randomUUID } from 'node:crypto'
import { contactOutcome, judgeContact, type ContactMessage } from '@/lib/contract/contact'
import { paths } from '@/lib/site'
import { bodyLimit, parseObject, readBody } from './body'
import { deliver } from './contact-outbox'
import { contactRefusal } from './contact-refusal'
import { assertAnswering, database } from './db/client'
import { contactMessages } from './db/schema'
import { ApiFailure, toFailure } from './errors'
import { spend } from './limits'
import { log } from './log'

const digestOf = (...parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/**
 * Takes one message: judged, counted, stored, and then left to the outbox, for which nobody waits.
 * @throws ApiFailure `invalid-request` with `fields`, `too-many-requests`
 */
async function take(given: Record<string, unknown>): Promise<void> {
  const judged = judgeContact(given)
  if ('problems' in judged) throw new ApiFailure('invalid-request', { fields: judged.problems })
  const { message } = judged
  const sender = message.email.toLowerCase()
  await assertAnswering()
  // First what everybody shares: a flood of addresses that were made up adds no more counts than that lets through.
  await spend('contactAll', 'everybody')
  // A digest, because an address may be longer than a key, and nobody needs to read it there.
  await spend('contact', digestOf(sender))
  await store(message, sender)
  void deliver()
}

async function store(message: ContactMessage, sender: string): Promise<void> {
  const db = await database()
  const day = new Date().toISOString().slice(0, 10)
  const digest = digestOf(day, sender, message.name, message.message)
  await db
    .insert(contactMessages)
    .values({ ...message, id: randomUUID(), digest })
    .onConflictDoNothing({ target: contactMessages.digest })
}

const isForm = (request: Request) =>
  /^application\/x-www-form-urlencoded\s*(;|$)/i.test(request.headers.get('content-type') ?? '')

/**
 * POST /api/contact: JSON from the page's own script, or the plain form of a browser without script, which
 * is led back to the page when it was received, and otherwise given its words back.
 */
export async function receiveContact(request: Request): Promise<{ received: true } | Response> {
  if (!isForm(request)) {
    await take(parseObject(await readBody(request, bodyLimit.api)))
    return { received: true }
  }
  let given: Record<string, string> | null = null
  try {
    const raw = await readBody(request, bodyLimit.api)
    given = Object.fromEntries(new URLSearchParams(raw.toString('utf8')))
    await take(given)
  } catch (err) {
    if (!(err instanceof ApiFailure)) log().error({ err }, 'a posted form could not be stored')
    return contactRefusal(toFailure(err), given)
  }
  return new Response(null, { status: 303, headers: { Location: `${paths.contact}#${contactOutcome}` } })
}
