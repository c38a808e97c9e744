import { splitPath } from '@/lib/locales'
import { errorPagePaths } from '@/lib/site'
import { isPublishedPost, readPostPage } from './posts'
import { parseListPath } from './pages/share-image'

/** Pages that stand in place of others. */
const standIns = Object.values<string>(errorPagePaths)

/**
 * Whether an address is not to be rendered: of an error page, or of the blog without a post or a page of a list.
 * @throws {BlogUnavailable} if there is no index of posts
 */
export async function isMissingPage(pathname: string): Promise<boolean> {
  const { locale, path: given } = splitPath(decodeURIComponent(pathname))
  const path = given.replace(/(?<=.)\/$/, '')
  if (standIns.includes(path)) return true
  const [, area, first = '', second] = path.split('/')
  // Files, such as feeds, are routes of their own.
  if (path.includes('.')) return false
  // In a language that the site does not have.
  if (area !== 'blog' && first === 'blog') return true
  if (area !== 'blog' || first === '') return false
  if (second === undefined) return !(await isPublishedPost(first, locale))
  // Page 1 redirects to the list.
  if (!['page', 'tag', 'by'].includes(first) || path.endsWith('/page/1')) return false
  const list = await parseListPath(path, locale)
  return list === null || (await readPostPage(list.n, list.list)) === null
}
