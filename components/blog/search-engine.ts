import { markTerms, type Piece } from '@/components/ui/search-words'
import { type Match, TextSearch } from '@/components/ui/text-search'
import type { SearchIndex, SearchPost } from '@/lib/contract/content'
import { defaultLocale, type Locale } from '@/lib/locales'

export type { Piece }

export type SearchHit = Pick<SearchPost, 'slug' | 'written' | 'minutes' | 'lang' | 'locale'> & {
  title: Piece[]
  /** The description, or the part of the text with the words. */
  excerpt: Piece[]
  tag: string | null
}

export type SearchOutcome = { match: Match; posts: SearchHit[] }

const boost = { title: 8, headings: 3, tags: 1.5, description: 1, words: 0.7, text: 0.5 }

const excerptLength = 220
const lengthBefore = 50

/** The part of a text around the first word found, or empty. */
function excerptOf(text: string, terms: ReadonlySet<string>): Piece[] {
  const pieces = markTerms(text, terms)
  const first = pieces.findIndex(({ found }) => found)
  if (first < 0) return []
  const place = pieces.slice(0, first).reduce((sum, piece) => sum + piece.text.length, 0)
  // Only whole words, if there are spaces.
  const begin = place <= lengthBefore ? 0 : Math.max(text.indexOf(' ', place - lengthBefore) + 1, place - lengthBefore)
  const start = Math.min(begin, place)
  const limit = start + excerptLength
  const end = limit >= text.length ? text.length : Math.max(text.lastIndexOf(' ', limit), place + lengthBefore)
  return markTerms(`${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`, terms)
}

export class SearchEngine {
  readonly #posts = new Map<string, SearchPost>()
  readonly #search: TextSearch

  /** @param tagName the words for a tag in the language */
  constructor({ posts }: SearchIndex, locale: Locale = defaultLocale, tagName = (tag: string) => tag) {
    this.#search = new TextSearch(boost, locale)
    for (const post of posts) {
      const { slug, title, description, tags, keywords, headings, text } = post
      this.#posts.set(slug, post)
      const words = `${slug.replaceAll('-', ' ')} ${keywords}`
      this.#search.add(slug, { title, headings, tags: tags.map(tagName).join(' '), description, words, text })
    }
  }

  get size(): number {
    return this.#search.size
  }

  /** Posts with all words or prefixes, best first; otherwise posts with some. Common words do not count. */
  search(query: string): SearchOutcome {
    const { match, results } = this.#search.find(query)
    const posts = results.flatMap(({ id, terms }) => {
      const post = this.#posts.get(id)
      return post ? hitOf(post, terms) : []
    })
    return { match, posts }
  }
}

function hitOf(post: SearchPost, terms: ReadonlySet<string>): SearchHit {
  const { slug, title, description, tags, written, minutes, text, lang, locale } = post
  const about = markTerms(description, terms)
  const inText = about.some(({ found }) => found) ? [] : excerptOf(text, terms)
  return {
    slug,
    title: markTerms(title, terms),
    excerpt: inText.length > 0 ? inText : about,
    tag: tags[0] ?? null,
    written,
    minutes,
    lang,
    locale,
  }
}
