import { describe, expect, it } from 'vitest'
import { SearchEngine, type Piece } from '@/components/blog/search-engine'
import { errorsAllowed, errorsBetween, foldedWord, piecesOf, indexTerms } from '@/components/ui/search-text'
import type { SearchRow } from '@/lib/contract/content'

const post = (
  slug: string,
  title: string,
  description = 'Plain.',
  tags = ['posts'],
  keywords = '',
  [headings, text, lang]: [string, string, string?] = ['', ''],
): SearchRow => [slug, title, description, tags, '2026-11-01', 4, keywords, headings, text, lang]

function engineOf(...posts: SearchRow[]) {
  const engine = new SearchEngine()
  engine.add({ part: 1, parts: 1, total: posts.length, posts })
  return engine
}

const slugs = (engine: SearchEngine, query: string) => engine.search(query).posts.map(({ slug }) => slug)
const marks = (pieces: Piece[] | undefined) => pieces?.filter(({ found }) => found).map(({ text }) => text)

describe('matches', () => {
  it.each([
    // British and American, stammer and stutter, in both directions.
    ['Stuttering at work', 'stammering', true],
    ['Stammering at work', 'stuttering', true],
    ['People who stutter', 'stammer', true],
    ['A stutterer', 'stammerer', true],
    ['A practice programme', 'program', true],
    ['Two programs', 'programmes', true],
    ['Colour and sound', 'color', true],
    ['The color of sound', 'colour', true],
    ['Behaviours', 'behavior', true],
    ['Organise a group', 'organize', true],
    ['It was recognized', 'recognised', true],
    ['Generalisation', 'generalization', true],
    ['Counselling', 'counseling', true],
    ['A counselor', 'counsellor', true],
    ['The centre', 'center', true],
    ['Practising slowly', 'practicing', true],
    ['Disfluency counts', 'dysfluency', true],
    ['The paediatric clinic', 'pediatric', true],
    // A word's beginning while typing.
    ['Stuttering at work', 'stam', true],
    ['Stuttering at work', 'w', true],
    ['Stuttering at work', 'ork', false],
    // Accents, letter case, apostrophes, hyphens.
    ['Meeting in a café', 'CAFE', true],
    ['Meeting in a cafe', 'café', true],
    ['The children’s hour', "children's", true],
    ['The children’s hour', 'childrens', true],
    ['By e-mail', 'email', true],
    ['By e-mail', 'mail', true],
    ['Self-help groups', 'selfhelp', true],
    ['By email', 'e-mail', true],
    ['Self help groups', 'self-help', true],
    ['Stuttering at work', 'work stutter', true],
    // Words that every text has count neither in the text nor in the query.
    ['What you don’t say', 'the say', true],
    ['The matter', 'the', false],
    ['Therapy', 'the', true],
    ['Half of them', '50 per cent', false],
    ['50% of them', '50 %', true],
    ['50% of them', '50 percent', true],
    // Synonyms.
    ['When phone calls are hard', 'telephone', true],
    ['The telephone', 'phone', true],
    ['A group call', 'phone', true],
    ['Delayed auditory feedback', 'DAF', true],
    ['What DAF does', 'delayed auditory feedback', true],
    ['Only delayed', 'DAF', false],
    ['Cognitive behavioural therapy', 'CBT', true],
    ['CBT for worry', 'cognitive behavior therapy', true],
    ['Acceptance and commitment therapy', 'act', true],
    ['ACT in a group', 'acceptance and commitment therapy', true],
    ['Questions to a therapist', 'SLP', true],
    ['Questions to a therapist', 'speech and language therapist', true],
    ['What an SLT does', 'therapists', true],
    // Wrong or swapped letters in long words.
    ['Stuttering at work', 'stuttring', true],
    ['Stuttering at work', 'sttutering', true],
    ['On the phone', 'phome', true],
    ['On the phone', 'pxxne', false],
    ['At work', 'wark', true],
    ['On the phone', 'phne', true],
    ['A new day', 'nxw', false],
    ['Treatment', 'traetment', true],
    ['Treatment', 'tarezment', false],
    ['About anxiety', 'anxeity', true],
    ['About anxiety', 'anxety', true],
    ['About anxiety', 'anixety', true],
    ['Breathing', 'braething', true],
    ['Speaking to people', 'speeking', true],
    // Singular, plural and other endings, in both directions.
    ['One teacher', 'teachers', true],
    ['Two teachers', 'teacher', true],
    ['A study', 'studies', true],
    ['Two studies', 'study', true],
    ['Two boxes', 'box', true],
    ['The brain', 'brains', true],
    ['Take a breath', 'breathing', true],
    ['To stutter', 'stuttered', true],
    ['Old data', 'dating', false],
    // A synonym of a misspelled word.
    ['When phone calls are hard', 'telefone', true],
    ['No drug is approved', 'medicaton', true],
    ['A letter to the school', 'taecher', true],
    ['Adolescence', 'teenagers', true],
    ['Is there a cure?', 'how to stop', true],
    ['Is there a cure?', 'does it go away', true],
    // Nothing to search for.
    ['Stuttering at work', '', false],
    ['Stuttering at work', '?!', false],
    ['Stuttering at work', ' … ', false],
  ])('finds “%s” by “%s”: %s', (title, query, found) => {
    expect(slugs(engineOf(post('it', title), post('other', 'Quite another matter')), query)).toEqual(
      found ? ['it'] : [],
    )
  })

  it('searches description and tags', () => {
    const engine = engineOf(post('one', 'A', 'About school'), post('two', 'B', 'Plain.', ['other-disorders']))
    expect(slugs(engine, 'school')).toEqual(['one'])
    expect(slugs(engine, 'disorders')).toEqual(['two'])
  })

  it.each([
    [1, 0],
    [3, 0],
    [4, 1],
    [7, 1],
    [8, 2],
    [20, 2],
  ])('allows a word of %i letters %i errors', (length, errors) => {
    expect(errorsAllowed('a'.repeat(length))).toBe(errors)
  })

  it('searches slug and keywords', () => {
    const engine = engineOf(post('the-first-day', 'A'), post('two', 'B', 'Plain.', ['posts'], 'IVR voice menu 50%'))
    expect(slugs(engine, 'first')).toEqual(['the-first-day'])
    for (const query of ['ivr', 'voice menus menu', '50 %']) expect(slugs(engine, query)).toEqual(['two'])
    expect(JSON.stringify(engine.search('ivr').posts)).not.toContain('IVR')
  })

  it('allows errors only if nothing matches otherwise', () => {
    const engine = engineOf(post('phone', 'The phone'), post('phony', 'A phony'))
    expect(slugs(engine, 'phone')).toEqual(['phone'])
    expect(slugs(engine, 'phons')).toEqual(['phone', 'phony'])
  })

  it('allows errors only in words that no post has', () => {
    const engine = engineOf(post('one', 'Helping at work'), post('two', 'Held at work'))
    expect(slugs(engine, 'wrok help')).toEqual(['one'])
  })

  it.each([
    ['work school', 'all', ['both']],
    ['school zebra', 'some', ['school', 'both']],
    ['group school work', 'some', ['both', 'school']],
    ['zebra', 'none', []],
    ['zebra quagga', 'none', []],
    ['the and', 'common', []],
    ['?', 'none', []],
  ] as const)('“%s”: %s of the words', (query, match, expected) => {
    const engine = engineOf(post('both', 'Work at school', 'And more.'), post('school', 'At school'))
    expect(engine.search(query)).toMatchObject({ match, posts: expected.map((slug) => ({ slug })) })
  })

  it.each([['__proto__'], ['constructor'], ['<img src=x onerror=alert(1)>'], ['\\'], ['\u0000\uD800']])(
    'finds nothing for %j',
    (query) => {
      expect(slugs(engineOf(post('it', 'Stuttering at work')), query)).toEqual([])
    },
  )
})

