/** Translates the sign-in widget, whose package has its English words as literals in its code. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type WidgetMessages = { [key: string]: string | WidgetMessages }

const flatten = (messages: WidgetMessages, prefix = ''): [string, string][] =>
  Object.entries(messages).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + name, value]] : flatten(value, `${prefix}${name}.`),
  )

type Part = { kind: 'text' | 'argument' | 'tag'; text: string }

const partsOf = (message: string): Part[] =>
  message
    .split(/(\{\w+\}|<\/?\w+>)/)
    .filter((text) => text !== '')
    .map((text) => ({ kind: text.startsWith('{') ? 'argument' : text.startsWith('<') ? 'tag' : 'text', text }))

/** How the package writes these letters. */
const spellings: Record<string, string> = {
  '’': String.raw`(?:’|\\u2019)`,
  "'": String.raw`\\?'`,
  '&': '&(?:amp;)?',
  '\u200e': '&lrm;',
}

const spelled = (text: string) =>
  [...text].map((letter) => spellings[letter] ?? letter.replace(/[$()*+.?[\\\]^{|}]/, String.raw`\$&`)).join('')

/** The end of a literal, an expression such as `A(a.email)`, and the begin of the next literal, unless it is the last. */
const argument = String.raw`(["']\+\s*\(*)(A\([\w.]+(?:\([\w,]+\))?\)|\([^()]+\)\+\w+|\w+)(?:(\+\(*["'])|(?=[,;)]))`

const patterns: Record<Part['kind'], (text: string) => string> = {
  text: spelled,
  argument: () => argument,
  tag: (text) => (text.startsWith('</') ? String.raw`(</\w+>)` : String.raw`(<\w[^>]*>)`),
}

function patternOf(parts: readonly Part[]): RegExp {
  const end = parts.at(-1)?.kind === 'argument' ? '' : `(?=["'<]|&nbsp;)`
  return new RegExp(`(?<=["'>])${parts.map(({ kind, text }) => patterns[kind](text)).join('')}${end}`, 'g')
}

type Slot = { opening: string; closing: string | undefined }
type Place = { key: string; from: number; to: number; expressions: Map<string, string>; slots: Slot[] }

function placeOf(key: string, parts: readonly Part[], [whole, ...groups]: RegExpExecArray, from: number): Place {
  const expressions = new Map<string, string>()
  const slots: Slot[] = []
  for (const { kind, text } of parts) {
    if (kind === 'text') continue
    const [opening = '', expression = '', closing] = groups.splice(0, kind === 'tag' ? 1 : 3)
    expressions.set(text, kind === 'tag' ? opening : expression)
    if (kind === 'argument') slots.push({ opening, closing })
  }
  return { key, from, to: from + whole.length, expressions, slots }
}

/** All places of the English words, in the order of the code. @throws if the package has no such words */
function findPlaces(code: string, english: WidgetMessages): Place[] {
  const places: Place[] = []
  // Long messages contain words that are also messages, such as names of links.
  for (const [key, message] of flatten(english).toSorted(([, a], [, b]) => b.length - a.length)) {
    const parts = partsOf(message)
    const found = [...code.matchAll(patternOf(parts))].map((match) => placeOf(key, parts, match, match.index))
    if (found.length === 0) throw new Error(`The sign-in widget has no words for "${key}": ${message}`)
    places.push(...found.filter(({ from, to }) => !places.some((other) => from < other.to && to > other.from)))
  }
  return places.toSorted((a, b) => a.from - b.from)
}

const literal = (text: string) =>
  JSON.stringify(text)
    .slice(1, -1)
    .replaceAll("'", String.raw`\'`)

/** The code of a message. Arguments may change places, but not the brackets around them. */
function codeOf({ expressions, slots }: Place, message: string): string {
  const left = [...slots]
  let isOpen = false
  const code = partsOf(message).map(({ kind, text }) => {
    if (kind === 'text') return literal(text)
    if (kind === 'tag') return expressions.get(text)
    const { opening, closing } = left.shift() ?? {}
    isOpen = closing === undefined
    return `${opening}${expressions.get(text)}${closing ?? '+"'}`
  })
  return code.join('') + (isOpen ? '"' : '')
}

const signature = (message: string) =>
  partsOf(message)
    .flatMap(({ kind, text }) => (kind === 'text' ? [] : [text]))
    .toSorted()
    .join()

/** The widget sets the language of its element and of its emails and text messages from here. */
const ownLanguage = '"en".replace(/_/g,"-")'

/**
 * @returns translates the package's code
 * @throws if a message is missing here or there, or has other arguments than in English
 */
export function widgetTranslator(code: string, english: WidgetMessages) {
  const places = findPlaces(code, english)
  const source = new Map(flatten(english))
  if (!code.includes(ownLanguage)) throw new Error('The sign-in widget does not set its language.')
  return (messages: WidgetMessages, language: string): string => {
    const translations = new Map(flatten(messages))
    let translated = ''
    let at = 0
    for (const place of places) {
      const { key, from, to } = place
      const message = translations.get(key)
      if (message === undefined) throw new Error(`The sign-in widget has no ${language} words for "${key}".`)
      if (signature(message) !== signature(source.get(key) ?? ''))
        throw new Error(`"${key}" has other arguments in ${language} than in English: ${message}`)
      translated += code.slice(at, from) + codeOf(place, message)
      at = to
    }
    return (translated + code.slice(at)).replaceAll(ownLanguage, JSON.stringify(language))
  }
}

/** Writes the widget in each language that has messages to `.cache/widget`. */
export function writeWidgetVariants(root: string, locales: readonly string[]): void {
  const messagesOf = (locale: string) =>
    JSON.parse(readFileSync(join(root, 'messages', locale, 'widget.json'), 'utf8')) as WidgetMessages
  const translate = widgetTranslator(
    readFileSync(join(root, 'node_modules/firebaseui/dist/esm.js'), 'utf8'),
    messagesOf('en'),
  )
  const folder = join(root, '.cache', 'widget')
  mkdirSync(folder, { recursive: true })
  for (const locale of locales) {
    const file = join(folder, `${locale}.js`)
    const code = translate(messagesOf(locale), locale)
    // Builds and their workers read the settings at the same time.
    if (!existsSync(file) || readFileSync(file, 'utf8') !== code) writeFileSync(file, code)
  }
}
