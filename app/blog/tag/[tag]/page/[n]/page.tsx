import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { descriptionOnPage, EmptyTag, PostsPage, tagTitle, titleOnPage } from '@/components/blog/posts-page'
import { stepsTo } from '@/components/site/breadcrumbs'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { pageNumber, postPage, tagNamed } from '@/lib/content/posts'
import { tagAbouts } from '@/lib/pages'
import { paths } from '@/lib/site'

type Props = { params: Promise<{ tag: string; n: string }> }

export const revalidate = 120

/** Rendered on request, so that builds do not grow with the archive. */
export const generateStaticParams = () => []

async function found({ params }: Props) {
  const { tag: name, n: text } = await params
  const [tag, n] = [tagNamed(name), pageNumber(text)]
  const page = tag === null || n === null || n === 1 ? null : await postPage(n, { tag })
  return tag && page ? { tag, page } : notFound()
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { tag, page } = await found(props)
  const path = paths.listPage(paths.tag(tag), page.page)
  return pageMetadata({
    path,
    tag,
    title: titleOnPage(tagTitle(tag), page.page),
    description: descriptionOnPage(tagAbouts[tag], page.page, page.pages),
    card: tagTitle(tag),
  })
}

export default async function TagListPage(props: Props) {
  const { tag, page } = await found(props)
  const list = paths.tag(tag)
  const path = paths.listPage(list, page.page)
  const steps = [
    { name: tagTitle(tag), path: list },
    { name: `Page ${page.page}`, path },
  ]
  return (
    <Page path={path} trail={[...stepsTo(paths.blog), ...steps]}>
      <PostsPage
        title={tagTitle(tag)}
        about={tagAbouts[tag]}
        list={list}
        page={page}
        tag={tag}
        empty={<EmptyTag tag={tag} />}
      />
    </Page>
  )
}