describe('ranking', () => {
  it('ranks titles over headings, and headings over text', () => {
    const text = 'The school. '.repeat(30)
    const engine = engineOf(
      post('text', 'A', 'Plain.', ['posts'], '', ['', text]),
      post('heading', 'B', 'Plain.', ['posts'], '', ['Now · At school', 'Plain.']),
      post('title', 'On school'),
    )
    expect(slugs(engine, 'school')).toEqual(['title', 'heading', 'text'])
  })

  it('finds synonyms in a text only if no text has the word', () => {
    const engine = engineOf(
      post('other', 'A', 'Plain.', ['posts'], '', ['', 'It does not work.']),
      post('job', 'B', 'Plain.', ['posts'], '', ['', 'A new job.']),
    )
    expect(slugs(engine, 'job')).toEqual(['job'])
    expect(slugs(engine, 'employer')).toEqual(['job', 'other'])
  })

  it('ranks own words over keywords, and the word over its synonyms', () => {
    const engine = engineOf(
      post('keyword', 'A', 'Plain.', ['posts'], 'telephone'),
      post('like', 'The phone'),
      post('same', 'The telephone'),
      post('description', 'B', 'On the telephone'),
    )
    expect(slugs(engine, 'telephone')).toEqual(['same', 'like', 'description', 'keyword'])
  })

  it('ranks title words over tags and description', () => {
    const engine = engineOf(
      post('description', 'A', 'On school'),
      post('tag', 'B', 'Plain.', ['school']),
      post('title', 'On school'),
    )
    expect(slugs(engine, 'school')).toEqual(['title', 'tag', 'description'])
  })

  it('ranks whole words over prefixes', () => {
    const engine = engineOf(post('beginning', 'Worked'), post('whole', 'Work'))
    expect(slugs(engine, 'work')).toEqual(['whole', 'beginning'])
  })

  it('ranks newer posts first if equal', () => {
    const engine = engineOf(post('newer', 'On work'), post('older', 'On work'), post('oldest', 'On work'))
    expect(slugs(engine, 'work')).toEqual(['newer', 'older', 'oldest'])
  })
})

