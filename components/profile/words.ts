'use client'
import { useLocale, useTranslations } from 'next-intl'
import type { Account } from '@/lib/browser/account'
import type { SignInMethod } from '@/lib/browser/account-rules'
import { dateLocale, isolate, type Locale } from '@/lib/locales'

/** What the rows need to speak the page's language. */
export function useAccountWords() {
  return { t: useTranslations('account'), identity: useTranslations('identity'), locale: useLocale() }
}

export type AccountWords = ReturnType<typeof useAccountWords>

/** What the parts about the plan need to speak the page's language. */
export function useProfileWords() {
  return { t: useTranslations('profile'), plan: useTranslations('plan'), locale: useLocale() }
}

export type ProfileWords = ReturnType<typeof useProfileWords>

/** `Phone, Google`: with commas where the language allows it, since names may contain “and”. */
export const listOf = (names: readonly string[], locale: Locale): string =>
  new Intl.ListFormat(dateLocale(locale), { type: 'unit', style: 'short' }).format(names)

type Linking = Pick<Account, 'usesEmailLink'>

/** `Phone`, or the name of a service. */
export function methodName({ id, name }: SignInMethod, { usesEmailLink }: Linking, { identity }: AccountWords): string {
  if (name !== null) return name
  if (id === 'phone') return identity('method.phone')
  return identity(usesEmailLink ? 'method.emailLink' : 'method.emailAndPassword')
}

/** Values of sentences about a method. */
export function methodValues(method: SignInMethod, account: Linking, words: AccountWords) {
  const own = method.id === 'phone' ? 'phone' : account.usesEmailLink ? 'emailLink' : 'password'
  const isOwn = method.id === 'phone' || method.id === 'password'
  return { method: isOwn ? own : 'other', name: isolate(methodName(method, account, words), words.locale) }
}
