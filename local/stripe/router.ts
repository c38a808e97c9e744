import { createHash, timingSafeEqual } from 'node:crypto'
import express, { type Request, type Response, type Router } from 'express'
import { type Desk, newId } from '@/local/vendors/context'
import { findRoute, parseForm } from '@/local/vendors/routing'
import { expireLateSessions } from './checkout-sessions'
import type { Replay } from './records'
import { faultBody, Refusal } from './requests'
import { routes } from './routes'
import { advanceSubscriptions } from './subscriptions'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Brings all that Stripe would have done by itself up to the present. */
export function advanceStripe(desk: Desk): void {
  expireLateSessions(desk)
  advanceSubscriptions(desk)
}

/** Stripe's API under `/v1`. What it does not know it refuses as Stripe does. */
export function stripeRouter(desk: Desk): Router {
  const running = new Map<string, string>()
  return express
    .Router()
    .use(express.text({ type: () => true, limit: '1mb' }), (request, response) =>
      answer(desk, running, request, response),
    )
}

async function answer(desk: Desk, running: Map<string, string>, request: Request, response: Response): Promise<void> {
  const body = typeof request.body === 'string' ? request.body : ''
  const query = parseForm(new URL(request.originalUrl, 'http://localhost').search)
  const path = request.baseUrl + request.path
  desk.calls.note('stripe', request, path, query, parseForm(body))
  const requestId = newId('req_', 14)
  response.set('request-id', requestId)
  const key = request.method === 'POST' ? request.get('idempotency-key') : undefined
  let claimed: string | undefined
  try {
    authenticate(desk, request)
    const { route, id } = find(request.method, path)
    const print = fingerprint(request.method, path, body)
    const earlier = key === undefined ? null : claim(desk, running, key, print)
    if (!earlier) claimed = key
    const fault = desk.faults.list().find(({ vendor }) => vendor === 'stripe')
    if (await desk.faults.strike('stripe', request, response, faultBody)) {
      if (key !== undefined && !earlier && fault?.replayed && fault.status) {
        const text = JSON.stringify(faultBody(fault.status))
        remember(desk, key, { fingerprint: print, status: fault.status, body: text, requestId, at: desk.now() })
      }
      return
    }
    if (key !== undefined) response.set('idempotency-key', key)
    if (earlier) {
      response.set({ 'idempotent-replayed': 'true', 'original-request': earlier.requestId })
      response.status(earlier.status).type('json').send(earlier.body)
      return
    }
    advanceStripe(desk)
    const form = request.method === 'POST' ? parseForm(body) : query
    const text = JSON.stringify(route({ desk, id, form, version: request.get('stripe-version') }))
    const replay = { fingerprint: print, status: 200, body: text, requestId, at: desk.now() }
    if (key !== undefined) remember(desk, key, replay)
    response.type('json').send(text)
  } catch (error) {
    refuse(response, error)
  } finally {
    if (claimed !== undefined) running.delete(claimed)
  }
}

function refuse(response: Response, error: unknown): void {
  if (!(error instanceof Refusal)) throw error
  response.status(error.status).json(error.body)
}

/** The key of a call: as a bearer's token, or as the user of basic credentials, which is what curl sends. */
function keyOf(request: Request): string | undefined {
  const [scheme = '', given = ''] = (request.get('authorization') ?? '').split(' ')
  if (/^basic$/i.test(scheme)) return Buffer.from(given, 'base64').toString().split(':')[0] || undefined
  return (/^bearer$/i.test(scheme) && given) || undefined
}

function authenticate(desk: Desk, request: Request): void {
  const key = keyOf(request)
  if (key === undefined) throw new Refusal(401, 'You did not provide an API key.')
  if (timingSafeEqual(digest(key), digest(desk.settings.stripe.secretKey))) return
  throw new Refusal(401, `Invalid API Key provided: ${key.slice(0, 8)}…`)
}

function find(method: string, path: string) {
  const found = findRoute(routes, method, path)
  if (!found) throw new Refusal(404, `Unrecognized request URL (${method}: ${path}).`)
  const { route, id } = found
  if (id === null) throw new Refusal(400, `Invalid escape in the request URL (${method}: ${path}).`)
  return { route, id }
}

const keptSeconds = 86_400

const fingerprint = (method: string, path: string, body: string) =>
  createHash('sha256').update(`${method} ${path}\n${body}`).digest('hex')

/**
 * Claims a key for one call.
 * @returns the answer of an earlier call under the key, or null when this call is the first
 * @throws {Refusal} 400 when the key was used for another call, 409 while that call is still running
 */
function claim(desk: Desk, running: Map<string, string>, key: string, print: string): Replay | null {
  const { replays } = desk.state.stripe
  const known = replays[key]
  if (known && known.at < desk.now() - keptSeconds) delete replays[key]
  const earlier = replays[key]
  if ((earlier?.fingerprint ?? running.get(key) ?? print) !== print) {
    const words = 'Keys for idempotent requests can only be used with the same parameters they were first used with.'
    throw new Refusal(400, words, undefined, undefined, 'idempotency_error')
  }
  if (running.has(key)) {
    const words = 'There is currently another in-progress request using this Idempotent Key.'
    throw new Refusal(409, words, 'idempotency_key_in_use', undefined, 'idempotency_error')
  }
  if (!earlier) running.set(key, print)
  return earlier ?? null
}

/**
 * Keeps an answer for repetitions, failures of Stripe's own included. What was refused before anything was
 * tried may be tried again under its key.
 */
function remember(desk: Desk, key: string, replay: Replay): void {
  const { replays } = desk.state.stripe
  for (const [old, { at }] of Object.entries(replays)) if (at < desk.now() - keptSeconds) delete replays[old]
  if (replay.status < 400 || replay.status === 402 || replay.status >= 500) replays[key] = replay
  desk.changed()
}
