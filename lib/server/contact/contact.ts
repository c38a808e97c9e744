import 'server-only'
import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { contactOutcome, judgeContact, type ContactMessage } from '@/lib/contract/contact'
import { paths } from '@/lib/site'
import { bodyLimit, parseObject, readBody } from '@/lib/server/http/body'
import { clientOf } from '@/lib/server/http/client-address'
import { deliver } from './contact-emails'
import { bitsFor, challengeFor, formAge, formAgeMs, formTokenFor, isProved } from './proof'
import { contactRefusal } from './refusal-page'
import { assertAnswering, database } from '@/lib/server/db/client'
import { contactMessages } from '@/lib/server/db/schema'
import { ApiFailure, toFailure } from '@/lib/server/http/errors'
import { spend, spent } from '@/lib/server/http/limits'
import { log } from '@/lib/server/observability/log'
import { assertSameOrigin } from '@/lib/server/http/same-origin'

const digestOf = (...parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/** Whose messages count together where no client is known. */
const everybody = 'everybody'

/**
 * Takes one message: judged, counted, stored, and then left to the outbox, for which nobody waits. A few messages pass
 * as they are. Of more, each needs a proof of work, or a second press where there is no script: a flood makes the form
 * slower and does not close it.
 * @throws ApiFailure `invalid-request` with `fields`, `too-many-requests` with `challenge` and `formToken`
 */
async function take(given: Record<string, unknown>, headers: Headers): Promise<void> {
  const judged = judgeContact(given)
  if ('problems' in judged) throw new ApiFailure('invalid-request', { fields: judged.problems })
  const { message } = judged
  const sender = message.email.toLowerCase()
  await assertAnswering()
  const client = clientOf(headers)
  const own = digestOf(sender, message.name, message.message)
  const key = client ?? everybody
  const age = await formAge(given.token, own)
  if (await isProved(given.proof, own)) await spend('contactProved', key)
  else if (age !== null) {
    await spend('contactForm', key)
    await pause(Math.max(0, formAgeMs - age))
  } else {
    try {
      await spendFree(sender, client)
    } catch (error) {
      throw await withWayThrough(error, own, key)
    }
  }
  await store(message, sender)
  void deliver()
}

async function spendFree(sender: string, client: string | null): Promise<void> {
  // First what everybody shares: a flood of addresses that were made up adds no more counts than that lets through.
  await spend('contactAll', everybody)
  if (client !== null) await spend('contactClient', client)
  // A digest, because an address may be longer than a key, and nobody needs to read it there.
  await spend('contact', digestOf(sender))
}

/** A refusal for too many messages says how this one passes all the same. */
async function withWayThrough(refusal: unknown, own: string, key: string): Promise<unknown> {
  if (!(refusal instanceof ApiFailure) || refusal.code !== 'too-many-requests') return refusal
  const challenge = await challengeFor(own, bitsFor(await spent('contactProved', key)))
  const formToken = await formTokenFor(own)
  return new ApiFailure(refusal.code, { ...refusal.extra, message: refusal.message, challenge, formToken })
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
  const { headers } = request
  if (!isForm(request)) {
    assertSameOrigin(headers)
    await take(parseObject(await readBody(request, bodyLimit.api)), headers)
    return { received: true }
  }
  let given: Record<string, string> | null = null
  try {
    assertSameOrigin(headers)
    const raw = await readBody(request, bodyLimit.api)
    given = Object.fromEntries(new URLSearchParams(raw.toString('utf8')))
    await take(given, headers)
  } catch (err) {
    if (!(err instanceof ApiFailure)) log().error({ err }, 'a posted form could not be stored')
    return contactRefusal(toFailure(err), given)
  }
  return new Response(null, { status: 303, headers: { Location: `${paths.contact}#${contactOutcome}` } })
}
