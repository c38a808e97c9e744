import { getLocale, getTranslations } from 'next-intl/server'
import { notFound } from 'next/navigation'
import { parseTag, type PostFilter, readAuthor, readLaterPage, readPostPage } from '@/lib/content/posts'
import { messageKey, paths } from '@/lib/site'

/** The first page without a number. Unknown lists and pages are 404. */
const pageOf = async (n: string | undefined, list: PostFilter) =>
  (await (n === undefined ? readPostPage(1, list) : readLaterPage(n, list))) ?? notFound()

export async function allPosts({ n }: { n: string }) {
  const t = await getTranslations('pages.blog')
  const page = await pageOf(n, { locale: await getLocale() })
  return { list: paths.blog, title: t('title'), description: t('description'), card: t('card'), page }
}

export async function postsWithTag({ tag: name, n }: { tag: string; n?: string }) {
  const tag = parseTag(name) ?? notFound()
  const page = await pageOf(n, { locale: await getLocale(), tag })
  const t = await getTranslations('blogTags')
  const key = messageKey(tag)
  return { list: paths.tag(tag), title: t(`${key}.title`), description: t(`${key}.about`), tag, page }
}

export async function postsBy({ author: slug, n }: { author: string; n?: string }) {
  const locale = await getLocale()
  const author = (await readAuthor(slug, locale)) ?? notFound()
  const page = await pageOf(n, { locale, author: slug })
  const listing = { list: paths.by(slug), title: author.name, description: author.description, tag: null, page }
  return { author, listing }
}
