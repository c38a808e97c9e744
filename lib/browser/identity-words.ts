import type { Messages, useTranslations } from 'next-intl'
import { dateLocale, type Locale } from '@/lib/locales'

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

/**
 * Names the rules of the identity project that a new password misses.
 * @param message of the service: "Missing password requirements: [Password must contain …, …]"
 */
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
