import type { PlainPost, PostSummary, SearchPart, SearchRow } from '@/lib/contract/content'
import { limits } from '@/lib/site'
import { pageNumber } from '@/lib/content/posts'

/** The number in `2.json`; null for other names, such as `02.json`. */
export const partNumber = (file: string): number | null =>
  file.endsWith('.json') ? pageNumber(file.slice(0, -'.json'.length)) : null

/** Maximum characters of keywords per post. */
export const keywordRoom = 240

/** Posts from an old disk cache may lack keywords. */
function wordsWithin(keywords: readonly string[] = []): string {
  let words = ''
  for (const keyword of keywords) {
    const more = words ? `${words} ${keyword}` : keyword
    if (more.length > keywordRoom) break
    words = more
  }
  return words
}

/** Maximum characters of plain text per part: about 80 KB compressed. */
export const textRoom = 240_000

/**
 * Part `n` of the search index, or null beyond the last; part 1 always exists. The newest posts of a part come with
 * their text, until it is full.
 */
export async function searchPart(
  all: readonly PostSummary[],
  n: number,
  plainPost: (slug: string) => Promise<PlainPost | null>,
): Promise<SearchPart | null> {
  const parts = Math.max(1, Math.ceil(all.length / limits.searchPosts))
  if (n < 1 || n > parts) return null
  const start = (n - 1) * limits.searchPosts
  const posts: SearchRow[] = []
  let room = textRoom
  for (const post of all.slice(start, start + limits.searchPosts)) {
    const { slug, title, description, tags, written, minutes, keywords, lang } = post
    const plain = room > 0 ? await plainPost(slug) : null
    const text = plain?.text.slice(0, room) ?? ''
    room -= text.length
    const row: SearchRow = [
      slug,
      title,
      description,
      tags,
      written,
      minutes,
      wordsWithin(keywords),
      plain?.headings ?? '',
      text,
    ]
    if (lang) row.push(lang)
    posts.push(row)
  }
  return { part: n, parts, total: all.length, posts }
}
