import { describe, expect, it } from 'vitest'
import { SearchEngine, type Piece } from '@/components/blog/search-engine'
import { fold, markTerms } from '@/components/ui/search-words'
import type { SearchPost } from '@/lib/contract/content'

type Fields = { tags?: string[]; keywords?: string; headings?: string; text?: string; lang?: string }

const post = (slug: string, title: string, description = 'Plain.', fields: Fields = {}): SearchPost => {
  const { tags = ['posts'], keywords = '', headings = '', text = '', lang } = fields
  return { slug, title, description, tags, written: '2026-11-01', minutes: 4, keywords, headings, text, lang }
}

const engineOf = (...posts: SearchPost[]) => new SearchEngine({ total: posts.length, posts })

const slugs = (engine: SearchEngine, query: string) => engine.search(query).posts.map(({ slug }) => slug)
const marks = (pieces: Piece[] | undefined) => pieces?.filter(({ found }) => found).map(({ text }) => text)

describe('words', () => {
  it.each([
    ['Café', 'CAFE'],
    ['straße', 'STRASSE'],
    ['Łódź', 'lodz'],
    ['so\u00adci\u200bal\ufeff', 'social'],
    ['مُحَمَّد', 'محمد'],
    ['가나', '가나'.normalize('NFD')],
  ])('“%s” and “%s” are the same', (one, other) => expect(fold(one)).toBe(fold(other)))
})

describe('matches', () => {
  it.each([
    ['Stuttering at work', 'stammering', true],
    ['Stuttering at work', 'stu', true],
    ['Stuttering at work', 'ork', false],
    ['Stuttering at work', 'work stutter', true],
    ['Colour and sound', 'color', true],
    ['The children’s hour', 'childrens', true],
    ['By e-mail', 'email', true],
    ['Self help groups', 'self-help', true],
    // Words that every text has do not count.
    ['What you don’t say', 'the say', true],
    ['The matter', 'the', false],
    ['When phone calls are hard', 'telephone', true],
    ['Delayed auditory feedback', 'DAF', true],
    ['Only delayed', 'DAF', false],
    ['Acceptance and commitment therapy', 'act', true],
    // Wrong letters in longer words.
    ['Stuttering at work', 'stuttring', true],
    ['A new day', 'nxw', false],
  ])('“%s” for “%s”: %s', (title, query, isFound) =>
    expect(engineOf(post('it', title)).search(query).match === 'all').toBe(isFound),
  )

  it('read every field', () => {
    const engine = engineOf(
      post('first-day', 'A', 'About school', {
        tags: ['other-disorders'],
        keywords: 'IVR',
        headings: 'Part',
        text: 'Rest',
      }),
      post('two', 'B'),
    )
    for (const query of ['first', 'school', 'disorders', 'ivr', 'part', 'rest'])
      expect(slugs(engine, query)).toEqual(['first-day'])
  })

  it('forgive errors only if nothing matches otherwise', () => {
    const engine = engineOf(post('phone', 'The phone'), post('phony', 'A phony'))
    expect(slugs(engine, 'phone')).toEqual(['phone'])
    expect(slugs(engine, 'phons')).toEqual(['phone', 'phony'])
  })

  it.each([
    ['work school', 'all', ['both']],
    ['school zebra', 'some', ['school', 'both']],
    ['zebra quagga', 'none', []],
    ['the and', 'common', []],
    ['__proto__', 'none', []],
  ] as const)('“%s”: %s of the words', (query, match, expected) => {
    const engine = engineOf(post('both', 'Work at school', 'And more.'), post('school', 'At school'))
    expect(engine.search(query)).toMatchObject({ match, posts: expected.map((slug) => ({ slug })) })
  })
})

it.each([
  [
    'title, heading, text',
    [
      post('text', 'A', 'Plain.', { text: 'School. '.repeat(30) }),
      post('heading', 'B', 'Plain.', { headings: 'School' }),
      post('title', 'On school'),
    ],
    'title heading text',
  ],
  ['the word, a synonym', [post('like', 'The class'), post('same', 'The school')], 'same like'],
  ['a word, its beginning', [post('beginning', 'Schooling'), post('whole', 'School')], 'whole beginning'],
  ['newer, older', [post('newer', 'On school'), post('older', 'On school')], 'newer older'],
])('ranks %s', (_, posts, expected) => expect(slugs(engineOf(...posts), 'school').join(' ')).toBe(expected))

describe('marking', () => {
  it.each([
    ['Stammering – or “stuttering” – at work.', ['stuttering', 'stammering'], ['Stammering', 'stuttering']],
    ['Straße e-mail', ['strasse', 'email'], ['Straße', 'e-mail']],
    ['A <b onclick=x>word</b>', ['word'], ['word']],
  ])('in “%s” of %j', (text, terms, expected) => {
    const pieces = markTerms(text, new Set(terms))
    expect(marks(pieces)).toEqual(expected)
    expect(pieces.map((piece) => piece.text).join('')).toBe(text)
  })

  it('shows the place in the text if the description has no match', () => {
    const words = (n: number) => Array.from({ length: n }, (_, place) => `word${place}`).join(' ')
    const text = `${words(60)} school and teachers. ${words(60)}`
    const [found] = engineOf(post('it', 'A', 'Plain.', { text })).search('teacher school').posts
    expect(marks(found?.excerpt)).toEqual(['school', 'teachers'])
    const shown = found?.excerpt.map(({ text }) => text).join('') ?? ''
    expect(shown).toMatch(/^… word\d+ .* school and teachers\. word0 .* word\d+ …$/)
    expect(shown.length).toBeLessThan(240)
  })
})
