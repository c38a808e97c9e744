import { createTranslator, type Messages } from 'next-intl'
import type { Locale } from '@/lib/locales'
import { messagesOf, type Namespace } from './messages'

export type Translator<Name extends Namespace> = Awaited<ReturnType<typeof translatorOf<Name>>>

/** The words of a namespace outside of pages: emails, feeds, pictures, answers. */
export const translatorOf = async <Name extends Namespace>(locale: Locale, namespace: Name) =>
  createTranslator<Messages, Name>({ locale, namespace, messages: await messagesOf(locale), timeZone: 'UTC' })
