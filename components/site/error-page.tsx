import { langOf, locales, localPath, type Locale } from '@/lib/locales'
import { paths } from '@/lib/site'
import ar from '@/messages/ar/failed.json'
import de from '@/messages/de/failed.json'
import en from '@/messages/en/failed.json'
import es from '@/messages/es/failed.json'
import fr from '@/messages/fr/failed.json'
import pt from '@/messages/pt-BR/failed.json'

/** Imported, because they must be there when nothing else loads. */
const words: Partial<Record<Locale, Record<keyof typeof en, string>>> = { ar, de, en, es, fr, 'pt-BR': pt }

/** The language of a page that has failed; its provider of words may be gone. */
export const failedLocale = (): Locale =>
  locales.find((locale) => typeof document === 'object' && langOf(locale) === document.documentElement.lang) ?? 'en'

type ErrorPageProps = {
  locale: Locale
  retry?: () => void
  /** Whether it has metadata of its own. */
  isPage?: boolean
}

/** The error page. All pages bundle it, so it is small. */
export function ErrorPage({ locale, retry, isPage = false }: ErrorPageProps) {
  const { shortTitle, title, text, tryAgain, goHome } = words[locale] ?? en
  const link = 'link inline-flex min-h-11 cursor-pointer items-center font-semibold'
  return (
    <main className="mx-auto w-full max-w-page grow px-gut py-16">
      {!isPage && <title>{shortTitle}</title>}
      <svg viewBox="0 0 320 64" aria-hidden="true" className="mb-10 w-80 max-w-full rtl:-scale-x-100">
        <path d="M0 12h180v40H0z" className="fill-text" />
        <path d="M208 32a32 32 0 0 1 64 0z" className="fill-primary" />
        <path d="M208 32h64v25h-64z" className="fill-accent-rest" />
        <path d="M-3000 32H320" className="stroke-text stroke-[1.5]" />
      </svg>
      <h1 className="max-w-[17ch]">{title}</h1>
      <p className="mt-6 mb-8 max-w-144 text-lg">{text}</p>
      <div className="flex flex-wrap gap-x-6">
        {retry && (
          <button type="button" onClick={retry} className={link}>
            {tryAgain}
          </button>
        )}
        <a href={localPath(paths.home, locale)} className={link}>
          {goHome}
        </a>
      </div>
    </main>
  )
}
