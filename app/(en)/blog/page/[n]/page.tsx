import { getLocale, getTranslations } from 'next-intl/server'
import { notFound } from 'next/navigation'
import { listMetadata, ListPage } from '@/components/blog/list-page'
import { readLaterPage, pagesToBuild } from '@/lib/content/posts'
import { paths } from '@/lib/site'

type Props = { params: Promise<{ n: string }> }

export const revalidate = 120

/** From page 2: the first page is `/blog`. */
export async function generateStaticParams() {
  return (await pagesToBuild()).map((n) => ({ n: String(n) }))
}

async function loadPage({ params }: Props) {
  const t = await getTranslations('pages.blog')
  const page = (await readLaterPage((await params).n, { locale: await getLocale() })) ?? notFound()
  return { list: paths.blog, title: t('title'), description: t('description'), card: t('card'), page }
}

export const generateMetadata = async (props: Props) => listMetadata(await loadPage(props))

export default async function BlogListPage(props: Props) {
  return <ListPage {...await loadPage(props)} />
}
