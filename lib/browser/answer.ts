import type { useTranslations } from 'next-intl'
import type { ApiError } from '@/lib/contract/error'

/** `retryAfter` is in seconds. */
export type Failure = { status: number; data: ApiError; retryAfter?: number }
/** Calls never throw. Status 0 means that there was no answer. */
export type Answer<T> = { status: 200; data: T } | Failure

export function isOk<T>(answer: Answer<T>): answer is { status: 200; data: T } {
  return answer.status === 200 && !('error' in (answer.data as object))
}

export const failure = (status: number, code: string, message = ''): Failure => ({
  status,
  data: { error: { code, message, requestId: '' } },
})

export const noAnswerFailure = () => failure(0, 'no-answer')

/** The request never left the browser. */
export const notSentFailure = () => failure(0, 'not-sent')

/** Whether a request may have been carried out although we got no answer of ours. */
export function mayHaveArrived({ status, data }: Answer<unknown>): boolean {
  if (status === 200) return false
  const { code } = (data as ApiError).error
  return (status === 0 && code === 'no-answer') || (status >= 500 && code === 'unreadable')
}

/** Replaces foreign bodies, such as a proxy's page, by an error of our own. */
export function toAnswer<T>(status: number, data: unknown, retryAfter = Number.NaN): Answer<T> {
  const body = typeof data === 'object' && data !== null ? data : null
  if (status === 200) return body ? { status, data: body as T } : noAnswerFailure()
  const error = body && 'error' in body ? body.error : null
  if (typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string') {
    return { status, data: body as ApiError, ...(retryAfter > 0 && { retryAfter }) }
  }
  return failure(status, 'unreadable')
}

export type RequestWords = ReturnType<typeof useTranslations<'requests'>>

const ownWords: Record<string, 'unreachable' | 'noMode' | 'sessionExpired' | 'unreadable'> = {
  'no-answer': 'unreachable',
  'not-sent': 'unreachable',
  'no-mode': 'noMode',
  unauthenticated: 'sessionExpired',
  unreadable: 'unreadable',
}

/** Says what a call met. The API says it in the page's language. */
export const problemWords = (t: RequestWords, { data: { error } }: Failure): string =>
  error.message || t(ownWords[error.code] ?? 'refused')
