import MiniSearch, { type Query, type SearchResult } from 'minisearch'
import { perLocale } from '@/lib/contract/format'
import { defaultLocale, type Locale } from '@/lib/locales'
import { commonWords, synonyms } from './search-synonyms'
import { fold, termsOf, type Word, wordsOf } from './search-words'

/** `all`, `some` or `none` of the words were found, or they are too `common`. */
export type Match = 'all' | 'some' | 'none' | 'common'
export type Found = { match: Match; results: { id: string; terms: ReadonlySet<string> }[] }

type Document = { id: string; fields: Readonly<Record<string, string>> }

const synonymWeight = 0.4

type Language = {
  common: ReadonlySet<string>
  /** Other forms of a phrase. */
  alike: ReadonlyMap<string, string[]>
  longestPhrase: number
}

const languageOf = perLocale((locale): Language => {
  const common = new Set(commonWords[locale]?.split(' ').map(fold))
  const withoutCommon = (form: string) => form.split(' ').filter((word) => !common.has(word))
  const groups = (synonyms[locale] ?? []).map((forms) => forms.map((form) => withoutCommon(form).join(' ')))
  const alike = new Map<string, string[]>()
  for (const forms of groups)
    for (const form of forms) alike.set(form, [...(alike.get(form) ?? []), ...forms.filter((other) => other !== form)])
  return { common, alike, longestPhrase: Math.max(1, ...groups.flat().map((form) => form.split(' ').length)) }
})

const textOf = ({ parts, joined }: Word) => joined ?? parts.join('')
const isCommon = (word: Word, { common }: Language) =>
  common.has(textOf(word)) || word.parts.every((part) => common.has(part))

function typed({ parts, joined }: Word, { common }: Language): Query {
  const significant = parts.filter((part) => !common.has(part))
  const all: Query = { combineWith: 'AND', queries: significant.length > 0 ? significant : parts }
  return joined === undefined ? all : { combineWith: 'OR', queries: [joined, all] }
}

/** The words of a query; words that are part of a phrase with synonyms are one term. */
function queriesOf(words: readonly Word[], language: Language): Query[] {
  const { alike, longestPhrase } = language
  const queries: Query[] = []
  for (let place = 0; place < words.length;) {
    let length = Math.min(longestPhrase, words.length - place)
    const formsAt = (count: number) => {
      const phrase = words
        .slice(place, place + count)
        .map(textOf)
        .join(' ')
      return alike.get(phrase) ?? alike.get(phrase.replace(/s$/, ''))
    }
    while (length > 1 && !formsAt(length)) length -= 1
    const own: Query = {
      combineWith: 'AND',
      queries: words.slice(place, place + length).map((word) => typed(word, language)),
    }
    const others = (formsAt(length) ?? []).map((form): Query => ({
      combineWith: 'AND',
      queries: form.split(' '),
      boostTerm: () => synonymWeight,
      prefix: false,
      fuzzy: false,
    }))
    queries.push({ combineWith: 'OR', queries: [own, ...others] })
    place += length
  }
  return queries
}

const sortedLetters = (word: string) => [...word].sort().join('')

/** One wrong, missing or extra letter, or two in the wrong order; in short words only a missing one, or the order. */
function isTypingError(typed: string, term: string): boolean {
  if (typed[0] !== term[0]) return false
  if (term.startsWith(typed) || sortedLetters(typed) === sortedLetters(term)) return true
  let same = 0
  while (typed[same] !== undefined && typed[same] === term[same]) same++
  const rest = (word: string, skipped: number) => word.slice(same + skipped)
  const isMissing = rest(typed, 0) === rest(term, 1)
  return isMissing || (typed.length > 4 && (rest(typed, 1) === rest(term, 0) || rest(typed, 1) === rest(term, 1)))
}

/** Finds texts by the beginnings of words and by synonyms, and forgives typing errors if nothing is found otherwise. */
export class TextSearch {
  readonly #places = new Map<string, number>()
  readonly #index: MiniSearch<Document>
  readonly #language: Language

  /**
   * @param boost the weight of each field
   * @param locale the language of the texts and queries
   */
  constructor(boost: Readonly<Record<string, number>>, locale: Locale = defaultLocale) {
    this.#language = languageOf(locale)
    const { common } = this.#language
    this.#index = new MiniSearch({
      fields: Object.keys(boost),
      extractField: (document, field) => (field === 'id' ? document.id : document.fields[field]) ?? '',
      tokenize: termsOf,
      processTerm: (term) => (common.has(term) ? null : term),
      searchOptions: { tokenize: (term) => [term], processTerm: (term) => term, prefix: true, boost },
    })
  }

  add(id: string, fields: Readonly<Record<string, string>>): void {
    if (this.#places.has(id)) return
    this.#places.set(id, this.#places.size)
    this.#index.add({ id, fields })
  }

  get size(): number {
    return this.#places.size
  }

  /** The best first; equal ones in the order in which they were added. */
  find(text: string): Found {
    const written = wordsOf(text)
    const significant = written.filter((word) => !isCommon(word, this.#language))
    // The last common word may be the start of another word.
    const queries = queriesOf(significant.length > 0 ? significant : written.slice(-1), this.#language)
    if (queries.length === 0) return { match: 'none', results: [] }
    for (const by of ['word', 'beginning', 'error'] as const) {
      if (by === 'error' && significant.length === 0) return { match: 'common', results: [] }
      const results = this.#search(queries, 'AND', by)
      if (results.length > 0) return { match: 'all', results }
    }
    const some = queries.length > 1 ? this.#search(queries, 'OR', 'error') : []
    return { match: some.length > 0 ? 'some' : 'none', results: some }
  }

  /** By the whole word, three letters are not the beginning of another one: “app” does not find “approved”. */
  #search(queries: Query[], combineWith: 'AND' | 'OR', by: 'word' | 'beginning' | 'error') {
    const place = ({ id }: SearchResult) => this.#places.get(id) ?? 0
    const isMeant = ({ queryTerms, terms }: SearchResult) =>
      queryTerms.every((typed) => terms.some((term) => isTypingError(typed, term)))
    const found = ({ queryTerms, terms }: SearchResult) =>
      by === 'error' ? terms.filter((term) => queryTerms.some((typed) => isTypingError(typed, term))) : terms
    return this.#index
      .search(
        { combineWith, queries },
        {
          prefix: (term: string) => by !== 'word' || term.length > 3,
          fuzzy: by === 'error' && ((term: string) => (term.length > 3 ? 2 : false)),
          filter: by === 'error' ? isMeant : undefined,
        },
      )
      .sort((one, other) => other.score - one.score || place(one) - place(other))
      .map((result) => ({ id: String(result.id), terms: new Set(found(result)) }))
  }
}
