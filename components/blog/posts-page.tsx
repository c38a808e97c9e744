import type { ReactNode } from 'react'
import type { PostPage } from '@/lib/contract/content'
import { paths } from '@/lib/site'
import { FeedLinks } from './feed-links'
import { PagesNav } from './pages-nav'
import { PostList } from './post-list'
import { TagNav } from './tag-nav'
import { titleOnPage } from './words'

type PostsPageProps = {
  title: string
  /** What is to be found in the list, in a sentence or two. */
  about?: string
  /** The list's own address, which is its first page. */
  list: string
  page: PostPage
  /** The tag whose posts they are; not given on the list of all posts, null on any other list. */
  tag?: string | null
  /** Stands between the heading and the tags. */
  intro?: ReactNode
  /** Stands above the posts. */
  before?: ReactNode
  /** Instead of the posts, where there are none. */
  empty: ReactNode
}

/** Where the box is that searches all posts; it stands on the first page of all posts only. */
const searchAddress = `${paths.blog}#search`

/** One page of a list of posts. The first page of the whole list shows the newest post large. */
export function PostsPage({ title, about, list, page, tag, intro, before, empty }: PostsPageProps) {
  const { posts } = page
  const isFirstOfAll = tag === undefined && page.page === 1
  return (
    <div className="mx-auto max-w-page px-gut pt-10 pb-16 lg:pt-16 lg:pb-26">
      <h1 className="max-w-[20ch]">{titleOnPage(title, page.page)}</h1>
      {about && <p className="mt-4 max-w-144 md:mt-6 md:text-lg">{about}</p>}
      {intro}
      {!isFirstOfAll && (
        <p className="mt-4" data-chrome>
          <a href={searchAddress} className="link tap text-md">
            Search the blog
          </a>
        </p>
      )}
      {/* What is found by the search stands in place of all that is listed. */}
      <div className="in-data-searching:hidden">
        {tag !== null && <TagNav tag={tag} />}
        {before}
        <div className="mt-8">
          {posts.length > 0 ? <PostList posts={posts} lead={isFirstOfAll} under={tag ?? undefined} /> : empty}
          <PagesNav list={list} page={page.page} pages={page.pages} />
        </div>
        {tag !== null && <FeedLinks tag={tag} />}
      </div>
    </div>
  )
}
