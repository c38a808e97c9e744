import type { PlainPost, PostSummary, SearchPart, SearchRow } from '@/lib/contract/content'
import { limits } from '@/lib/site'
import { parsePageNumber } from '@/lib/content/posts'

/** The number in `2.json`; null for other names, such as `02.json`. */
export const parsePartNumber = (file: string): number | null =>
  file.endsWith('.json') ? parsePageNumber(file.slice(0, -'.json'.length)) : null

/** Maximum characters of keywords per post. */
export const maxKeywordLength = 240

/** Posts from an old disk cache may lack keywords. */
function joinKeywords(keywords: readonly string[] = []): string {
  let words = ''
  for (const keyword of keywords) {
    const longer = words ? `${words} ${keyword}` : keyword
    if (longer.length > maxKeywordLength) break
    words = longer
  }
  return words
}

/** Maximum characters of plain text per part: about 80 KB compressed. */
export const maxTextLength = 240_000

/**
 * Part `n` of the search index, or null beyond the last; part 1 always exists. The newest posts of a part come with
 * their text, until it is full.
 */
export async function buildSearchPart(
  all: readonly PostSummary[],
  n: number,
  readText: (slug: string) => Promise<PlainPost | null>,
): Promise<SearchPart | null> {
  const parts = Math.max(1, Math.ceil(all.length / limits.searchPosts))
  if (n < 1 || n > parts) return null
  const start = (n - 1) * limits.searchPosts
  const posts: SearchRow[] = []
  let remaining = maxTextLength
  for (const post of all.slice(start, start + limits.searchPosts)) {
    const { slug, title, description, tags, written, minutes, keywords, lang } = post
    const plain = remaining > 0 ? await readText(slug) : null
    const text = plain?.text.slice(0, remaining) ?? ''
    remaining -= text.length
    const row: SearchRow = [
      slug,
      title,
      description,
      tags,
      written,
      minutes,
      joinKeywords(keywords),
      plain?.headings ?? '',
      text,
    ]
    if (lang) row.push(lang)
    posts.push(row)
  }
  return { part: n, parts, total: all.length, posts }
}
