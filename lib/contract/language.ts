/** The language of our own words within a text of another language. */
export const siteLanguage = { lang: 'en-GB', dir: 'ltr' } as const

const rightToLeft = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Syrc', 'Thaa'])

export type LanguageAttributes = { lang?: string; dir?: 'ltr' | 'rtl' }

/** The attributes of a text in a language; none for the page's own. */
export function languageAttributes(lang: string | undefined): LanguageAttributes {
  if (!lang) return {}
  return { lang, dir: rightToLeft.has(new Intl.Locale(lang).maximize().script ?? '') ? 'rtl' : 'ltr' }
}

export const isEnglish = (lang: string | null | undefined): boolean => !lang || /^en\b/.test(lang)

export function isLanguage(tag: string): boolean {
  try {
    return new Intl.Locale(tag).language.length > 0
  } catch {
    return false
  }
}

/** A language with its likeliest country, as Open Graph names it: `fr_FR`. */
export function openGraphLocale(lang: string | undefined): string {
  const { language, region } = new Intl.Locale(lang ?? siteLanguage.lang).maximize()
  return region ? `${language}_${region}` : language
}
