import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { descriptionOnPage, EmptyList, PostsPage, titleOnPage } from '@/components/blog/posts-page'
import { stepsTo } from '@/components/site/breadcrumbs'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { author, pageNumber, postPage } from '@/lib/content/posts'
import { paths } from '@/lib/site'

type Props = { params: Promise<{ author: string; n: string }> }

export const revalidate = 120

/** Rendered on request, so that builds do not grow with the archive. */
export const generateStaticParams = () => []

async function found({ params }: Props) {
  const { author: slug, n: text } = await params
  const [who, n] = [await author(slug), pageNumber(text)]
  const page = who === null || n === null || n === 1 ? null : await postPage(n, { author: who.slug })
  return who && page ? { who, page } : notFound()
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { who, page } = await found(props)
  return pageMetadata({
    path: paths.listPage(paths.by(who.slug), page.page),
    title: titleOnPage(who.name, page.page),
    description: descriptionOnPage(who.description, page.page, page.pages),
    card: who.name,
  })
}

export default async function AuthorListPage(props: Props) {
  const { who, page } = await found(props)
  const list = paths.by(who.slug)
  const path = paths.listPage(list, page.page)
  const steps = [
    { name: who.name, path: list },
    { name: `Page ${page.page}`, path },
  ]
  return (
    <Page path={path} trail={[...stepsTo(paths.blog), ...steps]}>
      <PostsPage title={who.name} list={list} page={page} tag={null} empty={<EmptyList />} />
    </Page>
  )
}
