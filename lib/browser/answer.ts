import type { ApiError } from '@/lib/contract/error'

/** `retryAfter` is in seconds. */
export type Failure = { status: number; data: ApiError; retryAfter?: number }
/** Calls never throw. Status 0 means that there was no answer. */
export type Answer<T> = { status: 200; data: T } | Failure

export function isOk<T>(answer: Answer<T>): answer is { status: 200; data: T } {
  return answer.status === 200 && !('error' in (answer.data as object))
}

export function failure(status: number, code: string, message: string): Failure {
  return { status, data: { error: { code, message, requestId: '' } } }
}

const unreachableMessage = 'We couldn’t reach the server. Check your connection and try again.'

export const noAnswerFailure = () => failure(0, 'no-answer', unreachableMessage)

/** The request never left the browser. */
export const notSentFailure = () => failure(0, 'not-sent', unreachableMessage)

export const noModeFailure = () =>
  failure(0, 'no-mode', 'This address isn’t set up, so nothing was sent. Please use our main site instead.')

export const sessionExpiredFailure = () =>
  failure(401, 'unauthenticated', 'Your sign-in session has expired. Please sign in again.')

/** Whether a request may have been carried out although we got no answer of ours. */
export function mayHaveArrived({ status, data }: Answer<unknown>): boolean {
  if (status === 200) return false
  const { code } = (data as ApiError).error
  return (status === 0 && code === 'no-answer') || (status >= 500 && code === 'unreadable')
}

/**
 * Replaces foreign bodies, such as a proxy's page, by our own message.
 * @param retryAfter `Retry-After` in seconds
 */
export function toAnswer<T>(status: number, data: unknown, retryAfter = Number.NaN): Answer<T> {
  const body = typeof data === 'object' && data !== null ? data : null
  if (status === 200) return body ? { status, data: body as T } : noAnswerFailure()
  const error = body && 'error' in body ? body.error : null
  if (typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string') {
    return { status, data: body as ApiError, ...(retryAfter > 0 && { retryAfter }) }
  }
  return failure(status, 'unreadable', 'We couldn’t read the server’s answer. Please try again in a moment.')
}
