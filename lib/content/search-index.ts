import type { PlainPost, PostSummary, SearchIndex, SearchPost } from '@/lib/contract/content'
import { limits } from '@/lib/site'

/** Maximum characters of plain text: about 80 KB compressed. */
export const maxTextLength = 240_000

/** The first posts of a list come with their text, until the index is full. */
export async function buildSearchIndex(
  all: readonly PostSummary[],
  readText: (post: PostSummary) => Promise<PlainPost | null>,
): Promise<SearchIndex> {
  const posts: SearchPost[] = []
  let remaining = maxTextLength
  for (const post of all.slice(0, limits.searchPosts)) {
    const { slug, title, description, tags, written, minutes, keywords = [], lang, locale } = post
    const { headings, text } = (remaining > 0 && (await readText(post))) || { headings: '', text: '' }
    const shown = text.slice(0, remaining)
    remaining -= shown.length
    const summary = { slug, title, description, tags, written, minutes, lang, locale }
    posts.push({ ...summary, keywords: keywords.join(' '), headings, text: shown })
  }
  return { total: all.length, posts }
}
