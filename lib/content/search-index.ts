import type { PlainPost, PostSummary, SearchIndex, SearchRow } from '@/lib/contract/content'
import { limits } from '@/lib/site'

/** Maximum characters of plain text: about 80 KB compressed. */
export const maxTextLength = 240_000

/** The first posts of a list come with their text, until the index is full. */
export async function buildSearchIndex(
  all: readonly PostSummary[],
  readText: (post: PostSummary) => Promise<PlainPost | null>,
): Promise<SearchIndex> {
  const posts: SearchRow[] = []
  let remaining = maxTextLength
  for (const post of all.slice(0, limits.searchPosts)) {
    const { slug, title, description, tags, written, minutes, keywords = [], lang, locale } = post
    const plain = remaining > 0 ? await readText(post) : null
    const text = plain?.text.slice(0, remaining) ?? ''
    remaining -= text.length
    const row: SearchRow = [
      slug,
      title,
      description,
      tags,
      written,
      minutes,
      keywords.join(' '),
      plain?.headings ?? '',
      text,
    ]
    if (lang) row.push(lang, ...(locale ? ([locale] as const) : []))
    posts.push(row)
  }
  return { total: all.length, posts }
}
