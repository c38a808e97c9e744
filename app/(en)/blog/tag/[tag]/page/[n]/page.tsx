import { getLocale, getTranslations } from 'next-intl/server'
import { notFound } from 'next/navigation'
import { listMetadata, ListPage } from '@/components/blog/list-page'
import { readLaterPage, parseTag } from '@/lib/content/posts'
import { paths, messageKey } from '@/lib/site'

type Props = { params: Promise<{ tag: string; n: string }> }

export const revalidate = 120

/** Rendered on request, so that builds do not grow with the archive. */
export const generateStaticParams = () => []

async function loadPage({ params }: Props) {
  const { tag: name, n } = await params
  const tag = parseTag(name) ?? notFound()
  const page = (await readLaterPage(n, { locale: await getLocale(), tag })) ?? notFound()
  const t = await getTranslations('blogTags')
  const key = messageKey(tag)
  return { list: paths.tag(tag), title: t(`${key}.title`), description: t(`${key}.about`), tag, page }
}

export const generateMetadata = async (props: Props) => listMetadata(await loadPage(props))

export default async function TagListPage(props: Props) {
  return <ListPage {...await loadPage(props)} />
}
