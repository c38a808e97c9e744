import { getLocale } from 'next-intl/server'
import { notFound } from 'next/navigation'
import { AuthorIntro } from '@/components/blog/author-intro'
import { listMetadata, ListPage } from '@/components/blog/list-page'
import { readAuthor, readAuthorSlugs, readPostPage } from '@/lib/content/posts'
import { paths } from '@/lib/site'

type Props = { params: Promise<{ author: string }> }

export const revalidate = 120

/** Any other address is 404. */
export const dynamicParams = false

export async function generateStaticParams() {
  return (await readAuthorSlugs()).map((slug) => ({ author: slug }))
}

async function loadPage({ params }: Props) {
  const locale = await getLocale()
  const author = (await readAuthor((await params).author, locale)) ?? notFound()
  const page = (await readPostPage(1, { locale, author: author.slug })) ?? notFound()
  const intro = <AuthorIntro of={author} total={page.total} />
  return { list: paths.by(author.slug), title: author.name, description: author.description, tag: null, page, intro }
}

export const generateMetadata = async (props: Props) => listMetadata(await loadPage(props))

export default async function AuthorPage(props: Props) {
  return <ListPage {...await loadPage(props)} />
}
