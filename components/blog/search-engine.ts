import MiniSearch, { type Query } from 'minisearch'
import type { SearchPart, SearchRow } from '@/lib/contract/content'
import { foldedWord, hyphens, isCommon, piecesOf, termsOf, type Wanted, wantedOf, wordsOf } from './search-text'

export type Piece = { text: string; found: boolean }

export type Found = {
  slug: string
  title: Piece[]
  description: Piece[]
  tag: string | null
  written: string
  minutes: number | null
}

/** `match`: posts with `all` words, with `some`, or none. `common`: the query has only words that every text has. */
export type Findings = { match: 'all' | 'some' | 'none' | 'common'; posts: Found[] }

/** Allowed typing errors by word length. */
export const errorsAllowed = (word: string): number => (word.length < 4 ? 0 : word.length < 8 ? 1 : 2)

/** Weight of synonyms. */
const likeness = 0.4

function marked(text: string, terms: ReadonlySet<string>): Piece[] {
  const pieces: Piece[] = []
  for (const [place, piece] of piecesOf(text).entries()) {
    const found = place % 2 === 1 && termsOf(piece).some((term) => terms.has(term))
    const last = pieces.at(-1)
    if (last && last.found === found) last.text += piece
    else if (piece) pieces.push({ text: piece, found })
  }
  return pieces
}

export class SearchEngine {
  readonly #rows = new Map<string, SearchRow>()
  readonly #index = new MiniSearch<SearchRow>({
    fields: ['title', 'description', 'tags', 'words'],
    idField: 'slug',
    extractField: ([slug, title, description, tags, , , keywords], field) =>
      ({ slug, title, description, tags: tags.join(' '), words: `${slug.replaceAll('-', ' ')} ${keywords}` })[
        field as 'slug'
      ],
    tokenize: wordsOf,
    processTerm: (word) => termsOf(word).filter((term) => !isCommon(term)),
    searchOptions: {
      processTerm: (word) => foldedWord(word) || null,
      combineWith: 'AND',
      prefix: true,
      boost: { title: 4, tags: 1.5, words: 0.7 },
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

  #has(word: string): boolean {
    return this.#index.search(word).length > 0
  }

  #word(word: string): Query {
    return this.#has(word) ? word : { combineWith: 'AND', queries: [word], fuzzy: errorsAllowed }
  }

  /** Splits at hyphens unless a post contains the hyphenated word. */
  #typed(query: string): string[] {
    return wordsOf(query)
      .flatMap((word) => (this.#has(word) ? word : word.split(hyphens)))
      .map(foldedWord)
      .filter(Boolean)
  }

  #either({ words, alike }: Wanted): Query {
    const asTyped: Query = { combineWith: 'AND', queries: words.map((word) => this.#word(word)) }
    const forms = alike.map((form): Query => ({
      combineWith: 'AND',
      queries: form,
      boostTerm: () => likeness,
      prefix: false,
    }))
    return { combineWith: 'OR', queries: [asTyped, ...forms] }
  }

  /** Posts with all words or prefixes of them, best first; otherwise posts with some. Common words do not count. */
  search(query: string): Findings {
    const typed = this.#typed(query)
    const telling = typed.filter((word) => !isCommon(word))
    // The last common word may be the beginning of another word.
    const wanted = (telling.length > 0 ? wantedOf(telling) : wantedOf(typed.slice(-1))).map((one) => this.#either(one))
    if (wanted.length === 0) return { match: 'none', posts: [] }
    const all = this.#found({ combineWith: 'AND', queries: wanted })
    if (all.length > 0) return { match: 'all', posts: all }
    if (telling.length === 0) return { match: 'common', posts: [] }
    const some = wanted.length > 1 ? this.#found({ combineWith: 'OR', queries: wanted }) : []
    return { match: some.length > 0 ? 'some' : 'none', posts: some }
  }

  #found(query: Query): Found[] {
    const place = new Map([...this.#rows.keys()].map((slug, index) => [slug, index]))
    return this.#index
      .search(query)
      .toSorted((one, other) => other.score - one.score || (place.get(one.id) ?? 0) - (place.get(other.id) ?? 0))
      .flatMap(({ id, match }) => {
        const row = this.#rows.get(id)
        if (!row) return []
        const [slug, title, description, tags, written, minutes] = row
        const terms = new Set(Object.keys(match))
        return {
          slug,
          title: marked(title, terms),
          description: marked(description, terms),
          tag: tags[0] ?? null,
          written,
          minutes,
        }
      })
  }
}
