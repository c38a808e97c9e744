import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { describe, expect, it } from 'vitest'
import { messagesOf } from '@/lib/i18n/messages'
import { defaultLocale, locales } from '@/lib/locales'
import { pseudo } from '@/scripts/pseudo-locale'

type Words = { [key: string]: string | Words }

const namespacesOf = (locale: string) =>
  readdirSync(`messages/${locale}`).flatMap((name) => (name.endsWith('.json') ? name.slice(0, -'.json'.length) : []))

function flatten(words: Words, path: string): [key: string, message: string][] {
  return Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}.${key}`, value] as [string, string]] : flatten(value, `${path}.${key}`),
  )
}

const messagesIn = (locale: string) =>
  new Map(
    namespacesOf(locale).flatMap((name) =>
      flatten(JSON.parse(readFileSync(`messages/${locale}/${name}.json`, 'utf8')) as Words, name),
    ),
  )

/** Arguments, tags in angle brackets, and the cases of each choice. */
function argumentsOf(elements: readonly MessageFormatElement[]): string[] {
  return elements.flatMap((element) => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return []
    if (element.type === TYPE.tag) return [`<${element.value}>`, ...argumentsOf(element.children)]
    if (element.type !== TYPE.select && element.type !== TYPE.plural) return [element.value]
    const cases = element.type === TYPE.select ? Object.keys(element.options) : []
    const inner = Object.values(element.options).flatMap(({ value }) => argumentsOf(value))
    return [element.value, ...cases.map((name) => `${element.value}: ${name}`), ...inner]
  })
}

const signature = (message: string) => [...new Set(argumentsOf(parse(message)))].toSorted().join()

/** The plural forms of each plural. A number alone counts as its form. */
const pluralsIn = (elements: readonly MessageFormatElement[]): string[][] =>
  elements.flatMap((element) => {
    if (element.type === TYPE.tag) return pluralsIn(element.children)
    if (element.type !== TYPE.select && element.type !== TYPE.plural) return []
    const inner = Object.values(element.options).flatMap(({ value }) => pluralsIn(value))
    const numbers: Record<string, string> = { '=0': 'zero', '=1': 'one', '=2': 'two' }
    const forms = Object.keys(element.options).map((form) => numbers[form] ?? form)
    return element.type === TYPE.plural ? [forms, ...inner] : inner
  })

const english = messagesIn(defaultLocale)

describe.each(locales.filter((locale) => locale !== defaultLocale))('messages in %s', (locale) => {
  const own = messagesIn(locale)

  it('have the keys of English', async () => {
    expect(Object.keys(await messagesOf(locale))).toEqual(namespacesOf('en').toSorted())
    expect([...own.keys()].toSorted()).toEqual([...english.keys()].toSorted())
  })

  it('take the arguments of English', () => {
    const wrong = [...own].filter(([key, message]) => signature(message) !== signature(english.get(key) ?? ''))
    expect(wrong).toEqual([])
  })

  it('have the plural forms of the language', () => {
    const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories.filter((form) => form !== 'many')
    const lacking = [...own].filter(([, message]) =>
      pluralsIn(parse(message)).some((given) => forms.some((form) => !given.includes(form))),
    )
    expect(lacking).toEqual([])
  })

  it('have the visible words of the theme switch in its label (WCAG 2.5.3)', () => {
    const word = (key: string) => own.get(`site.theme.${key}`)?.toLowerCase()
    expect([word('toDark'), word('toLight')]).toEqual([
      expect.stringContaining(word('dark') ?? '-'),
      expect.stringContaining(word('light') ?? '-'),
    ])
  })
})

it('names no tag like an argument, which would fail when it is shown', () => {
  const clashes = [...english].filter(([, message]) => {
    const names = argumentsOf(parse(message))
    return names.some((name) => names.includes(`<${name}>`))
  })
  expect(clashes).toEqual([])
})

const folders = ['app', 'components', 'lib', 'server']
const code = folders
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`))
  .filter((name) => /\.tsx?$/.test(name) && existsSync(name))
  .map((name) => readFileSync(name, 'utf8'))
  .join('\n')

/** Strings and templates of the code as patterns, in which an inserted value is any word. */
const used = new Set([...code.matchAll(/['"]([A-Za-z][\w.-]*)['"]/g)].map(([, text = '']) => text))
const patterns = [...code.matchAll(/`([\w.-]*(?:\$\{[^`{}]*\}[\w.-]*)+)`/g)].flatMap(([, text = '']) => {
  const parts = text.split(/\$\{[^}]*\}/)
  const isKey = parts.every((part) => /^[\w.-]*$/.test(part)) && parts.some((part) => /[a-z]/i.test(part))
  return isKey ? [new RegExp(`^${parts.join(String.raw`[\w.-]+`)}$`)] : []
})

it('are not written into attributes of the code', () => {
  const words = /\b(?:aria-label|title|alt|placeholder|label|hint)="[A-Za-z][^"]* [^"]*"/g
  expect(code.match(words)).toBeNull()
})

/** Chosen by an error's code, a tag or a status, read as JSON, or put into the widget by the build, which checks them. */
const chosenElsewhere = /^(?:blogTagNames|errors|widget|errorPages\.plain)\b/

it('are all used', () => {
  const unused = [...english.keys()].filter((key) => {
    if (chosenElsewhere.test(key)) return false
    const [namespace = '', ...parts] = key.split('.')
    // `useTranslations('pages.about')('title')`, or `useTranslations('pages')('about.title')`.
    if (used.has(key)) return false
    return !parts.some((_, index) => {
      const [scope, rest] = [[namespace, ...parts.slice(0, index)].join('.'), parts.slice(index).join('.')]
      return (used.has(scope) || index === 0) && (used.has(rest) || patterns.some((pattern) => pattern.test(rest)))
    })
  })
  expect(unused).toEqual([])
})

it('can be shown longer and with accents, to see what is not translated', () => {
  expect(pseudo('{count, plural, one {# card} other {# <b>cards</b>}}')).toBe(
    '{count,plural,one{# çáard} other{# <b>çáardš</b>}}',
  )
})
