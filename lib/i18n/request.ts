import { getRequestConfig } from 'next-intl/server'
import { locale as localeSegment } from 'next/root-params'
import { defaultLocale, localeOfSegment, type Locale } from '@/lib/locales'
import { messagesOf } from './messages'

/** The language of a page is that of its address. Routes, which have no root parameters, name theirs. */
export default getRequestConfig(async ({ locale: named }) => {
  const locale = (named as Locale | undefined) ?? localeOfSegment((await localeSegment()) as string) ?? defaultLocale
  return { locale, messages: await messagesOf(locale), timeZone: 'UTC' }
})
