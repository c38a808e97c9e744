import 'server-only'
import { randomUUID } from 'node:crypto'
import { trace } from '@opentelemetry/api'
import { LRUCache } from 'lru-cache'
import type { ZodError, ZodType } from 'zod'
import { tokenHeader } from '@/lib/site'
import { bodyLimit, parseObject, readBody } from './body'
import { patienceMs, waitingEnds, within } from './deadline'
import { assertNotDisabled } from '@/lib/server/identity/account-status'
import { ApiFailure, errorResponse, toFailure } from './errors'
import { assertNotRevoked, verifyToken, type Identity } from '@/lib/server/identity/tokens'
import { rates, spend, wasRefused, type Rate } from './limits'
import { log } from '@/lib/server/observability/log'
import { countRequest, routeOf } from '@/lib/server/observability/metrics'
import { keepOutOfLog, setAnswerBy, withRequest } from './request-context'
import { assertRecentSignIn } from '@/lib/server/identity/recent-sign-in'
import { assertNotDeleted, noteConfirmedEmail } from '@/lib/server/users/users'

/** A route that answers once and takes no parameters of its path. */
type Route = (request: Request) => Promise<Response>

type Context<Body, Query> = { identity: Identity; uid: string; body: Body; query: Query; headers: Headers }

type Rules<Body, Query> = {
  /** Where the uid of the call stands: in the query, in the body, or in both (then they must agree). */
  uid: 'query' | 'body' | 'both'
  /** The body's shape; without one the body is read and ignored. */
  body?: ZodType<Body>
  /** The query's shape beside the uid: each parameter as the list of its values. */
  query?: ZodType<Query>
  /** A limit of its own, beside the one that counts all calls of a person. */
  rate?: Exclude<Rate, 'call'>
  /** Ask the provider itself whether the token was revoked: where money or data goes. */
  fresh?: boolean
  /** Ask for a sign-in of the last minutes: for what cannot be undone. */
  recent?: boolean
}

/** Milliseconds of a person's patience that the identity service may take. */
const identityMs = 3000

/** Calls of a person that this process has begun and not counted yet. */
const uncounted = new Map<string, number>()

/** Calls of a person within a minute, also wrong ones, which the limits do not count. */
const calls = new LRUCache<string, { count: number }>({ max: 10_000, ttl: 60_000 })

function change(uid: string, by: 1 | -1): number {
  if (by === 1) {
    const made = calls.get(uid) ?? { count: 0 }
    if (made.count++ === 0) calls.set(uid, made)
  }
  const count = (uncounted.get(uid) ?? 0) + by
  if (count > 0) uncounted.set(uid, count)
  else uncounted.delete(uid)
  return count
}

/** What is under way then may end later; what waits for a provider ends sooner, and says more. */
const tooLate = () =>
  new ApiFailure('unavailable', {
    outcome: 'unknown',
    message: 'This takes too long, so we cannot say whether it was done. Please look again in a moment.',
    cause: new Error('deadline'),
  })

const identityLate = () => new ApiFailure('unavailable', { cause: new Error('the identity service is late') })

/**
 * A call of a signed-in person, who has an answer within `patienceMs`. The order of checks is the contract's: token,
 * whose uid, body, limits; then the rule itself. The identity service is asked about the account once the query's uid
 * is known to be its own, so that a call in another's name asks nobody; neither does one that the limits will refuse.
 * What the rule returns is the answer's JSON; a `Response` goes out as it is.
 */
