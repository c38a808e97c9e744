/** `next-intl/server` in tests, which render in English unless they name a language. */
import { createFormatter, createTranslator } from 'use-intl/core'
import { messagesOf } from '@/lib/i18n/messages'
import type { Locale } from '@/lib/locales'

type Wish = { locale?: Locale; namespace?: never } | undefined

export async function getTranslations(wish?: Wish | string) {
  const { locale = 'en', namespace = undefined } =
    typeof wish === 'string' ? { namespace: wish as never } : (wish ?? {})
  return createTranslator({ locale, namespace, messages: await messagesOf(locale) })
}

export const getLocale = async () => 'en'
export const getMessages = async (wish?: Wish) => messagesOf(wish?.locale ?? 'en')
export const getFormatter = async (wish?: Wish) => createFormatter({ locale: wish?.locale ?? 'en', timeZone: 'UTC' })
export const setRequestLocale = () => undefined
