import { translatorOf } from '@/lib/i18n/messages'
import { defaultLocale, type Locale } from '@/lib/locales'
import { paths, messageKey, type PageName, pages } from '@/lib/site'
import { readAuthor, parsePageNumber, type PostFilter, readPostPage, readPosts, parseTag } from '@/lib/content/posts'
import { readTherapist } from './therapists'

const names = Object.keys(pages) as PageName[]

type ListImage = { list: PostFilter; n: number; text: string }

/** The list of posts and the page that a path names. Page 1 is the list's own path. */
export async function parseListPath(path: string, locale: Locale = defaultLocale): Promise<ListImage | null> {
  const [, base = path, number] = /^(.+)\/page\/([^/]+)$/.exec(path) ?? []
  const n = number === undefined ? 1 : parsePageNumber(number)
  if (n === null || (n === 1 && number !== undefined)) return null
  if (base === paths.blog) return { list: { locale }, n, text: (await translatorOf(locale, 'pages'))('blog.card') }
  const [, , kind, name = ''] = base.split('/')
  const tag = kind === 'tag' ? parseTag(name) : null
  if (tag && base === paths.tag(tag))
    return { list: { locale, tag }, n, text: (await translatorOf(locale, 'blogTags'))(`${messageKey(tag)}.title`) }
  const postAuthor = kind === 'by' ? await readAuthor(name, locale) : null
  if (!postAuthor || base !== paths.by(name)) return null
  const t = await translatorOf(locale, 'blog')
  return { list: { locale, author: name }, n, text: t('author.postsBy', { name: postAuthor.name }) }
}

/** Null if there is no such page. `path` is without the language. */
export async function readShareImageText(path: string, locale: Locale = defaultLocale): Promise<string | null> {
  const page = names.find((name) => pages[name].path === path)
  if (page) return (await translatorOf(locale, 'pages'))(`${page}.card`)
  const [, folder, name = '', ...rest] = path.split('/')
  if (folder === 'therapist') return rest.length > 0 ? null : ((await readTherapist(name, locale))?.name ?? null)
  if (folder !== 'blog') return null
  if (rest.length > 0) {
    const image = await parseListPath(path, locale)
    return image && (await readPostPage(image.n, image.list)) && image.text
  }
  return (await readPosts(locale)).find(({ slug }) => slug === name)?.title ?? null
}
