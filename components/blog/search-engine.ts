import MiniSearch, { type Query } from 'minisearch'
import {
  foldedWord,
  isCommon,
  piecesOf,
  readQuery,
  indexTerms,
  type QueryTerm,
  splitWords,
} from '@/components/ui/search-text'
import type { SearchPart, SearchRow } from '@/lib/contract/content'

export type Piece = { text: string; found: boolean }

export type SearchHit = {
  slug: string
  title: Piece[]
  /** The description, or the part of the text with the words. */
  excerpt: Piece[]
  tag: string | null
  written: string
  minutes: number | null
  lang: string | undefined
}

/** `all`, `some` or `none` of the words were found, or they are too `common`. */
export type SearchOutcome = { match: 'all' | 'some' | 'none' | 'common'; posts: SearchHit[] }

const synonymWeight = 0.4
const boost = { title: 8, headings: 3, tags: 1.5, description: 1, words: 0.7, text: 0.5 }
const summary = ['title', 'headings', 'tags', 'description', 'words']

function marked(text: string, terms: ReadonlySet<string>): Piece[] {
  const pieces: Piece[] = []
  for (const [place, piece] of piecesOf(text).entries()) {
    const found = place % 2 === 1 && indexTerms(piece).some((term) => terms.has(term))
    const last = pieces.at(-1)
    if (last && last.found === found) last.text += piece
    else if (piece) pieces.push({ text: piece, found })
  }
  return pieces
}

const excerptWords = 32
const wordsBefore = 8

/** The part of the text with the most words of the query, or empty. */
function excerptOf(text: string, terms: ReadonlySet<string>): Piece[] {
  const pieces = piecesOf(text)
  const places = pieces.flatMap((piece, place) => {
    const term = place % 2 === 1 ? indexTerms(piece).find((form) => terms.has(form)) : undefined
    return term === undefined ? [] : [{ place, term }]
  })
  const end = (place: number) => place + 2 * (excerptWords - wordsBefore)
  const variety = ({ place }: { place: number }) =>
    new Set(places.filter((other) => other.place >= place && other.place < end(place)).map(({ term }) => term)).size
  const [first, ...others] = places
  if (!first) return []
  const best = others.reduce((one, other) => (variety(other) > variety(one) ? other : one), first)
  const start = Math.max(0, best.place - 2 * wordsBefore)
  const part = pieces.slice(start, end(best.place)).join('').trim()
  return marked(`${start > 0 ? '… ' : ''}${part}${end(best.place) < pieces.length ? ' …' : ''}`, terms)
}

export class SearchEngine {
  readonly #rows = new Map<string, SearchRow>()
  readonly #vocabulary = new Set<string>()
  readonly #index = new MiniSearch<SearchRow>({
    fields: [...summary, 'text'],
    idField: 'slug',
    extractField: ([slug, title, description, tags, , , keywords, headings, text], field) =>
      ({
        slug,
        title,
        description,
        headings,
        text,
        tags: tags.join(' '),
        words: `${slug.replaceAll('-', ' ')} ${keywords}`,
      })[field as 'slug'],
    tokenize: splitWords,
    processTerm: (word) => {
      const terms = indexTerms(word).filter((term) => !isCommon(term))
      for (const term of terms) this.#vocabulary.add(term)
      return terms
    },
    searchOptions: {
      processTerm: (word) => foldedWord(word) || null,
      combineWith: 'AND',
      prefix: true,
      boost,
      weights: { prefix: 0.5, fuzzy: 0.2 },
    },
  })

  /** A post may move to the next part between two requests. */
  add({ posts }: SearchPart): void {
    for (const row of posts) {
      if (this.#rows.has(row[0])) continue
      this.#rows.set(row[0], row)
      this.#index.add(row)
    }
  }

  get size(): number {
    return this.#rows.size
  }

  /** Synonyms count only in texts without the word itself. */
  #either({ words, alike, isKnown }: QueryTerm): Query {
    const typed = words.map((readings): Query => ({ combineWith: 'OR', queries: readings }))
    const forms = alike.map((form): Query => ({
      combineWith: 'AND',
      queries: form,
      boostTerm: () => synonymWeight,
      prefix: false,
      ...(isKnown && { fields: summary }),
    }))
    return { combineWith: 'OR', queries: [{ combineWith: 'AND', queries: typed }, ...forms] }
  }

  /** Posts with all words or prefixes, best first; otherwise posts with some. Common words do not count. */
  search(query: string): SearchOutcome {
    const read = readQuery(query, this.#vocabulary)
    const wanted = read.wanted.map((one) => this.#either(one))
    if (wanted.length === 0) return { match: 'none', posts: [] }
    const all = this.#found({ combineWith: 'AND', queries: wanted })
    if (all.length > 0) return { match: 'all', posts: all }
    if (read.isCommon) return { match: 'common', posts: [] }
    const some = wanted.length > 1 ? this.#found({ combineWith: 'OR', queries: wanted }) : []
    return { match: some.length > 0 ? 'some' : 'none', posts: some }
  }

  #found(query: Query): SearchHit[] {
    const place = new Map([...this.#rows.keys()].map((slug, index) => [slug, index]))
    return this.#index
      .search(query)
      .toSorted((one, other) => other.score - one.score || (place.get(one.id) ?? 0) - (place.get(other.id) ?? 0))
      .flatMap(({ id, match }) => {
        const row = this.#rows.get(id)
        if (!row) return []
        const [slug, title, description, tags, written, minutes, , , text, lang] = row
        const terms = new Set(Object.keys(match))
        const about = marked(description, terms)
        const inText = about.some(({ found }) => found) ? [] : excerptOf(text, terms)
        return {
          slug,
          title: marked(title, terms),
          excerpt: inText.length > 0 ? inText : about,
          tag: tags[0] ?? null,
          written,
          minutes,
          lang,
        }
      })
  }
}
