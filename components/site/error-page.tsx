import { paths } from '@/lib/site'

/**
 * The error page. All pages bundle it, so it is small.
 * @param isPage whether it has metadata of its own
 */
export function ErrorPage({ retry, isPage = false }: { retry?: () => void; isPage?: boolean }) {
  const link = 'link inline-flex min-h-11 cursor-pointer items-center font-semibold'
  return (
    <main className="mx-auto w-full max-w-page grow px-gut py-16">
      {!isPage && <title>Something went wrong</title>}
      <svg viewBox="0 0 320 64" aria-hidden="true" className="mb-10 w-80 max-w-full">
        <path d="M0 12h180v40H0z" className="fill-text" />
        <path d="M208 32a32 32 0 0 1 64 0z" className="fill-primary" />
        <path d="M208 32h64v25h-64z" className="fill-accent-rest" />
        <path d="M-3000 32H320" className="stroke-text stroke-[1.5]" />
      </svg>
      <h1 className="max-w-[17ch]">Something went wrong on our side.</h1>
      <p className="mt-6 mb-8 max-w-144 text-lg">
        You have not lost anything or been charged because of it. Try again, or come back later.
      </p>
      <div className="flex flex-wrap gap-x-6">
        {retry && (
          <button type="button" onClick={retry} className={link}>
            Try again
          </button>
        )}
        <a href={paths.home} className={link}>
          Go to the home page
        </a>
      </div>
    </main>
  )
}
