import { notFound } from 'next/navigation'
import { SavedPosts } from '@/components/blog/saved-posts'
import { PostsPage } from '@/components/blog/posts-page'
import { Search } from '@/components/blog/search'
import { BlogData } from '@/components/blog/structured-data'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { Island } from '@/components/ui/island'
import { absoluteUrlAtBuild } from '@/lib/site-settings'
import { readPostPage } from '@/lib/content/posts'
import { pages } from '@/lib/pages'
import { paths } from '@/lib/site'

export const revalidate = 120

export const metadata = pageMetadata(pages.blog)

export default async function Blog() {
  const page = await readPostPage(1)
  if (!page) notFound()
  return (
    <Page path={paths.blog}>
      <PostsPage
        title={pages.blog.title}
        about={pages.blog.description}
        list={paths.blog}
        page={page}
        intro={
          <Island when="address">
            <Search total={page.total} />
          </Island>
        }
        before={
          <Island when="saved">
            <SavedPosts />
          </Island>
        }
      />
      <BlogData posts={page.posts} description={pages.blog.description} address={absoluteUrlAtBuild(paths.blog)} />
    </Page>
  )
}
