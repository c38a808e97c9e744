import { paths } from '@/lib/site'

/**
 * What stands in place of a page that failed. Every page carries this code for the case that it is
 * needed, so it brings neither header nor drawings along.
 */
export function Mishap({ again }: { again?: () => void }) {
  const link = 'link inline-flex min-h-11 cursor-pointer items-center font-semibold'
  return (
    <main className="mx-auto w-full max-w-page grow px-gut py-16">
      <title>Something went wrong</title>
      <div className="mb-10 h-6 w-40 bg-accent" />
      <h1 className="max-w-[17ch]">Something went wrong on our side.</h1>
      <p className="mt-6 mb-8 max-w-144 text-lg">
        Nothing that you did is lost or charged because of it. Try again, or come back in a while.
      </p>
      <div className="flex flex-wrap gap-x-6">
        {again && (
          <button type="button" onClick={again} className={link}>
            Try again
          </button>
        )}
        <a href={paths.home} className={link}>
          Go to the first page
        </a>
      </div>
    </main>
  )
}
