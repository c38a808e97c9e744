import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { Article } from '@/components/blog/article'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { stepsTo } from '@/components/site/trail'
import { post, slugsToBuild } from '@/lib/content/posts'
import { paths } from '@/lib/site'

type Props = { params: Promise<{ slug: string }> }

/** The newest are built ahead; any other is built when somebody asks for it. */
export async function generateStaticParams() {
  return (await slugsToBuild()).map((slug) => ({ slug }))
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const found = await post((await params).slug)
  if (!found) notFound()
  const { slug, title, description, written, reviewed } = found
  return pageMetadata({ path: paths.post(slug), title, description, article: { written, reviewed } })
}

export default async function PostPage({ params }: Props) {
  const found = await post((await params).slug)
  if (!found) notFound()
  return (
    <Page
      path={paths.post(found.slug)}
      trail={[...stepsTo(paths.blog), { name: found.title, path: paths.post(found.slug) }]}
    >
      <Article post={found} />
    </Page>
  )
}
