import { createHash, timingSafeEqual } from 'node:crypto'
import express, { type Request, type Response, type Router } from 'express'
import type { Desk } from '@/local/vendors/context'
import { findRoute, parseForm } from '@/local/vendors/routing'
import { faultBody, Refusal } from './requests'
import { routes } from './routes'
import { advanceChargebee } from './subscriptions'

const keptSeconds = 86_400

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Chargebee's API under `/api/v2`. What it does not know it refuses as Chargebee does. */
export function chargebeeRouter(desk: Desk): Router {
  return express
    .Router()
    .use(express.text({ type: () => true, limit: '1mb' }), (request, response) => answer(desk, request, response))
}

async function answer(desk: Desk, request: Request, response: Response): Promise<void> {
  const body = typeof request.body === 'string' ? request.body : ''
  const query = parseForm(new URL(request.originalUrl, 'http://localhost').search)
  desk.calls.note('chargebee', request, request.baseUrl + request.path, query, parseForm(body))
  try {
    authenticate(desk, request)
    if (await desk.faults.strike('chargebee', request, response, faultBody)) return
    advanceChargebee(desk)
    const { route, id } = find(request)
    const form = request.method === 'POST' ? parseForm(body) : query
    const run = () => JSON.stringify(route({ desk, id, form }))
    const key = request.method === 'POST' ? request.get('chargebee-idempotency-key') : undefined
    response.type('json').send(key === undefined ? run() : once(desk, response, key, print(request, body), run))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    response.status(error.status).json(error.body)
  }
}

function find({ method, path }: Request) {
  const found = findRoute(routes, method, path)
  if (!found) throw new Refusal(404, 'resource_not_found', 'Sorry, we could not find that resource.')
  const { route, id } = found
  if (id === null)
    throw new Refusal(400, 'invalid_request', 'The address cannot be read.', undefined, 'invalid_request')
  return { route, id }
}

function authenticate(desk: Desk, request: Request): void {
  const expected = `Basic ${Buffer.from(`${desk.settings.chargebee.apiKey}:`).toString('base64')}`
  if (timingSafeEqual(digest(request.get('authorization') ?? ''), digest(expected))) return
  throw new Refusal(401, 'api_authentication_failed', 'Sorry, authentication failed. Invalid api key.')
}

const print = (request: Request, body: string) =>
  createHash('sha256').update(`${request.method} ${request.path}\n${body}`).digest('hex')

/** Runs a call once under its key; a repetition gets the answer that was given then. */
function once(desk: Desk, response: Response, key: string, fingerprint: string, run: () => string): string {
  const { replays } = desk.state.chargebee
  for (const [old, { at }] of Object.entries(replays)) if (at < desk.now() - keptSeconds) delete replays[old]
  const earlier = replays[key]
  if (earlier && earlier.fingerprint !== fingerprint) {
    const words = 'The idempotency key was used before with other parameters.'
    throw new Refusal(400, 'invalid_request', words, undefined, 'invalid_request')
  }
  if (earlier) {
    response.set('chargebee-idempotency-replayed', 'true')
    return earlier.body
  }
  const body = run()
  replays[key] = { fingerprint, status: 200, body, at: desk.now() }
  desk.changed()
  return body
}
