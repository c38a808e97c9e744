import { createTranslator, type Messages } from 'use-intl/core'
import { messagesOf, type Namespace } from '@/lib/i18n/messages'

const messages = await messagesOf('en')

/** The English words of a namespace, outside of components. */
export const english = <Name extends Namespace>(namespace: Name) =>
  createTranslator<Messages, Name>({ locale: 'en', namespace, messages, timeZone: 'UTC' })
