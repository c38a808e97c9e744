import type { Metadata } from 'next'
import { useFormatter, useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { useBreadcrumbs } from '@/components/site/breadcrumbs'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { Drawing } from '@/components/ui/drawing'
import { Link } from '@/components/ui/button'
import type { PostPage } from '@/lib/contract/content'
import { totalArea, pauseMark } from '@/lib/score'
import { blogTags, type BlogTag, paths, messageKey } from '@/lib/site'
import { useTagName } from './post-language'
import { PostList } from './post-list'

type Translate = ReturnType<typeof useTranslations<'blog'>>

/** Distinct titles for all pages of a list. */
export const titleOnPage = (t: Translate, title: string, page: number) =>
  page === 1 ? title : t('pages.title', { title, page })

export const descriptionOnPage = (t: Translate, text: string, page: number, pages: number) =>
  page === 1 ? text : t('pages.description', { text, page, pages })

const marks = [pauseMark(0, 60, 480, totalArea([150]), 'above-rest')]

function NoPosts({ tag }: { tag?: BlogTag | null }) {
  const t = useTranslations('blog.none')
  const tTags = useTranslations('blogTags')
  return (
    <div className="border-t border-hair py-10">
      <Drawing width={480} height={76} marks={marks} line={60} className="mb-6 w-full max-w-120 overflow-hidden" />
      <p className="text-lg">{tag ? tTags(`${messageKey(tag)}.none`) : t('all')}</p>
      {tag && (
        <Link href={paths.blog} className="link mt-2 tap font-semibold">
          {t('readAll')}
        </Link>
      )}
    </div>
  )
}

/** Drawn for the current entry only, because transparent borders show in forced colours. */
const currentBar = 'relative after:absolute after:inset-x-0 after:bottom-0 after:h-1 after:bg-primary'

const item = 'tap -mx-3 px-3 text-md text-text hover:underline aria-[current]:font-semibold aria-[current]:no-underline'

function Words({ current, children }: { current: boolean; children: string }) {
  return <span className={`py-2 ${current ? currentBar : ''}`}>{children}</span>
}

function TagNav({ tag }: { tag?: string }) {
  const t = useTranslations('blog.tags')
  const tagName = useTagName()
  return (
    <nav aria-label={t('name')} data-chrome data-ahead="intent" className="mt-4">
      {/* Scrolls on a phone, so that the first titles are visible; snapping brings the focus into view. */}
      <ul
        className={`-mx-4 flex gap-x-6 px-4 py-1.5 whitespace-nowrap md:flex-wrap md:gap-y-1 md:overflow-visible ${tag ? 'flex-wrap' : 'snap-x snap-mandatory overflow-x-auto'}`}
      >
        <li className="focus-within:snap-center">
          <Link href={paths.blog} aria-current={tag === undefined ? 'page' : undefined} className={item}>
            <Words current={tag === undefined}>{t('all')}</Words>
          </Link>
        </li>
        {blogTags.map((name) => (
          <li key={name} className="focus-within:snap-center">
            <Link href={paths.tag(name)} aria-current={name === tag ? 'page' : undefined} className={item}>
              <Words current={name === tag}>{tagName(name)}</Words>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const all = 7

/** First, last, current and neighbouring pages; null is a gap of at least two. */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
  if (pages <= all) return range(1, pages)
  const [from, to] = [Math.min(page - 1, pages - 4), Math.max(page + 1, 5)]
  return [
    ...(from <= 3 ? range(1, from - 1) : [1, null]),
    ...range(Math.max(from, 1), Math.min(to, pages)),
    ...(to >= pages - 2 ? range(to + 1, pages) : [null, pages]),
  ]
}

type PagesNavProps = Pick<PostPage, 'page' | 'pages'> & {
  list: string
}

export function PagesNav({ list, page, pages }: PagesNavProps) {
  const t = useTranslations('blog.pages')
  const format = useFormatter()
  if (pages === 1) return null
  const address = (n: number) => paths.listPage(list, n)
  return (
    <nav
      aria-label={t('name')}
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
              <Link
                href={address(n)}
                aria-label={t('label', { page: n })}
                aria-current={n === page ? 'page' : undefined}
                className="tap justify-center px-2 text-text hover:underline aria-[current]:font-semibold aria-[current]:no-underline"
              >
                <span className={`px-1 py-2 ${n === page ? currentBar : ''}`}>{format.number(n)}</span>
              </Link>
            </li>
          ),
        )}
      </ol>
      <p className="flex flex-wrap gap-x-6">
        {page > 1 && (
          <Link href={address(page - 1)} rel="prev" className="link tap font-semibold">
            {t('newer')}
          </Link>
        )}
        {page < pages && (
          <Link href={address(page + 1)} rel="next" className="link tap font-semibold">
            {t('older')}
          </Link>
        )}
      </p>
    </nav>
  )
}

const feedFormat = 'RSS'

function FeedLink({ tag }: { tag?: string }) {
  const t = useTranslations('blog.feeds')
  return (
    <p data-chrome className="mt-10 flex flex-wrap items-center gap-x-6 border-t border-hair pt-4 text-md">
      <span className="w-full text-muted sm:w-auto">{t(tag ? 'posts' : 'blog')}</span>
      <Link href={tag ? paths.tagFeed(tag) : paths.feed} className="link -mx-3 tap px-3">
        {feedFormat}
      </Link>
    </p>
  )
}

/** A page of a list of posts. */
type Listing = {
  /** The list's address. */
  list: string
  title: string
  description: string
  page: PostPage
  /** Undefined in the list of all posts, and null in lists of authors. */
  tag?: BlogTag | null
  /** Text on the preview image; the title if missing. */
  card?: string
}

/** Lists without posts are not indexed. */
export async function listMetadata({ list, title, description, page, tag, card = title }: Listing): Promise<Metadata> {
  const t = await getTranslations('blog')
  return pageMetadata({
    path: paths.listPage(list, page.page),
    title: titleOnPage(t, title, page.page),
    description: descriptionOnPage(t, description, page.page, page.pages),
    card,
    tag: tag ?? undefined,
    ...(page.total === 0 && { index: false }),
  })
}

type ListProps = Omit<Listing, 'card'> & {
  intro?: ReactNode
  before?: ReactNode
}

const searchAddress = `${paths.blog}#search`

export function PostsPage({ list, title, description, page, tag, intro, before }: ListProps) {
  const t = useTranslations('blog')
  const { posts } = page
  const isFirstOfAll = tag === undefined && page.page === 1
  return (
    <div className="mx-auto max-w-page px-gut pt-6 pb-16 lg:pt-10 lg:pb-26">
      <h1 className="max-w-[20ch]">{titleOnPage(t, title, page.page)}</h1>
      {tag !== null && <p className="mt-2 max-w-184 md:mt-4 md:text-lg">{description}</p>}
      {intro}
      {!isFirstOfAll && (
        <p className="mt-4" data-chrome>
          <Link href={searchAddress} className="link tap text-md">
            {t('search')}
          </Link>
        </p>
      )}
      {/* The search's results replace the list. */}
      <div className="in-data-searching:hidden">
        {tag !== null && <TagNav tag={tag} />}
        {before}
        <div className="mt-4">
          {posts.length > 0 ? (
            <PostList posts={posts} lead={isFirstOfAll} under={tag ?? undefined} />
          ) : (
            <NoPosts tag={tag} />
          )}
          <PagesNav list={list} page={page.page} pages={page.pages} />
        </div>
        {tag !== null && <FeedLink tag={tag} />}
      </div>
    </div>
  )
}

export function ListPage({ children, ...listing }: ListProps & { children?: ReactNode }) {
  const { list, title, page } = listing
  const path = paths.listPage(list, page.page)
  const t = useTranslations('blog.pages')
  const breadcrumbs = [
    ...useBreadcrumbs(paths.blog),
    ...(list === paths.blog ? [] : [{ name: title, path: list }]),
    ...(page.page === 1 ? [] : [{ name: t('crumb', { page: page.page }), path }]),
  ]
  return (
    <Page path={path} breadcrumbs={breadcrumbs}>
      <PostsPage {...listing} />
      {children}
    </Page>
  )
}
