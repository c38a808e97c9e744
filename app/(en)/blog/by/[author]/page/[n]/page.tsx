import { getLocale } from 'next-intl/server'
import { notFound } from 'next/navigation'
import { listMetadata, ListPage } from '@/components/blog/list-page'
import { readAuthor, readLaterPage } from '@/lib/content/posts'
import { paths } from '@/lib/site'

type Props = { params: Promise<{ author: string; n: string }> }

export const revalidate = 120

/** Rendered on request, so that builds do not grow with the archive. */
export const generateStaticParams = () => []

async function loadPage({ params }: Props) {
  const { author: slug, n } = await params
  const locale = await getLocale()
  const author = (await readAuthor(slug, locale)) ?? notFound()
  const page = (await readLaterPage(n, { locale, author: slug })) ?? notFound()
  return { list: paths.by(slug), title: author.name, description: author.description, tag: null, page }
}

export const generateMetadata = async (props: Props) => listMetadata(await loadPage(props))

export default async function AuthorListPage(props: Props) {
  return <ListPage {...await loadPage(props)} />
}
