import { createHash, timingSafeEqual } from 'node:crypto'
import express, { type Request, type Response, type Router } from 'express'
import type { Context } from '@/local/vendors/context'
import { findRoute, idempotencyTtlSeconds, parseForm } from '@/local/vendors/routing'
import { faultBody, ApiError } from './requests'
import { routes } from './routes'
import { advanceChargebee } from './subscriptions'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Chargebee's API under `/api/v2`. */
export function chargebeeRouter(context: Context): Router {
  return express
    .Router()
    .use(express.text({ type: () => true, limit: '1mb' }), (request, response) => answer(context, request, response))
}

async function answer(context: Context, request: Request, response: Response): Promise<void> {
  const body = typeof request.body === 'string' ? request.body : ''
  const query = parseForm(new URL(request.originalUrl, 'http://localhost').search)
  context.calls.record('chargebee', request, request.baseUrl + request.path, query, parseForm(body))
  try {
    authenticate(context, request)
    if (await context.faults.apply('chargebee', request, response, faultBody)) return
    advanceChargebee(context)
    const { route, id } = find(request)
    const form = request.method === 'POST' ? parseForm(body) : query
    const run = () => JSON.stringify(route({ context, id, form }))
    const key = request.method === 'POST' ? request.get('chargebee-idempotency-key') : undefined
    response
      .type('json')
      .send(key === undefined ? run() : once(context, response, key, fingerprintOf(request, body), run))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    response.status(error.status).json(error.body)
  }
}

function find({ method, path }: Request) {
  const found = findRoute(routes, method, path)
  if (!found) throw new ApiError(404, 'resource_not_found', 'Sorry, we could not find that resource.')
  const { route, id } = found
  if (id === null)
    throw new ApiError(400, 'invalid_request', 'The address cannot be read.', { type: 'invalid_request' })
  return { route, id }
}

function authenticate(context: Context, request: Request): void {
  const expected = `Basic ${Buffer.from(`${context.settings.chargebee.apiKey}:`).toString('base64')}`
  if (timingSafeEqual(digest(request.get('authorization') ?? ''), digest(expected))) return
  throw new ApiError(401, 'api_authentication_failed', 'Sorry, authentication failed. Invalid api key.')
}

const fingerprintOf = (request: Request, body: string) =>
  createHash('sha256').update(`${request.method} ${request.path}\n${body}`).digest('hex')

/** Replays the first answer for a repeated idempotency key. */
function once(context: Context, response: Response, key: string, fingerprint: string, run: () => string): string {
  const { replays } = context.state.chargebee
  for (const [old, { at }] of Object.entries(replays))
    if (at < context.now() - idempotencyTtlSeconds) delete replays[old]
  const earlier = replays[key]
  if (earlier && earlier.fingerprint !== fingerprint) {
    const message = 'The idempotency key was used before with other parameters.'
    throw new ApiError(400, 'invalid_request', message, { type: 'invalid_request' })
  }
  if (earlier) {
    response.set('chargebee-idempotency-replayed', 'true')
    return earlier.body
  }
  const body = run()
  replays[key] = { fingerprint, status: 200, body, at: context.now() }
  context.changed()
  return body
}
