import { getLocale, getTranslations } from 'next-intl/server'
import { notFound } from 'next/navigation'
import { listMetadata, ListPage } from '@/components/blog/list-page'
import { readPostPage, parseTag } from '@/lib/content/posts'
import { blogTags, paths, messageKey } from '@/lib/site'

type Props = { params: Promise<{ tag: string }> }

export const revalidate = 120

/** An unknown tag is 404; an empty tag is a page. */
export const dynamicParams = false

export function generateStaticParams() {
  return blogTags.map((tag) => ({ tag }))
}

async function loadPage({ params }: Props) {
  const tag = parseTag((await params).tag) ?? notFound()
  const page = (await readPostPage(1, { locale: await getLocale(), tag })) ?? notFound()
  const t = await getTranslations('blogTags')
  const key = messageKey(tag)
  return { list: paths.tag(tag), title: t(`${key}.title`), description: t(`${key}.about`), tag, page }
}

export const generateMetadata = async (props: Props) => listMetadata(await loadPage(props))

export default async function TagPage(props: Props) {
  return <ListPage {...await loadPage(props)} />
}
