import 'server-only'
import { createTranslator } from 'next-intl'
import type { Locale } from '@/lib/locales'
import type * as english from '@/messages/en'

type English = typeof english
export type Namespace = keyof English
export type Messages = { [Name in Namespace]: English[Name] }

declare module 'next-intl' {
  interface AppConfig {
    Locale: Locale
    Messages: Messages
  }
}

/** The words of the interface by namespace. A module for each namespace and route would slow builds down. */
export async function messagesOf(locale: Locale): Promise<Messages> {
  const { ...namespaces } = (await import(`../../messages/${locale}/index.ts`)) as English
  return namespaces
}

/** The words of a namespace outside of pages: emails, feeds, pictures, answers. */
export const translatorOf = async <Name extends Namespace>(locale: Locale, namespace: Name) =>
  createTranslator<Messages, Name>({ locale, namespace, messages: await messagesOf(locale), timeZone: 'UTC' })
