import { useLocale, useTranslations } from 'next-intl'
import { translatorOf } from '@/lib/i18n/messages'
import { directionOf, langOf, type Locale, locales, localPath, nativeName } from '@/lib/locales'
import { paths, pages } from '@/lib/site'
import { languageOfferId } from './frame-scripts'

/** What a page says about another language, in that language. */
const offers = new Map(
  await Promise.all(
    locales.map(async (locale) => {
      const t = await translatorOf(locale, 'site')
      return [locale, { 'data-offer': t('otherLanguage'), 'data-close': t('menu.close') }] as const
    }),
  ),
)

const fixedAddresses = new Set<string>(Object.values(pages).map(({ path }) => path))

export type LanguagesProps = {
  path: string
  /** Languages that have the page. Pages with fixed addresses have all. */
  translations?: readonly Locale[]
  /** Whether a script may offer one of these links. */
  offers?: boolean
  className: string
}

/** The page in each language. Where a language does not have it, its blog or home page. */
export function Languages({ path, translations, offers: isOffered, className }: LanguagesProps) {
  const current = useLocale()
  const has = translations ?? (fixedAddresses.has(path) ? locales : [])
  const instead = path.startsWith(paths.blog) ? paths.blog : paths.home
  return (
    <ul
      aria-label={useTranslations('site')('languages')}
      data-languages
      className={`flex flex-wrap gap-x-6 ${className}`}
    >
      {locales.map((locale) => (
        <li key={locale}>
          <a
            href={localPath(has.includes(locale) ? path : instead, locale)}
            hrefLang={langOf(locale)}
            lang={langOf(locale)}
            dir={directionOf(locale)}
            aria-current={locale === current || undefined}
            {...(isOffered && locale !== current && has.includes(locale) && offers.get(locale))}
            className="footer-link aria-current:font-semibold"
          >
            {nativeName(locale)}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Filled by a script if the visitor reads another language of the site rather than this one. */
export function LanguageOffer() {
  // A script writes the words before hydration.
  const filled = { suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: '' } }
  return (
    <section
      id={languageOfferId}
      aria-label={nativeName(useLocale())}
      hidden
      suppressHydrationWarning
      className="language-offer px-gut text-md"
    >
      {/* oxlint-disable-next-line jsx-a11y/anchor-has-content -- The script fills it. */}
      <a href="#main" className="link tap" {...filled} />
      <button type="button" className="link tap cursor-pointer" {...filled} />
    </section>
  )
}
