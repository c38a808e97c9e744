import MiniSearch, { type Query, type SearchResult } from 'minisearch'
import { commonWords, synonyms } from './search-synonyms'
import { termsOf, type Word, wordsOf } from './search-words'

/** `all`, `some` or `none` of the words were found, or they are too `common`. */
export type Match = 'all' | 'some' | 'none' | 'common'
export type Found = { match: Match; results: { id: string; terms: ReadonlySet<string> }[] }

type Document = { id: string; fields: Readonly<Record<string, string>> }

const synonymWeight = 0.4
const common = new Set(commonWords.split(' '))
const withoutCommon = (words: readonly string[]) => words.filter((word) => !common.has(word))
const groups = synonyms.map((forms) => forms.map((form) => withoutCommon(form.split(' ')).join(' ')))
/** Other forms of a phrase. */
const alike = new Map<string, string[]>()
for (const forms of groups)
  for (const form of forms) alike.set(form, [...(alike.get(form) ?? []), ...forms.filter((other) => other !== form)])
const longestPhrase = Math.max(...groups.flat().map((form) => form.split(' ').length))

const textOf = ({ parts, joined }: Word) => joined ?? parts.join('')
const isCommon = (word: Word) => common.has(textOf(word)) || word.parts.every((part) => common.has(part))

function typed({ parts, joined }: Word): Query {
  const significant = withoutCommon(parts)
  const all: Query = { combineWith: 'AND', queries: significant.length > 0 ? significant : parts }
  return joined === undefined ? all : { combineWith: 'OR', queries: [joined, all] }
}

/** The words of a query; words that are part of a phrase with synonyms are one term. */
function queriesOf(words: readonly Word[]): Query[] {
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
    const own: Query = { combineWith: 'AND', queries: words.slice(place, place + length).map(typed) }
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

/** Finds texts by the beginnings of words and by synonyms, and forgives typing errors if nothing is found otherwise. */
export class TextSearch {
  readonly #places = new Map<string, number>()
  readonly #index: MiniSearch<Document>

  /** @param boost the weight of each field */
  constructor(boost: Readonly<Record<string, number>>) {
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
    const significant = written.filter((word) => !isCommon(word))
    // The last common word may be the start of another word.
    const queries = queriesOf(significant.length > 0 ? significant : written.slice(-1))
    if (queries.length === 0) return { match: 'none', results: [] }
    const exact = this.#search(queries, 'AND', false)
    const all = exact.length > 0 || significant.length === 0 ? exact : this.#search(queries, 'AND', true)
    if (all.length > 0) return { match: 'all', results: all }
    if (significant.length === 0) return { match: 'common', results: [] }
    const some = queries.length > 1 ? this.#search(queries, 'OR', true) : []
    return { match: some.length > 0 ? 'some' : 'none', results: some }
  }

  #search(queries: Query[], combineWith: 'AND' | 'OR', forgives: boolean) {
    const place = ({ id }: SearchResult) => this.#places.get(id) ?? 0
    return this.#index
      .search({ combineWith, queries }, { fuzzy: forgives && ((term: string) => (term.length > 3 ? 0.25 : false)) })
      .sort((one, other) => other.score - one.score || place(one) - place(other))
      .map(({ id, match }) => ({ id: String(id), terms: new Set(Object.keys(match)) }))
  }
}
