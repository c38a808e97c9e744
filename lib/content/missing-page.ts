import { isInPosts, readPostPage } from './posts'
import { parseListPath } from './pages/share-image-text'

/**
 * Whether an address of the blog names no post and no page of a list, so that it is refused without rendering.
 * @throws {BlogUnavailable} if there is no index of posts
 */
export async function isMissingPage(pathname: string): Promise<boolean> {
  const path = decodeURIComponent(pathname).replace(/(?<=.)\/$/, '')
  const [, area, first = '', second] = path.split('/')
  // Files, such as feeds, are routes of their own.
  if (area !== 'blog' || first === '' || path.includes('.')) return false
  if (second === undefined) return !(await isInPosts(({ bySlug }) => bySlug.has(first)))
  // Page 1 redirects to the list.
  if (!['page', 'tag', 'by'].includes(first) || path.endsWith('/page/1')) return false
  const list = await parseListPath(path)
  return list === null || (await readPostPage(list.n, list.list)) === null
}
