import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { descriptionOnPage, EmptyList, PostsPage, titleOnPage } from '@/components/blog/posts-page'
import { stepsTo } from '@/components/site/breadcrumbs'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { pageNumber, pagesToBuild, postPage } from '@/lib/content/posts'
import { pages } from '@/lib/pages'
import { paths } from '@/lib/site'

type Props = { params: Promise<{ n: string }> }

export const revalidate = 120

/** From page 2: the first page is `/blog`. */
export async function generateStaticParams() {
  return (await pagesToBuild()).map((n) => ({ n: String(n) }))
}

async function found({ params }: Props) {
  const n = pageNumber((await params).n)
  const page = n === null || n === 1 ? null : await postPage(n)
  return page ?? notFound()
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { page, pages: last } = await found(props)
  const path = paths.listPage(paths.blog, page)
  return pageMetadata({
    path,
    title: titleOnPage(pages.blog.title, page),
    description: descriptionOnPage(pages.blog.description, page, last),
    card: pages.blog.card,
  })
}

export default async function BlogListPage(props: Props) {
  const page = await found(props)
  const path = paths.listPage(paths.blog, page.page)
  return (
    <Page path={path} trail={[...stepsTo(paths.blog), { name: `Page ${page.page}`, path }]}>
      <PostsPage
        title={pages.blog.title}
        about={pages.blog.description}
        list={paths.blog}
        page={page}
        empty={<EmptyList />}
      />
    </Page>
  )
}
