import type { PostPage } from '@/lib/contract/content'
import { paths } from '@/lib/site'
import { currentBar } from './current-bar'
import { pageNumbers } from './page-numbers'

type PagesNavProps = Pick<PostPage, 'page' | 'pages'> & {
  /** The list's own address, which is its first page. */
  list: string
}

/** The way through the pages of a list; nothing where there is only one. */
export function PagesNav({ list, page, pages }: PagesNavProps) {
  if (pages === 1) return null
  const address = (n: number) => paths.listPage(list, n)
  return (
    <nav
      aria-label="Pages"
      data-chrome
      data-ahead="intent"
      className="flex flex-wrap items-center justify-between gap-x-10 gap-y-2 border-t border-hair pt-4"
    >
      <ol className="-mx-3 flex flex-wrap items-center tabular-nums">
        {pageNumbers(page, pages).map((n, index, numbers) =>
          n === null ? (
            <li key={`after ${numbers[index - 1]}`} aria-hidden className="w-6 text-center text-muted">
              …
            </li>
          ) : (
            <li key={n}>
              <a
                href={address(n)}
                aria-label={`Page ${n}`}
                aria-current={n === page ? 'page' : undefined}
                className="tap justify-center px-2 text-text hover:underline aria-[current]:font-semibold aria-[current]:no-underline"
              >
                <span className={`px-1 py-2 ${n === page ? currentBar : ''}`}>{n}</span>
              </a>
            </li>
          ),
        )}
      </ol>
      <p className="flex flex-wrap gap-x-6">
        {page > 1 && (
          <a href={address(page - 1)} rel="prev" className="link tap font-semibold">
            Newer posts
          </a>
        )}
        {page < pages && (
          <a href={address(page + 1)} rel="next" className="link tap font-semibold">
            Older posts
          </a>
        )}
      </p>
    </nav>
  )
}
