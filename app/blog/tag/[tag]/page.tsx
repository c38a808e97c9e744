import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { PostList } from '@/components/blog/post-list'
import { TagNav } from '@/components/blog/tag-nav'
import { EmptyTag } from '@/components/blog/empty-tag'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { stepsTo } from '@/components/site/trail'
import { postsTagged } from '@/lib/content/posts'
import { blogTags, paths } from '@/lib/site'

type Props = { params: Promise<{ tag: string }> }

/** The eight tags are all there are: any other address is 404, an empty tag is a page. */
export const dynamicParams = false

export function generateStaticParams() {
  return blogTags.map((tag) => ({ tag }))
}

const titleOf = (tag: string) => `Posts about ${tag.replaceAll('-', ' ')}`

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { tag } = await params
  const empty = (await postsTagged(tag)).length === 0
  return pageMetadata({
    path: paths.tag(tag),
    title: titleOf(tag),
    description: `Everything on the blog with the tag “${tag}”: sourced writing for people who stutter (stammer).`,
    ...(empty && { index: false }),
  })
}

export default async function TagPage({ params }: Props) {
  const { tag } = await params
  if (!blogTags.some((name) => name === tag)) notFound()
  const posts = await postsTagged(tag)
  return (
    <Page path={paths.tag(tag)} trail={[...stepsTo(paths.blog), { name: titleOf(tag), path: paths.tag(tag) }]}>
      <div className="mx-auto max-w-page px-gut pt-10 pb-26 lg:pt-16 lg:pb-32">
        <h1>{titleOf(tag)}</h1>
        <TagNav tag={tag} />
        <div className="mt-8">{posts.length > 0 ? <PostList posts={posts} /> : <EmptyTag tag={tag} />}</div>
      </div>
    </Page>
  )
}
