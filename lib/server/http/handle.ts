import 'server-only'
import { randomUUID } from 'node:crypto'
import { trace } from '@opentelemetry/api'
import type { ZodError, ZodType } from 'zod'
import { tokenHeader } from '@/lib/site'
import { updateCustomerEmail } from '@/lib/server/billing/customers'
import { deliverPlanEmails } from '@/lib/server/email/plan-emails'
import { assertNotRevoked, assertProbablyNotRevoked } from '@/lib/server/identity/admin'
import { assertRecentSignIn, verifyToken, type Identity } from '@/lib/server/identity/tokens'
import { recordError } from '@/lib/server/observability/errors'
import { log } from '@/lib/server/observability/log'
import { countRequest, routeOf } from '@/lib/server/observability/metrics'
import { recordConfirmed } from '@/lib/server/users/address-marks'
import { assertNotDeleted } from '@/lib/server/users/deletion-lock'
import {
  bodyLimit,
  parseJsonBody,
  readBody,
  requestTimeoutMs,
  redactFromLog,
  setResponseDeadline,
  withDeadline,
  withRequest,
} from './request'
import { ApiFailure, errorResponse, toFailure } from './errors'
import { consumePoint, wasLimited, type Rate } from './limits'

type Route = (request: Request) => Promise<Response>

type Context<Body, Query, Headers> = { identity: Identity; uid: string; body: Body; query: Query; headers: Headers }

type Rules<Body, Query, Headers> = {
  uid: 'query' | 'body' | 'both'
  body?: ZodType<Body>
  /** The query beside the uid: lists of values by parameter. */
  query?: ZodType<Query>
  headers?: ZodType<Headers>
  rate?: Exclude<Rate, 'call'>
  /** Refuse the call if it cannot be checked that the token is not revoked: for money and personal data. */
  checkRevoked?: boolean
  /** Require a sign-in within the last minutes: for irreversible actions. */
  requireRecentSignIn?: boolean
}

const requestTimeout = () =>
  new ApiFailure('unavailable', {
    outcome: 'unknown',
    detail: 'requestTimeout',
    cause: new Error('deadline'),
  })

/**
 * Handles a signed-in user's call within `requestTimeoutMs`, in the contract's order: token, uid, body, limits.
 * @param run returns JSON or a `Response`
 */
export function handle<Body = undefined, Query = undefined, Headers = undefined>(
  rules: Rules<Body, Query, Headers>,
  run: (context: Context<Body, Query, Headers>) => Promise<unknown>,
): Route {
  const assertEnabled = rules.checkRevoked ? assertNotRevoked : assertProbablyNotRevoked

  async function readInput(request: Request, identity: Identity, params: URLSearchParams) {
    const raw = await readBody(request, bodyLimit.api)
    const owner = rules.uid === 'query' ? null : identity
    const body = rules.body ? parseInput(rules.body, parseJsonBody(raw), owner) : undefined
    const query = rules.query ? parseInput(rules.query, valuesByName(params), null) : undefined
    const headers = rules.headers ? parseInput(rules.headers, Object.fromEntries(request.headers), null) : undefined
    return { body: body as Body, query: query as Query, headers: headers as Headers }
  }

  async function runAuthorized(request: Request): Promise<unknown> {
    const identity = await verifyToken(request.headers.get(tokenHeader))
    redactFromLog(identity.uid, identity.email)
    await assertNotDeleted(identity)
    const params = new URL(request.url).searchParams
    if (rules.uid !== 'body' || uidParams(params).length > 0) assertOwnUid(identity, uidOf(params))
    // A revoked token must not use up the user's calls, and a refused call should cost the identity service nothing.
    const isLimited = wasLimited('call', identity.uid)
    if (!isLimited) await assertEnabled(identity)
    const input = await readInput(request, identity, params)
    await consumePoint('call', identity.uid)
    if (rules.rate) await consumePoint(rules.rate, identity.uid)
    if (isLimited) await assertEnabled(identity)
    if (rules.requireRecentSignIn) assertRecentSignIn(identity)
    const confirmed = await recordConfirmed(identity)
    if (confirmed) void deliverPlanEmails()
    if (confirmed === 'new-address') void updateCustomerEmail(identity.uid, identity.email)
    return run({ identity, uid: identity.uid, ...input })
  }

  return handlePublic((request) => {
    const deadline = Date.now() + requestTimeoutMs
    setResponseDeadline(deadline)
    return withDeadline(deadline, runAuthorized(request), requestTimeout)
  })
}

