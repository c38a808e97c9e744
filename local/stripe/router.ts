import express, { type Request, type Response, type Router } from 'express'
import { type Context, newId } from '@/local/vendors/context'
import { type Form, parseForm } from '@/local/vendors/form'
import { dropOldReplays, fingerprintOf } from '@/local/vendors/idempotency'
import { findRoute, isSameText } from '@/local/vendors/routing'
import { expireLateSessions } from './checkout-sessions'
import type { Replay } from './records'
import { faultBody, ApiError } from './requests'
import { routes } from './routes'
import { advanceSubscriptions } from './subscriptions'

export function advanceStripe(context: Context): void {
  expireLateSessions(context)
  advanceSubscriptions(context)
}

/** Stripe's API under `/v1`. */
export function stripeRouter(context: Context): Router {
  const running = new Map<string, string>()
  return express.Router().use(parseForm, (request, response) => answer(context, running, request, response))
}

async function answer(
  context: Context,
  running: Map<string, string>,
  request: Request,
  response: Response,
): Promise<void> {
  const body = (request.body ?? {}) as Form
  const path = request.baseUrl + request.path
  context.calls.record('stripe', request, path, request.query, body)
  const requestId = newId('req_', 14)
  response.set('request-id', requestId)
  const key = request.method === 'POST' ? request.get('idempotency-key') : undefined
  let claimed: string | undefined
  try {
    authenticate(context, request)
    const { route, id } = find(request.method, path)
    const fingerprint = fingerprintOf(request.method, path, body)
    const earlier = key === undefined ? null : claim(context, running, key, fingerprint)
    if (!earlier) claimed = key
    const fault = context.faults.list().find(({ vendor }) => vendor === 'stripe')
    if (await context.faults.apply('stripe', request, response, faultBody)) {
      if (key !== undefined && !earlier && fault?.replayed && fault.status) {
        const text = JSON.stringify(faultBody(fault.status))
        remember(context, key, { fingerprint, status: fault.status, body: text, requestId, at: context.now() })
      }
      return
    }
    if (key !== undefined) response.set('idempotency-key', key)
    if (earlier) {
      response.set({ 'idempotent-replayed': 'true', 'original-request': earlier.requestId })
      response.status(earlier.status).type('json').send(earlier.body)
      return
    }
    advanceStripe(context)
    const form = request.method === 'POST' ? body : request.query
    const text = JSON.stringify(route({ context, id, form, version: request.get('stripe-version') }))
    const replay = { fingerprint, status: 200, body: text, requestId, at: context.now() }
    if (key !== undefined) remember(context, key, replay)
    response.type('json').send(text)
  } catch (error) {
    refuse(response, error)
  } finally {
    if (claimed !== undefined) running.delete(claimed)
  }
}

function refuse(response: Response, error: unknown): void {
  if (!(error instanceof ApiError)) throw error
  response.status(error.status).json(error.body)
}

/** curl sends the key as the user of basic credentials. */
function keyOf(request: Request): string | undefined {
  const [scheme = '', given = ''] = (request.get('authorization') ?? '').split(' ')
  if (/^basic$/i.test(scheme)) return Buffer.from(given, 'base64').toString().split(':')[0] || undefined
  return (/^bearer$/i.test(scheme) && given) || undefined
}

function authenticate(context: Context, request: Request): void {
  const key = keyOf(request)
  if (key === undefined) throw new ApiError(401, 'You did not provide an API key.')
  if (isSameText(key, context.settings.stripe.secretKey)) return
  throw new ApiError(401, `Invalid API Key provided: ${key.slice(0, 8)}…`)
}

function find(method: string, path: string) {
  const found = findRoute(routes, method, path)
  if (!found) throw new ApiError(404, `Unrecognized request URL (${method}: ${path}).`)
  const { route, id } = found
  if (id === null) throw new ApiError(400, `Invalid escape in the request URL (${method}: ${path}).`)
  return { route, id }
}

/**
 * @returns the answer of an earlier call under the key, or null for the first call
 * @throws {ApiError} 400 when the key was used for another call, 409 while that call is running
 */
function claim(context: Context, running: Map<string, string>, key: string, fingerprint: string): Replay | null {
  const { replays } = context.state.stripe
  dropOldReplays(replays, context.now())
  const earlier = replays[key]
  if ((earlier?.fingerprint ?? running.get(key) ?? fingerprint) !== fingerprint) {
    const message = 'Keys for idempotent requests can only be used with the same parameters they were first used with.'
    throw new ApiError(400, message, { type: 'idempotency_error' })
  }
  if (running.has(key)) {
    const message = 'There is currently another in-progress request using this Idempotent Key.'
    throw new ApiError(409, message, { code: 'idempotency_key_in_use', type: 'idempotency_error' })
  }
  if (!earlier) running.set(key, fingerprint)
  return earlier ?? null
}

/** Stripe replays its own failures, but not refusals before anything was tried. */
function remember(context: Context, key: string, replay: Replay): void {
  const { replays } = context.state.stripe
  if (replay.status < 400 || replay.status === 402 || replay.status >= 500) replays[key] = replay
  context.changed()
}
