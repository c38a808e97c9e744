import type { Messages } from 'next-intl'
import { langOf, locales, localPath, type Locale } from '@/lib/locales'
import { paths } from '@/lib/site'
import english from '@/messages/en/failed.json'

type Words = Messages['failed']

/** The language and the words that the document has for a page that fails, because its providers may be gone. */
export function failedPage(): { locale: Locale; words: Words } {
  const { lang, dataset } = typeof document === 'object' ? document.documentElement : {}
  const locale = locales.find((each) => langOf(each) === lang)
  return locale && dataset?.failed
    ? { locale, words: JSON.parse(dataset.failed) as Words }
    : { locale: 'en', words: english }
}

type ErrorPageProps = {
  locale: Locale
  words: Words
  retry?: () => void
  /** Whether it has metadata of its own. */
  isPage?: boolean
}

/** The error page. All pages bundle it, so it is small. */
export function ErrorPage({ locale, words, retry, isPage = false }: ErrorPageProps) {
  const { shortTitle, title, text, tryAgain, goHome } = words
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