describe('marking', () => {
  it('marks each word found, in any spelling, and keeps the text', () => {
    const text = 'Stammering – or “stuttering” – at work.'
    const [found] = engineOf(post('it', 'A', text)).search('stutter').posts
    expect(marks(found?.excerpt)).toEqual(['Stammering', 'stuttering'])
    expect(found?.excerpt.map(({ text }) => text).join('')).toBe(text)
    expect(marks(found?.title)).toEqual([])
  })

  it('shows the place in the text if the description has no match', () => {
    const words = (n: number) => Array.from({ length: n }, (_, place) => `word${place}`).join(' ')
    const text = `School first. ${words(60)} school and teachers. ${words(60)}`
    const [found] = engineOf(post('it', 'A', 'Plain.', ['posts'], '', ['', text])).search('teacher school').posts
    expect(marks(found?.excerpt)).toEqual(['school', 'teachers'])
    const shown = found?.excerpt.map(({ text }) => text).join('') ?? ''
    expect(shown).toMatch(/^… word\d+ .* school and teachers\. word0 .* …$/)
    expect(shown.split(' ').length).toBeLessThan(40)
  })

  it('treats markup as text', () => {
    const text = 'A <b onclick=x>word</b> & more'
    const [found] = engineOf(post('it', text)).search('word').posts
    expect(found?.title).toEqual([
      { text: 'A <b onclick=x>', found: false },
      { text: 'word', found: true },
      { text: '</b> & more', found: false },
    ])
  })
})

it('combines parts, and lists a post once', () => {
  const engine = engineOf(post('one', 'On work'), post('two', 'On work'))
  engine.add({ part: 2, parts: 2, total: 3, posts: [post('two', 'On work'), post('three', 'On work')] })
  expect(engine.size).toBe(3)
  expect(slugs(engine, 'work')).toEqual(['one', 'two', 'three'])
})

it.each([
  ['Café', 'cafe'],
  ['ÅNGSTRÖM', 'angstrom'],
  ['don’t', 'dont'],
  ['e-mail', 'email'],
  ['so\u00adcial', 'social'],
])('normalises “%s” to “%s”', (word, expected) => expect(foldedWord(word)).toBe(expected))

it.each([
  ['stutter', ['stutter', 'stammer']],
  ['stammered', ['stammered', 'stuttered']],
  ['e-mail', ['email', 'e', 'mail']],
  ['work', ['work']],
  ['four', ['four']],
])('gives “%s” the forms %j', (word, expected) => expect(indexTerms(word)).toEqual(expected))

it.each(['', 'One', ' One, two. ', 'Émile’s e-mail: “no”!', '—'])('splits “%s” without losing text', (text) =>
  expect(piecesOf(text).join('')).toBe(text),
)

it.each([
  ['anxiety', 'anxeity', 1],
  ['anxiety', 'anxety', 1],
  ['phone', 'phones', 1],
  ['phone', 'ponhe', 2],
  ['phone', 'bones', 3],
  ['phone', 'telephone', 3],
  ['a', '', 1],
])('“%s” and “%s” differ by %i, or more than two', (one, other, errors) => {
  expect(errorsBetween(one, other, 2)).toBe(errors)
  expect(errorsBetween(other, one, 2)).toBe(errors)
})
