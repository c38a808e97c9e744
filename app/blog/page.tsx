import type { Metadata } from 'next'
import { PostList } from '@/components/blog/post-list'
import { TagNav } from '@/components/blog/tag-nav'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { posts } from '@/lib/content/posts'
import { pages } from '@/lib/pages'
import { paths } from '@/lib/site'

export const metadata: Metadata = {
  ...pageMetadata(pages.blog),
  alternates: { canonical: paths.blog, types: { 'application/rss+xml': paths.feed } },
}

export default async function Blog() {
  return (
    <Page path={paths.blog}>
      <div className="mx-auto max-w-page px-gut pt-10 pb-16 lg:pt-16 lg:pb-26">
        <h1>Blog</h1>
        <TagNav />
        <div className="mt-8">
          <PostList posts={await posts()} lead />
        </div>
        <a href={paths.feed} className="link mt-10 inline-flex min-h-11 items-center font-semibold">
          RSS feed
        </a>
      </div>
    </Page>
  )
}
