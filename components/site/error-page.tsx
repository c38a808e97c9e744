import english from '@/messages/en/failed.json'

/** The words of the error page, and the address of the home page. */
type Failed = Record<keyof typeof english, string> & { home: string }

/** The document has them for a page that fails, because its providers may be gone. */
export function failedPage(): Failed {
  const { failed } = typeof document === 'object' ? document.documentElement.dataset : {}
  return failed ? (JSON.parse(failed) as Failed) : { ...english, home: '/' }
}

type ErrorPageProps = Failed & {
  retry?: () => void
  /** Whether it has metadata of its own. */
  isPage?: boolean
}

/** All pages bundle it, so it is small. */
export function ErrorPage({ shortTitle, title, text, tryAgain, goHome, home, retry, isPage = false }: ErrorPageProps) {
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
        <a href={home} className={link}>
          {goHome}
        </a>
      </div>
    </main>
  )
}
