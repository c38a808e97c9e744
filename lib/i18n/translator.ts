import { createTranslator, type Messages } from 'next-intl'
import type { Locale } from '@/lib/locales'
import { messagesOf, type Namespace } from './messages'

/** The words of a namespace outside of pages: emails, feeds, pictures, answers. */
export const translatorOf = async <Name extends Namespace>(locale: Locale, namespace: Name) =>
  createTranslator<Messages, Name>({ locale, namespace, messages: await messagesOf(locale), timeZone: 'UTC' })
