import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { widgetTranslator, type WidgetMessages } from '@/lib/i18n/widget-variants'
import { locales } from '@/lib/locales'

const code = readFileSync('node_modules/firebaseui/dist/esm.js', 'utf8')
const messagesOf = (locale: string) =>
  JSON.parse(readFileSync(`messages/${locale}/widget.json`, 'utf8')) as WidgetMessages
const english = messagesOf('en')
const translate = widgetTranslator(code, english)

/** Words in literals that become text or HTML. */
const shownWords = /[CD]\("[A-Z][a-z][^"]*"|["']>[A-Z][a-z][^<>"'=]*(?=[<"'])|(?:\w[+]?=\(?|\w[+])"[A-Z][a-z]* [^"]*"/g
/** They reach developers only. */
const developerWords = /current anonymous user failed|Deferred|Jsloader|Invalid tenant configuration/

const masked = (message: WidgetMessages | string): WidgetMessages | string =>
  typeof message === 'string'
    ? message.replace(/(\{\w+\}|<\/?\w+>)|[A-Za-z]/g, (_, kept?: string) => kept ?? '•')
    : Object.fromEntries(Object.entries(message).map(([key, each]) => [key, masked(each)]))

test('translates all words that the widget shows', () => {
  const words = (text: string) => (text.match(shownWords) ?? []).filter((each) => !developerWords.test(each))
  expect(words(code).length).toBeGreaterThan(150)
  expect(words(translate(masked(english) as WidgetMessages, 'xx'))).toEqual([])
})

test.each(locales)('makes a module in %s', async (locale) => {
  const translated = translate(messagesOf(locale), locale)
  expect(translated).toContain(`"${locale}";a.a.languageCode=e`)
  // Only the import statements are left out.
  expect(() => new Function(translated.replace(/^.*?(?=\(function)/, '').replace(/export \{.*/, ''))).not.toThrow()
})

test('keeps brackets when arguments change places', () => {
  const twice = { text: 'You have <b>{email}</b> and {provider}.' }
  const source = `${'x("en".replace(/_/g,"-"));'}a="You have <b>"+(A(a.email)+("</b> and "+(A(b)+".")))`
  expect(widgetTranslator(source, twice)({ text: '{provider} n’est pas <b>{email}</b> !' }, 'fr')).toBe(
    'x("fr");a=""+(A(b)+(" n’est pas <b>"+(A(a.email)+"</b> !")))',
  )
})

test.each([
  [{ a: 'Nothing like this' }, {}, 'no words for "a": Nothing like this'],
  [{ a: 'Next' }, {}, 'no de words for "a"'],
  [{ a: 'Sign in with {provider}' }, { a: 'Anmelden' }, '"a" has other arguments in de'],
])('refuses %j in English with %j', (source, messages, problem) => {
  expect(() => widgetTranslator(code, source)(messages as WidgetMessages, 'de')).toThrow(problem)
})
