import type { PostSummary, SearchPart, SearchRow } from '@/lib/contract/content'
import { limits } from '@/lib/site'
import { pageNumber } from '@/lib/content/posts'

/** The number in `2.json`; null for other names, such as `02.json`. */
export const partNumber = (file: string): number | null =>
  file.endsWith('.json') ? pageNumber(file.slice(0, -'.json'.length)) : null

/** Maximum characters of keywords per post, to limit the size of a part. */
export const keywordRoom = 240

/** Posts from an old disk cache may have no keywords. */
function wordsWithin(keywords: readonly string[] = []): string {
  let words = ''
  for (const keyword of keywords) {
    const more = words ? `${words} ${keyword}` : keyword
    if (more.length > keywordRoom) break
    words = more
  }
  return words
}

const rowOf = ({ slug, title, description, tags, keywords, written, minutes }: PostSummary): SearchRow => [
  slug,
  title,
  description,
  tags,
  written,
  minutes,
  wordsWithin(keywords),
]

/** Part `n` of the search index. Part 1 always exists; others beyond the last are null. */
export function searchPart(all: readonly PostSummary[], n: number): SearchPart | null {
  const parts = Math.max(1, Math.ceil(all.length / limits.searchPosts))
  if (n < 1 || n > parts) return null
  const start = (n - 1) * limits.searchPosts
  return { part: n, parts, total: all.length, posts: all.slice(start, start + limits.searchPosts).map(rowOf) }
}
