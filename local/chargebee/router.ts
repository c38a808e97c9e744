import express, { type Request, type Response, type Router } from 'express'
import type { Context } from '@/local/vendors/context'
import { type Form, parseForm } from '@/local/vendors/form'
import { dropOldReplays, fingerprintOf } from '@/local/vendors/idempotency'
import { findRoute, isSameText } from '@/local/vendors/routing'
import { faultBody, ApiError } from './requests'
import { routes } from './routes'
import { advanceChargebee } from './subscriptions'

/** Chargebee's API under `/api/v2`. */
export function chargebeeRouter(context: Context): Router {
  return express.Router().use(parseForm, (request, response) => answer(context, request, response))
}

async function answer(context: Context, request: Request, response: Response): Promise<void> {
  const body = (request.body ?? {}) as Form
  context.calls.record('chargebee', request, request.baseUrl + request.path, request.query, body)
  try {
    authenticate(context, request)
    if (await context.faults.apply('chargebee', request, response, faultBody)) return
    advanceChargebee(context)
    const { route, id } = find(request)
    const form = request.method === 'POST' ? body : request.query
    const run = () => JSON.stringify(route({ context, id, form }))
    const key = request.method === 'POST' ? request.get('chargebee-idempotency-key') : undefined
    response
      .type('json')
      .send(
        key === undefined
          ? run()
          : once(context, response, key, fingerprintOf(request.method, request.path, body), run),
      )
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    response.status(error.status).json(error.body)
  }
}

function find({ method, path }: Request) {
  const found = findRoute(routes, method, path)
  if (!found) throw new ApiError(404, 'resource_not_found', 'Sorry, we could not find that resource.')
  const { route, id } = found
  if (id === null) throw new ApiError(400, 'invalid_request', 'The address cannot be read.')
  return { route, id }
}

function authenticate(context: Context, request: Request): void {
  const expected = `Basic ${Buffer.from(`${context.settings.chargebee.apiKey}:`).toString('base64')}`
  if (isSameText(request.get('authorization') ?? '', expected)) return
  throw new ApiError(401, 'api_authentication_failed', 'Sorry, authentication failed. Invalid api key.')
}

/** Replays the first answer for a repeated idempotency key. */
function once(context: Context, response: Response, key: string, fingerprint: string, run: () => string): string {
  const { replays } = context.state.chargebee
  dropOldReplays(replays, context.now())
  const earlier = replays[key]
  if (earlier && earlier.fingerprint !== fingerprint) {
    const message = 'The idempotency key was used before with other parameters.'
    throw new ApiError(400, 'invalid_request', message)
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
