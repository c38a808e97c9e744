import type { ApiError } from '@/lib/contract/error'

/** `retryAfter`: the seconds to wait, where the server names them. */
export type Failure = { status: number; data: ApiError; retryAfter?: number }
/** What every call gives back: never an exception. Status 0 means that no answer came at all. */
export type Answer<T> = { status: 200; data: T } | Failure

export function isOk<T>(answer: Answer<T>): answer is { status: 200; data: T } {
  return answer.status === 200 && !('error' in (answer.data as object))
}

/** An error made on this side of the network, in the shape of the API's own. */
export function failure(status: number, code: string, message: string): Failure {
  return { status, data: { error: { code, message, requestId: '' } } }
}

const unreached = 'We could not reach the server. Check your connection and try again.'

export const noAnswer = () => failure(0, 'no-answer', unreached)

/** The call never left: something that it needs before could not be loaded. */
export const notSent = () => failure(0, 'not-sent', unreached)

export const noMode = () =>
  failure(0, 'no-mode', 'This address isn’t set up, so nothing was sent. Please use our main site instead.')

export const signInAgain = () =>
  failure(401, 'unauthenticated', 'Your sign-in session has expired. Please sign in again.')

/**
 * Whether a call left and got no answer of the site's: then nobody here knows whether it did what it was to do. A proxy
 * that says 502 or 504 in words of its own may have lost the answer, and not the call.
 */
export function mayHaveArrived({ status, data }: Answer<unknown>): boolean {
  if (status === 200) return false
  const { code } = (data as ApiError).error
  return (status === 0 && code === 'no-answer') || (status >= 500 && code === 'unreadable')
}

/**
 * Sorts what came back. A body that is not ours, such as a proxy's page, becomes a sentence of ours
 * under the status it came with; under 200 it counts as no answer, since nothing can be read from it.
 * @param wait the seconds of `Retry-After`; what is no number counts as none
 */
export function toAnswer<T>(status: number, data: unknown, wait = Number.NaN): Answer<T> {
  const body = typeof data === 'object' && data !== null ? data : null
  if (status === 200) return body ? { status, data: body as T } : noAnswer()
  const error = body && 'error' in body ? body.error : null
  if (typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string') {
    return { status, data: body as ApiError, ...(wait > 0 && { retryAfter: wait }) }
  }
  return failure(status, 'unreadable', 'The server did not give a readable answer. Please try again in a moment.')
}
