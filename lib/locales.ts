/** The languages of the site. A new one is a line here, and folders of words in `messages` and `content`. */
const languages = {
  en: { name: 'English', lang: 'en-GB' },
  es: { name: 'Español' },
  'pt-BR': { name: 'Português (Brasil)' },
  fr: { name: 'Français' },
  de: { name: 'Deutsch' },
  // Amounts and dates in Arabic have Latin digits here.
  ar: { name: 'العربية', dir: 'rtl', format: 'ar-u-nu-latn' },
  // For development: English with accents (`scripts/pseudo-locale.ts`).
  'en-XA': { name: 'Éñglîsh' },
} as const satisfies Record<string, Language>

type Language = {
  /** In the language itself. */
  name: string
  /** Where it differs from the name of the folder. */
  lang?: string
  dir?: 'rtl'
  format?: string
}

export type Locale = keyof typeof languages

export const locales = (Object.keys(languages) as Locale[]).filter(
  (locale) => locale !== 'en-XA' || process.env.PSEUDO_LOCALE === 'on',
)

export const defaultLocale = 'en' satisfies Locale

const languageOf = (locale: Locale): Language => languages[locale]

export const nativeName = (locale: Locale): string => languageOf(locale).name

/** The `lang` of a text, such as `en-GB`. */
export const langOf = (locale: Locale): string => languageOf(locale).lang ?? locale

export const directionOf = (locale: Locale): 'ltr' | 'rtl' => languageOf(locale).dir ?? 'ltr'

/** A value of another direction, such as an email address, inside a sentence. Alone in an element, it takes `bdi`. */
export const isolate = (value: string, locale: Locale): string =>
  directionOf(locale) === 'rtl' ? `\u2068${value}\u2069` : value

/** For dates and times: `en` alone would be American. Numbers, lists and amounts take `locale` itself. */
export const dateLocale = (locale: Locale): string => languageOf(locale).format ?? langOf(locale)

export const numberLocale = (locale: Locale): string => languageOf(locale).format ?? locale

/** The segment of addresses, such as `pt-br`. */
export const segmentOf = (locale: Locale): string => locale.toLowerCase()

export const localeOfSegment = (segment: string | undefined): Locale | undefined =>
  locales.find((locale) => locale !== defaultLocale && segmentOf(locale) === segment)

/** `/features`, `es` → `/es/features`. Addresses in English stand at the root. Others stay as they are. */
export function localPath(path: string, locale: Locale): string {
  if (locale === defaultLocale || !path.startsWith('/')) return path
  const rest = path.startsWith('/?') || path.startsWith('/#') ? path.slice(1) : path
  return `/${segmentOf(locale)}${rest === '/' ? '' : rest}`
}

/** `/es/features` → `es` and `/features`. */
export function splitPath(pathname: string): { locale: Locale; path: string } {
  const [, segment = ''] = pathname.split('/', 2)
  const locale = localeOfSegment(segment)
  return locale
    ? { locale, path: pathname.slice(segment.length + 1) || '/' }
    : { locale: defaultLocale, path: pathname }
}

/** The locale of a tag such as `pt` or `es-MX`, or of the first in a list; undefined if the site does not have it. */
export function localeOfTag(tag: string): Locale | undefined {
  const [language] = tag.toLowerCase().split(/[-_,;]/)
  return locales.find((locale) => locale.split('-')[0] === language)
}
