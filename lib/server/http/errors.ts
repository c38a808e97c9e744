import { errorStatus, type ErrorCode, type Outcome, type Reason } from '@/lib/contract/error'
import type { Provider } from '@/lib/contract/plan'
import type { Challenge } from '@/lib/contract/proof-of-work'

const messages: Record<ErrorCode, string> = {
  'invalid-request': 'Something in this request is missing or in the wrong format.',
  'unknown-price': 'We don’t offer this plan. Please choose one on the plans page.',
  'invalid-return-url': 'The return address must be on this site.',
  'bad-signature': 'The signature of this message isn’t right.',
  unauthenticated: 'Please sign in again.',
  'bad-credentials': 'The credentials in this message aren’t right.',
  forbidden: 'This belongs to another account.',
  'recent-sign-in-required': 'Please sign in again first. Nothing was deleted.',
  'email-not-confirmed':
    'Please confirm your email address first. Then you can start your free trial. Nothing was charged.',
  'not-found': 'There is nothing at this address.',
  'user-not-found': 'There’s no record of this user yet.',
  'subscription-not-found': 'There’s no such plan in your account.',
  'no-customer': 'There’s nothing to show yet, because you haven’t paid for anything here.',
  'method-not-allowed': 'This address does not take that method.',
  'already-subscribed': 'You already have a plan. You can see it on your profile.',
  'terms-changed': 'The price or the trial of this plan is not what the page showed. Nothing was opened or charged.',
  'cancel-in-store': 'This plan was bought in an app store, so you can only change or cancel it there.',
  'not-cancelled': 'This plan is not cancelled, so there’s nothing to resume.',
  'not-pausable': 'This plan cannot be paused right now. Nothing has changed.',
  'not-changeable': 'This plan cannot be changed right now. Nothing has changed.',
  'refund-window-over': 'The time for a refund is over, or there’s nothing to refund. Nothing has changed.',
  'provider-refused':
    'The payment provider doesn’t allow this from here, and nothing has changed. You may be able to do it on the ' +
    'provider’s own page. If not, write to us.',
  'too-large': 'This request is too large.',
  'too-many-requests': 'That was a few too many tries. Please wait a moment and try again.',
  internal: 'Something went wrong on our side. Please try again.',
  'provider-unavailable': 'The payment provider isn’t answering right now. Please try again in a moment.',
  'not-configured': 'This site isn’t set up for that. Nothing has changed.',
  unavailable: 'The service isn’t available right now. Please try again in a moment.',
}

type FailureDetails = {
  message?: string
  cause?: unknown
  /** Seconds for `Retry-After`. */
  retryAfter?: number
  allow?: string
  fields?: Record<string, string>
  cancelUrl?: string
  reason?: Reason
  outcome?: Outcome
  provider?: Provider
  allProvidersBlocked?: true
  challenge?: Challenge
  formToken?: string
}

/** The API's one error type. `handle` turns it into an answer. */
export class ApiFailure extends Error {
  readonly code: ErrorCode
  readonly extra: FailureDetails
  constructor(code: ErrorCode, extra: FailureDetails = {}) {
    super(extra.message ?? messages[code], { cause: extra.cause })
    this.name = 'ApiFailure'
    this.code = code
    this.extra = extra
  }
  /** By name, because each bundle of the process has its own class. */
  static override [Symbol.hasInstance](value: unknown): value is ApiFailure {
    return value instanceof Error && value.name === 'ApiFailure'
  }
  get status(): number {
    return errorStatus[this.code]
  }
  /** Whole seconds. */
  get retryAfter(): number | undefined {
    const seconds = this.extra.retryAfter ?? (this.code === 'unavailable' ? 5 : undefined)
    return seconds === undefined ? undefined : Math.max(1, Math.ceil(seconds))
  }
}

export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super('The database cannot be reached.', { cause })
    this.name = 'DatabaseUnavailable'
  }
}

const statementErrorCodes = /^(21|22|23|42)/

const connectionErrorCodes = /^(08|57P0|57014|55P03|25P0[34]|53|ECONN|EPIPE|ETIMEDOUT)/

const noAnswerMessages =
  /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error)/

/** Whether the database is unavailable; false for a wrong statement. */
export function isDatabaseFailure(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true
  if (isQueryError(error)) return !statementErrorCodes.test(codeOf(error.cause))
  const code = codeOf(error)
  return code === '' ? error instanceof Error && noAnswerMessages.test(error.message) : connectionErrorCodes.test(code)
}

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''

/** Drizzle's error, whose message contains values and must not be logged. */
export function isQueryError(error: unknown): error is Error & { query: unknown; params: unknown } {
  return error instanceof Error && 'query' in error && 'params' in error
}

/** Unknown errors become a generic 500 without details. */
export function toFailure(error: unknown): ApiFailure {
  if (error instanceof ApiFailure) return error
  if (isDatabaseFailure(error)) return new ApiFailure('unavailable', { cause: error })
  return new ApiFailure('internal', { cause: error })
}

/** Marks failures that may have left a partial change. */
export async function withUnknownOutcome<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const { code, message, extra } = toFailure(error)
    throw new ApiFailure(code, { outcome: 'unknown', ...extra, message })
  }
}

export function errorResponse(failure: ApiFailure, requestId: string): Response {
  const { code, message, retryAfter } = failure
  const { fields, cancelUrl, allow, outcome, reason, provider, allProvidersBlocked, challenge } = failure.extra
  const headers: Record<string, string> = { 'Cache-Control': 'no-store', 'X-Request-Id': requestId }
  if (allow) headers.Allow = allow
  if (retryAfter !== undefined) headers['Retry-After'] = String(retryAfter)
  return Response.json(
    {
      error: { code, message, requestId, fields, cancelUrl, outcome, reason, provider, allProvidersBlocked, challenge },
    },
    { status: failure.status, headers },
  )
}
