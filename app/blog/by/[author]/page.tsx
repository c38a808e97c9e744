import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { AuthorIntro } from '@/components/blog/author-intro'
import { EmptyList, PostsPage } from '@/components/blog/posts-page'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { stepsTo } from '@/components/site/breadcrumbs'
import { author, authorSlugs, postPage } from '@/lib/content/posts'
import { paths } from '@/lib/site'

type Props = { params: Promise<{ author: string }> }

export const revalidate = 120

/** Any other address is 404. */
export const dynamicParams = false

export async function generateStaticParams() {
  return (await authorSlugs()).map((slug) => ({ author: slug }))
}

async function found({ params }: Props) {
  const who = await author((await params).author)
  const page = who && (await postPage(1, { author: who.slug }))
  return who && page ? { who, page } : notFound()
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { who, page } = await found(props)
  return pageMetadata({
    path: paths.by(who.slug),
    title: who.name,
    description: who.description,
    ...(page.total === 0 && { index: false }),
  })
}

export default async function AuthorPage(props: Props) {
  const { who, page } = await found(props)
  const path = paths.by(who.slug)
  return (
    <Page path={path} trail={[...stepsTo(paths.blog), { name: who.name, path }]}>
      <PostsPage
        title={who.name}
        list={path}
        page={page}
        tag={null}
        intro={<AuthorIntro of={who} total={page.total} />}
        empty={<EmptyList />}
      />
    </Page>
  )
}
