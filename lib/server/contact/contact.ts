import 'server-only'
import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { receivedAnchor, validateContact, type ContactMessage } from '@/lib/contract/contact'
import { defaultLocale, locales, localPath, type Locale } from '@/lib/locales'
import { paths } from '@/lib/site'
import { bodyLimit, parseJsonBody, readBody } from '@/lib/server/http/request'
import { clientOf } from '@/lib/server/http/client-address'
import { deliverContactMessages } from './contact-emails'
import { bitsFor, createChallenge, formAge, formAgeMs, createFormToken, isProofValid } from './proof'
import { contactRefusalPage } from './refusal-page'
import { assertDatabaseAnswers, database } from '@/lib/server/db/client'
import { contactMessages } from '@/lib/server/db/schema'
import { ApiFailure, toFailure } from '@/lib/server/http/errors'
import { assertPointLeft, consumePoint, consumedPoints } from '@/lib/server/http/limits'
import { log } from '@/lib/server/observability/log'
import { refererLocale } from '@/lib/server/http/plain-page'
import { assertSameOrigin } from '@/lib/server/http/same-origin'

const hashParts = (...parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

const allClients = 'everybody'

/** During a flood, each message needs a proof of work, or a second press without script. */
async function receiveMessage(values: Record<string, unknown>, headers: Headers): Promise<void> {
  const checked = validateContact(values)
  if ('problems' in checked) throw new ApiFailure('invalid-request', { fields: checked.problems })
  const message = { ...checked.message, locale: localeOf(values) }
  const sender = message.email.toLowerCase()
  await assertDatabaseAnswers()
  const client = clientOf(headers)
  const digest = hashParts(sender, message.name, message.message)
  const key = client ?? allClients
  const age = await formAge(values.token, digest)
  if (await isProofValid(values.proof, digest)) {
    if (await storeMessage(message, sender)) await consumePoint('contactProved', key)
  } else if (age !== null) {
    await pause(Math.max(0, formAgeMs - age))
    await assertPointLeft('contactForm', key)
    // Counted after storing, so that a repeated token or proof counts once.
    if (await storeMessage(message, sender)) await consumePoint('contactForm', key).catch(() => {})
  } else {
    try {
      await consumeUnprovedPoints(sender, client)
    } catch (error) {
      throw await withChallenge(error, digest, key)
    }
    await storeMessage(message, sender)
  }
  void deliverContactMessages()
}

async function consumeUnprovedPoints(sender: string, client: string | null): Promise<void> {
  // A client's flood must not use up the shared limit, which in turn bounds the number of per-sender counters.
  if (client !== null) await consumePoint('contactClient', client)
  await consumePoint('contactAll', allClients)
  // For each client, so that nobody learns whether the owner of an address has written.
  await consumePoint('contact', hashParts(sender, client ?? allClients))
}

async function withChallenge(refusal: unknown, digest: string, key: string): Promise<unknown> {
  if (!(refusal instanceof ApiFailure) || refusal.code !== 'too-many-requests') return refusal
  const challenge = await createChallenge(digest, bitsFor(await consumedPoints('contactProved', key)))
  const formToken = await createFormToken(digest)
  return new ApiFailure(refusal.code, { ...refusal.extra, message: refusal.message, challenge, formToken })
}

/** The language of the form. An unknown one must not lose a message. */
const localeOf = ({ locale }: Record<string, unknown>) => locales.find((one) => one === locale)

/** @returns false if the same message is stored already */
async function storeMessage(
  message: ContactMessage & { locale: Locale | undefined },
  sender: string,
): Promise<boolean> {
  const db = await database()
  const day = new Date().toISOString().slice(0, 10)
  const digest = hashParts(day, sender, message.name, message.message)
  const stored = await db
    .insert(contactMessages)
    .values({ ...message, id: randomUUID(), digest })
    .onConflictDoNothing({ target: contactMessages.digest })
    .returning({ id: contactMessages.id })
  return stored.length > 0
}

const isForm = (request: Request) =>
  /^application\/x-www-form-urlencoded\s*(;|$)/i.test(request.headers.get('content-type') ?? '')

/** Accepts JSON from the page's script, or a form post, which gets a redirect or the filled form again. */
export async function receiveContact(request: Request): Promise<{ received: true } | Response> {
  const { headers } = request
  if (!isForm(request)) {
    assertSameOrigin(headers)
    await receiveMessage(parseJsonBody(await readBody(request, bodyLimit.api)), headers)
    return { received: true }
  }
  let values: Record<string, string> | null = null
  try {
    assertSameOrigin(headers)
    const raw = await readBody(request, bodyLimit.api)
    values = Object.fromEntries(new URLSearchParams(raw.toString('utf8')))
    await receiveMessage(values, headers)
  } catch (err) {
    if (!(err instanceof ApiFailure)) log().error({ err }, 'a contact form could not be stored')
    const locale = (values && localeOf(values)) ?? refererLocale(headers)
    return contactRefusalPage(toFailure(err), values, locale)
  }
  const page = localPath(paths.contact, localeOf(values) ?? defaultLocale)
  return new Response(null, { status: 303, headers: { Location: `${page}#${receivedAnchor}` } })
}
