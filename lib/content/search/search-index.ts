import type { PostSummary, SearchPart, SearchRow } from '@/lib/contract/content'
import { limits } from '@/lib/site'
import { pageNumber } from '@/lib/content/posts'

/** The number that the name of a part's file says, or null: `2.json` is one, neither `02.json` nor `2` is. */
export const partNumber = (file: string): number | null =>
  file.endsWith('.json') ? pageNumber(file.slice(0, -'.json'.length)) : null

/** Characters that a post's keywords may take in the index, so that a part has a bound. */
export const keywordRoom = 240

/** As many whole keywords as there is room for. What was remembered of a source long ago may have none. */
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

/**
 * Part `n` of the index that the search box loads: `limits.searchPosts` of all posts, newest first. The first
 * part is there even when there are no posts; any other beyond the last is null.
 */
export function searchPart(all: readonly PostSummary[], n: number): SearchPart | null {
  const parts = Math.max(1, Math.ceil(all.length / limits.searchPosts))
  if (n < 1 || n > parts) return null
  const start = (n - 1) * limits.searchPosts
  return { part: n, parts, total: all.length, posts: all.slice(start, start + limits.searchPosts).map(rowOf) }
}
