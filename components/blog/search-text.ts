const marks = /[\p{M}\u00ad]/gu
const apostrophes = /['’‘ʼ`´]/g
export const hyphens = /[-‐‑]/g
const words = /[\p{L}\p{N}\p{M}](?:[\p{L}\p{N}\p{M}'’‘ʼ\u00ad‐‑-]*[\p{L}\p{N}\p{M}])?/gu

/** Lower case without accents, apostrophes and hyphens. */
export const foldedWord = (word: string): string =>
  word.normalize('NFD').replace(marks, '').toLowerCase().replace(apostrophes, '').replace(hyphens, '')

export const wordsOf = (text: string): string[] => text.match(words) ?? []

/** Every second piece is a word. */
export function piecesOf(text: string): string[] {
  const pieces: string[] = []
  let end = 0
  for (const { 0: word, index } of text.matchAll(words)) {
    pieces.push(text.slice(end, index), word)
    end = index + word.length
  }
  return [...pieces, text.slice(end)]
}

/** British and American patterns, applied in both directions. Wrong results are harmless, because nobody types them. */
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

/** All forms under which a word is indexed. */
export function termsOf(word: string): string[] {
  const parts = word.split(hyphens)
  const forms = parts.length > 1 ? [word, ...parts] : [word]
  return [...new Set(forms.map(foldedWord).filter(Boolean).flatMap(spelled))]
}

/** Folded words that are ignored in queries. */
const common = new Set([
  ...'a about after all also am an and any are arent as at be because been being but by can cannot cant'.split(' '),
  ...'could did didnt do does doesnt doing dont each for from had has have having he her hers him his how'.split(' '),
  ...'i id if ill im in into is isnt it its itself ive just like may me might more most my no nor not of'.split(' '),
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

/** Folded synonyms. Common words are left out of phrases. */
const alike = [
  ['phone', 'telephone', 'phoning', 'call', 'calls', 'calling', 'ring', 'phones', 'telephones'],
  ['daf', 'delayed auditory feedback', 'delayed feedback', 'altered auditory feedback', 'aaf'],
  [
    'cbt',
    'cognitive behaviour',
    'cognitive behavior',
    'cognitive behavioural',
    'cognitive behavioral',
    'cognitive behaviour therapy',
    'cognitive behavior therapy',
    'cognitive behavioural therapy',
    'cognitive behavioral therapy',
  ],
  ['act', 'acceptance commitment', 'acceptance commitment therapy'],
  [
    'therapist',
    'therapists',
    'slp',
    'slps',
    'slt',
    'slts',
    'speech therapist',
    'speech pathologist',
    'speech language pathologist',
    'speech language therapist',
    'pathologist',
    'clinician',
    'logopedist',
  ],
  ['child', 'children', 'kid', 'kids', 'toddler', 'son', 'daughter'],
  ['job', 'jobs', 'work', 'career', 'workplace', 'employment'],
  ['pay', 'salary', 'wage', 'wages', 'earnings', 'income'],
  ['gene', 'genes', 'genetic', 'genetics', 'hereditary', 'inherited', 'dna'],
  ['video', 'zoom', 'webcam', 'telehealth', 'teletherapy', 'remote', 'online'],
].map((forms) => forms.map((form) => form.split(' ')))

const longestForm = Math.max(...alike.flat().map(({ length }) => length))

export type Wanted = { words: string[]; alike: string[][] }

/** Splits a query into known phrases, longest first, and single words. */
export function wantedOf(words: readonly string[]): Wanted[] {
  const wanted: Wanted[] = []
  for (let place = 0; place < words.length;) {
    let taken = words.slice(place, place + 1)
    let others: string[][] = []
    for (let length = Math.min(longestForm, words.length - place); length > 0; length -= 1) {
      const phrase = words.slice(place, place + length)
      const group = alike.find((forms) => forms.some((form) => form.join(' ') === phrase.join(' ')))
      if (!group) continue
      taken = phrase
      others = group.filter((form) => form.join(' ') !== phrase.join(' '))
      break
    }
    wanted.push({ words: taken, alike: others })
    place += taken.length
  }
  return wanted
}
