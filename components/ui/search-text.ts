import { synonyms } from './search-synonyms'

const marks = /[\p{M}\u00ad]/gu
const apostrophes = /['’‘ʼ`´]/g
export const hyphens = /[-‐‑]/g
const words = /[\p{L}\p{N}\p{M}](?:[\p{L}\p{N}\p{M}'’‘ʼ\u00ad‐‑-]*[\p{L}\p{N}\p{M}])?/gu

/** Lower case without accents, apostrophes and hyphens. */
export const foldedWord = (word: string): string =>
  word.normalize('NFD').replace(marks, '').toLowerCase().replace(apostrophes, '').replace(hyphens, '')

export const splitWords = (text: string): string[] => text.match(words) ?? []

/** Splits a text; every second piece is a word. */
export function piecesOf(text: string): string[] {
  const pieces: string[] = []
  let end = 0
  for (const { 0: word, index } of text.matchAll(words)) {
    pieces.push(text.slice(end, index), word)
    end = index + word.length
  }
  return [...pieces, text.slice(end)]
}

/** British and American patterns, applied in both directions. Wrong results are harmless. */
const spellings: [british: RegExp, american: string, americanForm: RegExp, britishForm: string][] = [
  [/^stammer/, 'stutter', /^stutter/, 'stammer'],
  [
    /^(behavi|col|fav|hon|lab|neighb|hum|rum|flav|harb|endeav)our/,
    '$1or',
    /^(behavi|col|fav|hon|lab|neighb|hum|rum|flav|harb|endeav)or/,
    '$1our',
  ],
  [/^programme(s?)$/, 'program$1', /^program(s?)$/, 'programme$1'],
  [/^(cent|theat|fib|lit|met)re(s?|d)$/, '$1er$2', /^(cent|theat|fib|lit|met)er(s?)$/, '$1re$2'],
  [/^(.{3,})is(e|es|ed|er|ers|ing|ation|ations)$/, '$1iz$2', /^(.{3,})iz(e|es|ed|er|ers|ing|ation|ations)$/, '$1is$2'],
  [/^(anal|paral)ys(e|es|ed|ing)$/, '$1yz$2', /^(anal|paral)yz(e|es|ed|ing)$/, '$1ys$2'],
  [/^(practi|licen)s(e|es|ed|ing)$/, '$1c$2', /^(practi|licen)c(e|es|ed|ing)$/, '$1s$2'],
  [/^(defen|offen|preten)ce(s?)$/, '$1se$2', /^(defen|offen|preten)se(s?)$/, '$1ce$2'],
  [
    /^(counse|trave|labe|mode|cance|signa|tota)ll(ed|ing|er|ers|or|ors)$/,
    '$1l$2',
    /^(counse|trave|labe|mode|cance|signa|tota)l(ed|ing|er|ers|or|ors)$/,
    '$1ll$2',
  ],
  [/^paed/, 'ped', /^ped/, 'paed'],
  [/^(judg|acknowledg)ement(s?)$/, '$1ment$2', /^(judg|acknowledg)ment(s?)$/, '$1ement$2'],
  [/^(cata|dia|ana)logue(s?)$/, '$1log$2', /^(cata|dia|ana)log(s?)$/, '$1logue$2'],
  [/^dysfluen/, 'disfluen', /^disfluen/, 'dysfluen'],
  [/^grey(s?)$/, 'gray$1', /^gray(s?)$/, 'grey$1'],
  [/^mum(s?)$/, 'mom$1', /^mom(s?)$/, 'mum$1'],
]

function spelled(word: string): string[] {
  const others = spellings.flatMap(([british, american, americanForm, britishForm]) =>
    british.test(word)
      ? word.replace(british, american)
      : americanForm.test(word)
        ? word.replace(americanForm, britishForm)
        : [],
  )
  return [word, ...others]
}

function singular(word: string): string {
  if (word.length < 4 || /(?:ss|us|is)$/.test(word)) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return word.replace(/(?<=x|ch|sh|ss)es$|s$/, '')
}

/** Without `-ing`, `-ed`, `-er` and the like, unless too little is left. */
function stem(word: string): string {
  const left = word.replace(/(?:ing|ed|e?rs?)$/, '')
  return left === word || left.length < 5 ? word : left.replace(/([bdgmnpt])\1$/, '$1')
}

const known = new Map<string, string[]>()

/** All indexed forms of a word. */
export function indexTerms(word: string): string[] {
  const terms = known.get(word)
  if (terms) return terms
  const parts = word.split(hyphens)
  const folded = (parts.length > 1 ? [word, ...parts] : [word]).map(foldedWord).filter(Boolean)
  const forms = [...new Set(folded.flatMap((form) => [form, singular(form)]).flatMap(spelled))]
  known.set(word, forms)
  return forms
}

/** Folded words that are ignored in queries. */
const common = new Set([
  ...'a about after all also am an and any are arent as at be because been being but by can cannot cant'.split(' '),
  ...'could did didnt do does doesnt doing dont each for from had has have having he her hers him his how'.split(' '),
  ...'i id if ill im in into is isnt it its itself ive just like may me might more most much my no nor not of'.split(
    ' ',
  ),
  ...'off on one ones only onto or other our ours out over own she should so some such than that thats'.split(' '),
  ...'the their theirs them themselves then there theres these they this those to too under until up upon'.split(' '),
  ...'us very was wasnt we were what whats when where which while who whom whose why will with without'.split(' '),
  'would',
  'you',
  'your',
  'yours',
  'per',
  'cent',
  'percent',
])

export const isCommon = (word: string): boolean => common.has(word)

/** Allowed typing errors by word length. */
export const errorsAllowed = (word: string): number => (word.length < 4 ? 0 : word.length < 8 ? 1 : 2)

/** Inserted, missing, wrong and swapped letters between two words, or `limit + 1` if more. */
export function errorsBetween(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) > limit) return limit + 1
  let [before, last]: number[][] = [[], Array.from({ length: other.length + 1 }, (_, column) => column)]
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      current[column] = Math.min(
        (last?.[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last?.[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped && row > 1 && column > 1 ? (before?.[column - 2] ?? 0) + 1 : Infinity,
      )
    }
    if (Math.min(...current) > limit) return limit + 1
    ;[before, last] = [last ?? [], current]
  }
  return last?.[other.length] ?? 0
}

const phrases = synonyms.map((forms) => forms.map((form) => form.split(' ').map(foldedWord)))
const longest = Math.max(...phrases.flat().map(({ length }) => length))
const synonymWords = new Set(phrases.flat(2))

const isSame = (one: string, other: string) => indexTerms(one).some((term) => indexTerms(other).includes(term))
const isSamePhrase = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((word, place) => isSame(word, other[place] ?? ''))

export type QueryTerm = {
  /** Alternatives for each typed word. */
  words: string[][]
  /** Equivalent phrases. */
  alike: string[][]
  /** Whether the texts contain these words as typed. */
  isKnown: boolean
}

export type Query = { wanted: QueryTerm[]; isCommon: boolean }

/**
 * Expands a query by singulars, stems, corrections and synonyms.
 * @param vocabulary all terms of the texts
 */
export function readQuery(query: string, vocabulary: ReadonlySet<string>): Query {
  const terms = [...vocabulary]
  const isIn = (word: string) => vocabulary.has(word) || terms.some((term) => term.startsWith(word))
  const near = (word: string): string[] => {
    const limit = errorsAllowed(word)
    if (limit === 0) return []
    const found = [...new Set([...terms, ...synonymWords])]
      .map((term) => ({ term, errors: errorsBetween(word, term, limit) }))
      .filter(({ errors }) => errors <= limit)
    const least = Math.min(...found.map(({ errors }) => errors))
    return found.filter(({ errors }) => errors === least).map(({ term }) => term)
  }
  const typed = splitWords(query)
    .flatMap((word) => (isIn(foldedWord(word)) ? word : word.split(hyphens)))
    .map(foldedWord)
    .filter(Boolean)
  const significant = typed.filter((word) => !isCommon(word))
  // The last common word may be the start of another word.
  const words = (significant.length > 0 ? significant : typed.slice(-1)).map((word) => {
    const forms = [...new Set([word, singular(word), stem(singular(word))])]
    const isKnown = forms.some(isIn)
    const isUnderstood = isKnown || [...synonymWords].some((other) => isSame(word, other))
    const readings = isUnderstood ? forms : near(word)
    return { readings: readings.length > 0 ? readings : [word], isKnown }
  })
  const wanted: QueryTerm[] = []
  for (let place = 0; place < words.length;) {
    let taken = words.slice(place, place + 1)
    let alike: string[][] = []
    for (let length = Math.min(longest, words.length - place); length > 0 && alike.length === 0; length -= 1) {
      const part = words.slice(place, place + length)
      const phrase = part.map(({ readings: [first = ''] }) => first)
      const groups = phrases.filter((forms) => forms.some((form) => isSamePhrase(form, phrase)))
      if (groups.length === 0) continue
      taken = part
      alike = groups.flat().filter((form) => !isSamePhrase(form, phrase))
    }
    wanted.push({ words: taken.map(({ readings }) => readings), alike, isKnown: taken.every(({ isKnown }) => isKnown) })
    place += taken.length
  }
  return { wanted, isCommon: significant.length === 0 }
}
