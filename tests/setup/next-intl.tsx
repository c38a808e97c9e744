/** `next-intl` as components see it, with English where a test gives no provider. */
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { ComponentProps } from 'react'
import * as intl from 'use-intl'
import type { Messages } from '@/lib/i18n/messages'
import type { Locale } from '@/lib/locales'

export * from 'use-intl'

// `messagesOf` would be a cycle, since its module imports this one.
const files = globSync('messages/en/*.json').map((file): [string, unknown] => [
  basename(file, '.json'),
  JSON.parse(readFileSync(file, 'utf8')),
])
const english = { locale: 'en', messages: Object.fromEntries(files) as Messages, timeZone: 'UTC' } as const

function orEnglish<T>(read: () => T, fallback: () => T): T {
  try {
    return read()
  } catch {
    return fallback()
  }
}

export const useLocale = () => orEnglish(intl.useLocale, (): Locale => 'en')
export const useMessages = () => orEnglish(intl.useMessages, () => english.messages as never)
export const useFormatter = () => orEnglish(intl.useFormatter, () => intl.createFormatter(english))
export const useTranslations = (namespace?: never) =>
  orEnglish(
    () => intl.useTranslations(namespace),
    () => intl.createTranslator({ ...english, namespace }),
  )

type Props = ComponentProps<typeof intl.IntlProvider>

export function NextIntlClientProvider({ children, ...given }: Partial<Props> & Pick<Props, 'children'>) {
  const inherited = { locale: useLocale(), messages: useMessages() as never }
  return (
    <intl.IntlProvider timeZone="UTC" {...inherited} {...given}>
      {children}
    </intl.IntlProvider>
  )
}
