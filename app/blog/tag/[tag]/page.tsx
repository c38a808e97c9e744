import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { EmptyTag, PostsPage, tagTitle } from '@/components/blog/posts-page'
import { stepsTo } from '@/components/site/breadcrumbs'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { postPage, tagNamed } from '@/lib/content/posts'
import { tagAbouts } from '@/lib/pages'
import { blogTags, paths } from '@/lib/site'

type Props = { params: Promise<{ tag: string }> }

export const revalidate = 120

/** An unknown tag is 404; an empty tag is a page. */
export const dynamicParams = false

export function generateStaticParams() {
  return blogTags.map((tag) => ({ tag }))
}

async function found({ params }: Props) {
  const tag = tagNamed((await params).tag)
  const page = tag && (await postPage(1, { tag }))
  return tag && page ? { tag, page } : notFound()
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { tag, page } = await found(props)
  const path = paths.tag(tag)
  return pageMetadata({
    path,
    tag,
    title: tagTitle(tag),
    description: tagAbouts[tag],
    ...(page.total === 0 && { index: false }),
  })
}

export default async function TagPage(props: Props) {
  const { tag, page } = await found(props)
  const path = paths.tag(tag)
  return (
    <Page path={path} trail={[...stepsTo(paths.blog), { name: tagTitle(tag), path }]}>
      <PostsPage
        title={tagTitle(tag)}
        about={tagAbouts[tag]}
        list={path}
        page={page}
        tag={tag}
        empty={<EmptyTag tag={tag} />}
      />
    </Page>
  )
}
