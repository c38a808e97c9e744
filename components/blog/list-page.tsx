import type { Metadata } from 'next'
import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { useBreadcrumbs } from '@/components/site/breadcrumbs'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import type { PostPage } from '@/lib/contract/content'
import { type BlogTag, paths } from '@/lib/site'
import { descriptionOnPage, PostsPage, titleOnPage } from './posts-page'

/** A page of a list of posts. `tag` is undefined in the list of all posts, and null in lists of authors. */
type Listing = {
  list: string
  title: string
  description: string
  page: PostPage
  tag?: BlogTag | null
  /** Text on the preview image; the title if missing. */
  card?: string
}

/** Lists without posts are not indexed. */
export async function listMetadata(listing: Listing): Promise<Metadata> {
  const { list, title, description, page, tag, card = title } = listing
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

export function ListPage({ list, title, description, page, tag, intro }: Listing & { intro?: ReactNode }) {
  const path = paths.listPage(list, page.page)
  const t = useTranslations('blog.pages')
  const breadcrumbs = [
    ...useBreadcrumbs(paths.blog),
    ...(list === paths.blog ? [] : [{ name: title, path: list }]),
    ...(page.page === 1 ? [] : [{ name: t('crumb', { page: page.page }), path }]),
  ]
  return (
    <Page path={path} breadcrumbs={breadcrumbs}>
      <PostsPage
        title={title}
        about={tag === null ? undefined : description}
        list={list}
        page={page}
        tag={tag}
        intro={intro}
      />
    </Page>
  )
}
