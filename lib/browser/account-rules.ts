import type { Messages, useTranslations } from 'next-intl'
import type { SignInOption, SignInSettings } from '@/lib/contract/sign-in'
import { dateLocale, type Locale } from '@/lib/locales'
import { limits } from '@/lib/site'

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const emailPattern = new RegExp(`^[a-z0-9.!#$%&'*+/=?^_\`{|}~-]{1,64}@(?:${label}\\.)+(?=[^.]{2,63}$)${label}$`, 'i')

/** Removes invisible characters, such as copied direction marks. */
export const withoutInvisible = (text: string): string => text.replace(/\p{Cf}/gu, '')

export const normalizeEmail = (text: string): string => withoutInvisible(text).trim()

/** Converts Arabic, Persian and full-width digits. */
export const latinDigits = (text: string): string =>
  text.normalize('NFKC').replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))

/** A typed or pasted phone number, without the scheme of a link and direction marks. */
export const normalizePhone = (text: string): string =>
  latinDigits(withoutInvisible(text))
    .trim()
    .replace(/^tel:/i, '')
    .replace(/^[\s(]+(?=\+)/, '')

export function emailProblem(text: string): IdentitySentence | null {
  const address = normalizeEmail(text)
  if (!address) return 'noEmail'
  return address.length <= 254 && emailPattern.test(address) ? null : 'wrongEmail'
}

export const passwordProblem = (text: string): IdentitySentence | null => (text ? null : 'noPassword')

/** The identity project may require more. */
export function newPasswordProblem(text: string): IdentitySentence | null {
  if (!text) return 'noPassword'
  return text.length < limits.passwordLength ? 'weakPassword' : null
}

export const nameProblem = (text: string): IdentitySentence | null => (withoutInvisible(text).trim() ? null : 'noName')

export const normalizeCode = (text: string): string =>
  latinDigits(withoutInvisible(text)).replaceAll(/[\s\-\u2010-\u2015]/g, '')

export const codeProblem = (text: string): IdentitySentence | null =>
  /^\d{6}$/.test(normalizeCode(text)) ? null : 'wrongCode'

export const latinDigitsOf = (text: string) => latinDigits(text).replace(/\D/g, '')

/** The code in a pasted text such as "123 456" or a whole message. */
export function findCode(text: string): string | null {
  const found = latinDigits(text).match(/(?<![\d-])\d{3}[\s\u2010-\u2014-]?\d{3}(?![\d-])/g) ?? []
  return found.length === 1 && found[0] ? latinDigitsOf(found[0]) : null
}

export const providerNames: Readonly<Record<string, string>> = {
  'google.com': 'Google',
  'facebook.com': 'Facebook',
  'twitter.com': 'Twitter',
  'github.com': 'GitHub',
  'apple.com': 'Apple',
  'microsoft.com': 'Microsoft',
  'yahoo.com': 'Yahoo',
}

/** `name`: null for the email address and the phone, which have words of ours. */
export type SignInMethod = { id: string; name: string | null }

/** Sign-in methods of the user's tenant, or of the site. */
export const optionsFor = (settings: Pick<SignInSettings, 'signInOptions' | 'tenants'>, tenant: string | null) =>
  settings.tenants?.[tenant ?? '_']?.signInOptions ?? settings.signInOptions

export const usesEmailLinks = (options: readonly SignInOption[]): boolean =>
  options.some(({ provider, signInMethod }) => provider === 'password' && signInMethod === 'emailLink')

export function methodOf(id: string, options: readonly SignInOption[]): SignInMethod {
  const configuredName = options.find(({ provider }) => provider === id)?.providerName
  if (id === 'phone' || id === 'password') return { id, name: configuredName ?? null }
  return { id, name: configuredName ?? providerNames[id] ?? id.replace(/^(saml|oidc)\./, '') }
}

export const offeredMethods = (options: readonly SignInOption[]): SignInMethod[] =>
  options.filter(({ provider }) => provider !== 'anonymous').map(({ provider }) => methodOf(provider, options))

/** Whether no other offered method leads into the account. */
export function isOnlyMethod(id: string, linked: readonly string[], offered: readonly string[]): boolean {
  const usable = linked.filter((one) => offered.includes(one))
  return linked.length <= 1 || (usable.length <= 1 && usable.includes(id))
}

/** Whether a method can be added. An email link always exists. */
export const canAdd = (
  { offered, usesEmailLink }: { offered: readonly SignInMethod[]; usesEmailLink: boolean },
  id: string,
): boolean => offered.some((one) => one.id === id) && !(id === 'password' && usesEmailLink)

/** The SDK's time, such as `Sun, 01 Nov 2026 10:00:00 GMT`, in ISO 8601. */
export function isoTime(sdkTime: string | undefined): string | null {
  const time = Date.parse(sdkTime ?? '')
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

type Words = Messages['identity']
type Group = 'secondStep' | 'passwordRules' | 'method' | 'factor' | 'problem'

/** A message of the namespace `identity`, without values. */
export type IdentitySentence =
  Exclude<keyof Words, Group> | `problem.${keyof Words['problem']}` | 'factor.timedOut' | 'factor.switchedOff'

/** `own`: the sentence of a function of the owner. `rules`: the service's list of rules that a password misses. */
export type ProblemText = IdentitySentence | { own: string } | { rules: string }

export type IdentityWords = ReturnType<typeof useTranslations<'identity'>>

export function wordsOf(text: ProblemText, t: IdentityWords, locale: Locale): string {
  if (typeof text === 'string') return t(text)
  return 'own' in text ? text.own : passwordRuleWords(text.rules, t, locale)
}

const ruleNames = [
  [/^at least (\d+) characters?$/i, 'atLeast'],
  [/^an? upper ?case (?:character|letter)$/i, 'upperCase'],
  [/^an? lower ?case (?:character|letter)$/i, 'lowerCase'],
  [/^a numeric character$/i, 'number'],
  [/^a non-?alphanumeric character$/i, 'special'],
] as const

/** @param part of a rule; one that we do not know stays as it is */
function ruleWords(part: string, t: IdentityWords): string {
  for (const [pattern, name] of ruleNames) {
    const found = pattern.exec(part)
    if (found)
      return name === 'atLeast' ? t('passwordRules.atLeast', { count: Number(found[1]) }) : t(`passwordRules.${name}`)
  }
  return part
}

/** @param message of the service: "Missing password requirements: [Password must contain …, …]" */
export function passwordRuleWords(message: string, t: IdentityWords, locale: Locale): string {
  const rules = (/\[([^\]]+)\]/.exec(message)?.[1] ?? '').split(/[,;]\s*/).filter((rule) => rule.trim() !== '')
  if (rules.length === 0) return t('passwordRules.unknown')
  const named = rules.map((rule) => {
    const part = rule.trim().replace(/^(your )?password must (contain|have|include) /i, '')
    return { part, words: ruleWords(part, t) }
  })
  // Other sentences of the service stand by themselves.
  const isSentence = ({ part }: { part: string }) => /^[A-Z]/.test(part)
  const needed = named.filter((rule) => !isSentence(rule)).map(({ words }) => words)
  const others = named.filter(isSentence).map(({ words }) => `${words}.`)
  const list = new Intl.ListFormat(dateLocale(locale)).format(needed)
  const first = list ? t('passwordRules.needs', { rules: list }) : t('passwordRules.unknown')
  return [first, ...others].join(' ')
}
