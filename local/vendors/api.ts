/** The form-encoded APIs of both payment vendors: routes, faults and idempotency keys. */
import { createHash } from 'node:crypto'
import express, { type Request, type Response, type Router } from 'express'
import type { Provider } from '@/lib/contract/plan'
import type { Context } from './context'
import type { CallAnswer } from './records'
import { findRoute } from './routing'

type Form = Record<string, unknown>

/** A refusal in the vendor's own shape. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly body: object,
  ) {
    super(JSON.stringify(body))
  }
}

export type Call = { id: string; form: Form; version: string | undefined }

export type Api = {
  name: Provider
  keyHeader: string
  /** Whether a second request under a key is refused while the first runs. */
  refusesParallel: boolean
  isAuthorized: (authorization: string) => boolean
  /** The vendor's error body. */
  refusal: (status: number, message: string, code?: string) => object
  /** By `METHOD /path/:id`. */
  routes: Record<string, (call: Call) => object>
  /** Applies what has become due. */
  advance: () => void
}

/** Ignores the content type, which not every caller sends. */
const parseForm = express.urlencoded({ extended: true, type: () => true, limit: '1mb' })

const texts = new Set(['metadata', 'client_reference_id', 'email', 'name'])

/** Form parameters are text; the SDK's types have numbers and booleans too. */
function decoded(value: unknown, name = ''): unknown {
  if (texts.has(name)) return value
  if (Array.isArray(value)) return value.map((child) => decoded(child, name))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, decoded(child, key)]))
  }
  if (value === 'true' || value === 'false') return value === 'true'
  return typeof value === 'string' && /^-?\d{1,12}$/.test(value) ? Number(value) : value
}

const replaySeconds = 86_400

export function apiRouter(context: Context, api: Api): Router {
  const { replays } = context.state[api.name]
  const running = new Set<string>()

  function remember(key: string | undefined, answer: CallAnswer) {
    if (key === undefined) return
    replays[key] = answer
    context.changed()
  }

  async function run(request: Request, key: string | undefined): Promise<CallAnswer | null> {
    const { method, response } = { method: request.method, response: request.res as Response }
    const path = request.baseUrl + request.path
    const body = (request.body ?? {}) as Form
    const at = context.now()
    for (const [old, replay] of Object.entries(replays)) if (replay.at < at - replaySeconds) delete replays[old]
    const fingerprint = createHash('sha256')
      .update(JSON.stringify([method, path, body]))
      .digest('hex')
    const fault = context.faults.list().find(({ vendor }) => vendor === api.name)
    if (await context.faults.apply(api.name, request, response, (status) => api.refusal(status, 'A fault.'))) {
      if (fault?.replayed && fault.status && !replays[key ?? '']) {
        const text = JSON.stringify(api.refusal(fault.status, 'A fault.'))
        remember(key, { fingerprint, status: fault.status, body: text, at })
      }
      return null
    }
    const earlier = replays[key ?? '']
    if (earlier && earlier.fingerprint !== fingerprint) throw refuse(400, 'This key was used for another request.')
    if (earlier) return earlier
    const found = findRoute(api.routes, method, path)
    if (!found) throw refuse(404, `Unknown address: ${method} ${path}`, 'resource_not_found')
    api.advance()
    const form = decoded(method === 'POST' ? body : request.query) as Form
    const result = found.route({ id: found.id, form, version: request.get('stripe-version') })
    const answer = { fingerprint, status: 200, body: JSON.stringify(result), at }
    remember(key, answer)
    return answer
  }

  const refuse = (status: number, message: string, code?: string) =>
    new ApiError(status, api.refusal(status, message, code))

  async function answer(request: Request, response: Response): Promise<void> {
    context.calls.record(api.name, request, request.baseUrl + request.path, request.query, request.body ?? {})
    const key = request.method === 'POST' ? request.get(api.keyHeader) : undefined
    let claimed: string | undefined
    try {
      if (!api.isAuthorized(request.get('authorization') ?? ''))
        throw refuse(401, 'Sorry, authentication failed: Invalid API Key.')
      // Replays do not block each other.
      if (key !== undefined && !replays[key]) {
        if (running.has(key) && api.refusesParallel) {
          throw refuse(409, 'A request with this key is in progress.', 'idempotency_key_in_use')
        }
        running.add(key)
        claimed = key
      }
      const found = await run(request, key)
      if (found) response.status(found.status).type('json').send(found.body)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      response.status(error.status).json(error.body)
    } finally {
      if (claimed !== undefined) running.delete(claimed)
    }
  }

  return express.Router().use(parseForm, (request, response) => answer(request, response))
}
