import { errorStatus, type ApiError, type ErrorCode } from '@/lib/contract/error'
import { wholeMinutes } from '@/lib/contract/format'
import { localeOfTag } from '@/lib/locales'
import { messageKey } from '@/lib/site'
import sentences from '@/messages/en/errors.json'

/** A sentence that says more than the one of the code. */
export type ErrorDetail = Exclude<keyof typeof sentences, 'tooManyTries'>

/** The optional fields of an answer. */
type ShownDetails = Partial<Omit<ApiError['error'], 'code' | 'message' | 'requestId'>>

type FailureDetails = ShownDetails & {
  /** Only for programs and the owner. Visitors read the sentence of `detail`, or that of the code. */
  message?: string
  detail?: ErrorDetail
  cause?: unknown
  /** Seconds for `Retry-After`. */
  retryAfter?: number
  allow?: string
  formToken?: string
}

/** The API's one error type. `handle` turns it into an answer. */
export class ApiFailure extends Error {
  readonly code: ErrorCode
  readonly extra: FailureDetails
  constructor(code: ErrorCode, extra: FailureDetails = {}) {
    super(extra.message ?? sentences[extra.detail ?? messageKey(code)], { cause: extra.cause })
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
    const { code, extra } = toFailure(error)
    throw new ApiFailure(code, { outcome: 'unknown', ...extra })
  }
}

/** What a visitor reads; an unknown language has the message for programs. */
async function messageIn(language: string, { code, extra, message, retryAfter = 0 }: ApiFailure): Promise<string> {
  const locale = localeOfTag(language)
  if (!locale) return message
  // Loaded on use, because outside of Next, as in the doctor, `next-intl` cannot be imported.
  const { translatorOf } = await import('@/lib/i18n/messages')
  const t = await translatorOf(locale, 'errors')
  if (code === 'too-many-requests' && retryAfter > 60) return t('tooManyTries', { minutes: wholeMinutes(retryAfter) })
  return t(extra.detail ?? messageKey(code))
}

/** @param language of the page that asks; programs often name none */
export async function errorResponse(failure: ApiFailure, requestId: string, language: string): Promise<Response> {
  const { code, retryAfter } = failure
  const message = await messageIn(language, failure)
  const { allow, fields, cancelUrl, outcome, reason, provider, allProvidersBlocked, challenge } = failure.extra
  const details: ShownDetails = { fields, cancelUrl, outcome, reason, provider, allProvidersBlocked, challenge }
  const headers: Record<string, string> = { 'Cache-Control': 'no-store', 'X-Request-Id': requestId }
  if (allow) headers.Allow = allow
  if (retryAfter !== undefined) headers['Retry-After'] = String(retryAfter)
  return Response.json({ error: { code, message, requestId, ...details } }, { status: failure.status, headers })
}
