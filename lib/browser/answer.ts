import type { useTranslations } from 'next-intl'
import { messageKey } from '@/lib/site'
import type { ApiError, ErrorDetail } from '@/lib/contract/error'

/** `retryAfter` is in seconds. */
export type Failure = { status: number; data: ApiError; retryAfter?: number }
/** Calls never throw. Status 0 means that there was no answer. */
export type Answer<T> = { status: 200; data: T } | Failure

export function isOk<T>(answer: Answer<T>): answer is { status: 200; data: T } {
  return answer.status === 200 && !('error' in (answer.data as object))
}

/** @param message of others; our own words are chosen by `detail` or `code` */
export const failure = (status: number, code: string, message = '', detail?: ErrorDetail): Failure => ({
  status,
  data: { error: { code, ...(detail && { detail }), message, requestId: '' } },
})

export const noAnswerFailure = () => failure(0, 'no-answer', '', 'unreachable')

/** The request never left the browser. */
export const notSentFailure = () => failure(0, 'not-sent', '', 'unreachable')

export const noModeFailure = () => failure(0, 'no-mode')

export const sessionExpiredFailure = () => failure(401, 'unauthenticated', '', 'session-expired')

/** Whether a request may have been carried out although we got no answer of ours. */
export function mayHaveArrived({ status, data }: Answer<unknown>): boolean {
  if (status === 200) return false
  const { code } = (data as ApiError).error
  return (status === 0 && code === 'no-answer') || (status >= 500 && code === 'unreadable')
}

/**
 * Replaces foreign bodies, such as a proxy's page, by an error of our own.
 * @param retryAfter `Retry-After` in seconds
 */
export function toAnswer<T>(status: number, data: unknown, retryAfter = Number.NaN): Answer<T> {
  const body = typeof data === 'object' && data !== null ? data : null
  if (status === 200) return body ? { status, data: body as T } : noAnswerFailure()
  const error = body && 'error' in body ? body.error : null
  if (typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string') {
    return { status, data: body as ApiError, ...(retryAfter > 0 && { retryAfter }) }
  }
  return failure(status, 'unreadable')
}

export type ErrorWords = ReturnType<typeof useTranslations<'errors'>>

/** Says in the page's language what an API call met. A code that this page does not know has the API's English. */
export function problemWords(t: ErrorWords, { data: { error }, retryAfter = 0 }: Failure): string {
  if (error.code === 'too-many-requests' && retryAfter > 60) {
    return t('tooManyTries', { minutes: Math.ceil(retryAfter / 60) })
  }
  const names = [error.detail ?? error.code, error.code]
  const key = names.map((name) => messageKey(name) as 'internal').find((name) => t.has(name))
  return key ? t(key) : error.message
}
