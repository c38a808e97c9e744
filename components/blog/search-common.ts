/**
 * Words that say nothing of what a post is about, folded. They are in every post and count in no query; a number
 * is found with or without what stands for “%”.
 */
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

/** Whether a folded word is one of those. */
export const isCommon = (word: string): boolean => common.has(word)

/**
 * What people type for the same thing, folded. A form may have several words; those that do not count are left
 * out of it.
 */
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

/** The words of a query as they are searched for: a word or a phrase, and the forms that mean the same. */
export type Wanted = { words: string[]; alike: string[][] }

/** Cuts folded words into phrases that have other forms, the longest first, and single words. */
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
