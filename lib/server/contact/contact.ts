import 'server-only'
import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { contactOutcome, validateContact, type ContactMessage } from '@/lib/contract/contact'
import { paths } from '@/lib/site'
import { bodyLimit, parseObject, readBody } from '@/lib/server/http/body'
import { clientOf } from '@/lib/server/http/client-address'
import { deliver } from './contact-emails'
import { bitsFor, challengeFor, formAge, formAgeMs, formTokenFor, isProved } from './proof'
import { contactRefusal } from './refusal-page'
import { assertDatabaseAnswers, database } from '@/lib/server/db/client'
import { contactMessages } from '@/lib/server/db/schema'
import { ApiFailure, toFailure } from '@/lib/server/http/errors'
import { spend, spent } from '@/lib/server/http/limits'
import { log } from '@/lib/server/observability/log'
import { assertSameOrigin } from '@/lib/server/http/same-origin'

const digestOf = (...parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

const everybody = 'everybody'

/** During a flood, each message needs a proof of work, or a second press without script. */
async function receive(given: Record<string, unknown>, headers: Headers): Promise<void> {
  const judged = validateContact(given)
  if ('problems' in judged) throw new ApiFailure('invalid-request', { fields: judged.problems })
  const { message } = judged
  const sender = message.email.toLowerCase()
  await assertDatabaseAnswers()
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
      throw await withChallenge(error, own, key)
    }
  }
  await store(message, sender)
  void deliver()
}

async function spendFree(sender: string, client: string | null): Promise<void> {
  // The shared limit comes first, since it bounds the number of per-sender counters.
  await spend('contactAll', everybody)
  if (client !== null) await spend('contactClient', client)
  await spend('contact', digestOf(sender))
}

async function withChallenge(refusal: unknown, own: string, key: string): Promise<unknown> {
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

/** Accepts JSON from the page's script, or a form post, which gets a redirect or the filled form again. */
export async function receiveContact(request: Request): Promise<{ received: true } | Response> {
  const { headers } = request
  if (!isForm(request)) {
    assertSameOrigin(headers)
    await receive(parseObject(await readBody(request, bodyLimit.api)), headers)
    return { received: true }
  }
  let given: Record<string, string> | null = null
  try {
    assertSameOrigin(headers)
    const raw = await readBody(request, bodyLimit.api)
    given = Object.fromEntries(new URLSearchParams(raw.toString('utf8')))
    await receive(given, headers)
  } catch (err) {
    if (!(err instanceof ApiFailure)) log().error({ err }, 'a contact form could not be stored')
    return contactRefusal(toFailure(err), given)
  }
  return new Response(null, { status: 303, headers: { Location: `${paths.contact}#${contactOutcome}` } })
}