/**
 * The only place that turns errors into answers, and logs and measures requests.
 * @param label replaces the path in logs and metrics if clients choose it, since it may contain personal data
 */
export function handlePublic(run: (request: Request) => Promise<unknown>, label?: string): Route {
  return (request) => {
    const requestId = randomUUID()
    const route = label ?? routeOf(new URL(request.url).pathname)
    trace.getActiveSpan()?.setAttribute('unhurried.request_id', requestId)
    return withRequest(requestId, async () => {
      const started = performance.now()
      const response = await run(request).then(
        (result) => success(result, requestId),
        (error: unknown) => failure(error, requestId, route, request.headers.get('accept-language') ?? ''),
      )
      const ms = performance.now() - started
      const { status } = response
      countRequest(route, status, ms / 1000)
      log().info({ method: request.method, route, status, ms: Math.round(ms) }, 'request')
      return response
    })
  }
}

function success(result: unknown, requestId: string): Response {
  const response = result instanceof Response ? result : Response.json(result)
  if (!response.headers.has('cache-control')) response.headers.set('Cache-Control', 'no-store')
  response.headers.set('X-Request-Id', requestId)
  return response
}

function failure(error: unknown, requestId: string, route: string, language: string): Promise<Response> {
  const apiFailure = toFailure(error)
  const logFields = { code: apiFailure.code, err: apiFailure.extra.cause }
  if (apiFailure.code === 'internal')
    recordError({ source: 'server', error: apiFailure.extra.cause, where: route, kind: 'api' })
  if (apiFailure.status >= 500 || apiFailure.code === 'provider-refused') log().error(logFields, apiFailure.message)
  else log().debug(logFields, apiFailure.message)
  return errorResponse(apiFailure, requestId, language)
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
type Method = (typeof methods)[number]

/** A route's exports: the handler under its method, and 405 under every other. */
export function allowOnly(method: Method, route: Route): Record<Method, Route> {
  const methodNotAllowed = handlePublic(async () => {
    throw new ApiFailure('method-not-allowed', { allow: method })
  })
  const routes = Object.fromEntries(methods.map((name) => [name, methodNotAllowed])) as Record<Method, Route>
  return { ...routes, [method]: route }
}

const valuesByName = (params: URLSearchParams) =>
  Object.fromEntries([...new Set(params.keys())].map((name) => [name, params.getAll(name)]))

/** Includes `uid[]`, which some programs read as a list. */
const uidParams = (params: URLSearchParams) =>
  [...params.keys()].filter((key) => key === 'uid' || key.startsWith('uid['))

/** Null if the uid is missing, doubled or part of a list. */
const uidOf = (params: URLSearchParams): string | null => (uidParams(params).length === 1 ? params.get('uid') : null)

function assertOwnUid(identity: Identity, uid: string | null): void {
  if (uid === null) throw new ApiFailure('invalid-request', { message: 'The query must contain exactly one uid.' })
  if (uid !== identity.uid) throw new ApiFailure('forbidden')
}

/** @param owner the body must have this uid; another one is always `forbidden` */
function parseInput<Value>(schema: ZodType<Value>, value: Record<string, unknown>, owner: Identity | null): Value {
  if (owner && typeof value.uid === 'string') assertOwnUid(owner, value.uid)
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new ApiFailure('invalid-request', { fields: fieldCodes(parsed.error), cause: parsed.error })
}

function fieldCodes(error: ZodError): Record<string, string> {
  return Object.fromEntries(
    error.issues.toReversed().map((issue) => [issue.path.join('.') || 'body', issue.code.replaceAll('_', '-')]),
  )
}
