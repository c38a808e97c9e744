import type { useTranslations } from 'next-intl'
import { sentenceKey } from '@/lib/contract/error-words'
import type { Failure } from './answer'

export type ErrorWords = ReturnType<typeof useTranslations<'errors'>>

/** Says in the page's language what an API call met. A code that this page does not know has the API's English. */
export function problemWords(t: ErrorWords, { data: { error }, retryAfter = 0 }: Failure): string {
  if (error.code === 'too-many-requests' && retryAfter > 60) {
    return t('tooManyTries', { minutes: Math.ceil(retryAfter / 60) })
  }
  const names = [error.detail ?? error.code, error.code]
  const key = names.map((name) => sentenceKey(name) as 'internal').find((name) => t.has(name))
  return key ? t(key) : error.message
}