export function handle<Body = undefined, Query = undefined>(
  rules: Rules<Body, Query>,
  run: (context: Context<Body, Query>) => Promise<unknown>,
): Route {
  /** Out of a short memory, or by the service itself where the token must not be revoked either. */
  const assertEnabled = (identity: Identity): Promise<void> =>
    rules.fresh
      ? within(Math.min(waitingEnds(), Date.now() + identityMs), assertNotRevoked(identity), identityLate)
      : assertNotDisabled(identity)

  /** Of a call that is probably one too many the identity service is asked last, once the limits let it through. */
  const isTooMany = (uid: string, begun: number): boolean =>
    begun > rates.call.points ||
    (calls.get(uid)?.count ?? 0) > 2 * rates.call.points ||
    wasRefused('call', uid) ||
    (rules.rate !== undefined && wasRefused(rules.rate, uid))

  async function reply(request: Request): Promise<unknown> {
    const identity = await verifyToken(request.headers.get(tokenHeader))
    keepOutOfLog(identity.uid, identity.email)
    await assertNotDeleted(identity)
    const given = new URL(request.url).searchParams
    // Where the body names the person, a query that names another contradicts it.
    if (rules.uid !== 'body' || namesUid(given)) assertOwn(identity, uidOf(given))
    const { body, query } = await counted(request, identity, given)
    if (rules.recent) assertRecentSignIn(identity)
    await noteConfirmedEmail(identity)
    const { headers } = request
    return run({ identity, uid: identity.uid, body: body as Body, query: query as Query, headers })
  }

  /** From the account to the limits. */
  async function counted(request: Request, identity: Identity, given: URLSearchParams) {
    const { uid } = identity
    const isLate = isTooMany(uid, change(uid, 1))
    try {
      if (!isLate) await assertEnabled(identity)
      const raw = await readBody(request, bodyLimit.api)
      const body = rules.body ? shape(rules.body, parseObject(raw), rules.uid === 'query' ? null : identity) : undefined
      const query = rules.query ? shape(rules.query, listed(given), null) : undefined
      await spend('call', uid)
      if (rules.rate) await spend(rules.rate, uid)
      if (isLate) await assertEnabled(identity)
      return { body, query }
    } finally {
      change(uid, -1)
    }
  }

  return answer((request) => {
    const until = Date.now() + patienceMs
    setAnswerBy(until)
    return within(until, reply(request), tooLate)
  })
}

/** A call that anybody may make: the same answers, log lines and errors, without the person. */
export function publicly(run: (request: Request) => Promise<unknown>): Route {
  return answer(run)
}

/** The one place where an error becomes an answer, and where a request is logged and measured. */
function answer(run: (request: Request) => Promise<unknown>): Route {
  return (request) => {
    const requestId = randomUUID()
    trace.getActiveSpan()?.setAttribute('unhurried.request_id', requestId)
    return withRequest(requestId, async () => {
      const started = performance.now()
      const response = await run(request).then(
        (result) => success(result, requestId),
        (error: unknown) => failed(error, requestId),
      )
      const { pathname } = new URL(request.url)
      const ms = performance.now() - started
      const { status } = response
      countRequest(pathname, status, ms / 1000)
      // The route and not the path: what leads nowhere may hold anything.
      log().info({ method: request.method, route: routeOf(pathname), status, ms: Math.round(ms) }, 'request')
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

function failed(error: unknown, requestId: string): Response {
  const failure = toFailure(error)
  const line = { code: failure.code, err: failure.extra.cause }
  if (failure.status >= 500 || failure.code === 'provider-refused') log().error(line, failure.message)
  else log().debug(line, failure.message)
  return errorResponse(failure, requestId)
}

const listed = (query: URLSearchParams) => Object.fromEntries([...query.keys()].map((key) => [key, query.getAll(key)]))

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
type Method = (typeof methods)[number]

/** A route's exports: the handler under its method, and an answer in the API's own shape under every other. */
export function only(method: Method, route: Route): Record<Method, Route> {
  const refused = answer(async () => {
    throw new ApiFailure('method-not-allowed', { allow: method })
  })
  const table = Object.fromEntries(methods.map((name) => [name, refused])) as Record<Method, Route>
  return { ...table, [method]: route }
}

/** How often a query names a uid, also as part of a list, as some programs read `uid[]`. */
const uidsIn = (query: URLSearchParams) => [...query.keys()].filter((key) => key === 'uid' || key.startsWith('uid['))
const namesUid = (query: URLSearchParams) => uidsIn(query).length > 0

/** The uid of a query, or null where it is missing, doubled, or part of a list. */
const uidOf = (query: URLSearchParams): string | null => (uidsIn(query).length === 1 ? query.get('uid') : null)

/** One plain uid, and the token's. */
function assertOwn(identity: Identity, uid: string | null): void {
  if (uid === null) throw new ApiFailure('invalid-request', { message: 'The query must name one uid, once.' })
  if (uid !== identity.uid) throw new ApiFailure('forbidden')
}

function shape<Body>(schema: ZodType<Body>, value: Record<string, unknown>, owner: Identity | null): Body {
  // Another's uid is refused as such, whatever else may be wrong with the body.
  if (owner && typeof value.uid === 'string') assertOwn(owner, value.uid)
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new ApiFailure('invalid-request', { fields: fieldCodes(parsed.error), cause: parsed.error })
}

/** The first problem of each field, as a stable word. */
function fieldCodes(error: ZodError): Record<string, string> {
  return Object.fromEntries(
    error.issues.toReversed().map((issue) => [issue.path.join('.') || 'body', issue.code.replaceAll('_', '-')]),
  )
}
