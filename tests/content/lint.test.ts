import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { hasSource, sourcesOf } from '@/lib/content/evidence'
import { lint, type Evidence } from './lint'

const evidence: Evidence = { known: hasSource, together: [sourcesOf(17), sourcesOf(18)] }
const md = (text: string) => lint('content/posts/a-post.md', text, evidence)
const tsx = (text: string) => lint('app/(site)/faq/page.tsx', text, evidence)

const refused: [what: string, text: string][] = [
  ['an unknown source', 'A claim.[^made-up]'],
  ['an unknown source', 'studies:\n  - source: made-up\n'],
  ['an unknown source', 'drawn: [nidcd, made-up]'],
  ['a cure', 'Our app is the cure.'],
  ['a cure', 'This cures stuttering. No doubt about it.'],
  ['a cure', 'Is it new? It is a cure that works.'],
  ['a cure', '- Not for everybody\n- A cure for most'],
  ['a cure', 'He was cured.[^nidcd]'],
  ['an end of stuttering', 'Stop stuttering today.'],
  ['an end of stuttering', 'You will stop your stutter.'],
  ['a guarantee', 'We guarantee an answer.'],
  ['a guarantee', 'Results are guaranteed.'],
  ['a guarantee', 'It is 100% safe.'],
  ['a guarantee', 'Clinically proven exercises.'],
  ['a time for a result', 'Speak freely in 30 days.'],
  ['a time for a result', 'A new voice in just three weeks!'],
  ['a phone call to us', 'Call us at any hour.'],
  ['a phone call to us', 'Give us a call.'],
  ['a phone call to us', '[Help](tel:+15550100)'],
  ['a rating', 'Loved: 4.8 stars in the store.'],
  ['a rating', 'Five-star support.'],
  ['a rating', '★★★★★'],
  ['a rating', 'The top-rated app.'],
  ['a rating', 'Rated 4.9 by users.'],
  ['a rating', 'Read the testimonials.'],
  ['a picture without', '![](/drawing.svg)'],
  ['a picture without', '<img src="/drawing.svg">'],
  ['one of two', 'Stuttering went down.[^brignell-2020]'],
  ['one of two', 'Pooled, nothing changed.[^connery-2021]'],
]

const allowed = [
  'There is no cure.[^nidcd]',
  'Is there a cure?',
  '## Is there a cure? {#cure}',
  'A cure: there is none at present.',
  '[A post](/blog/is-there-a-cure)',
  'A therapist who promises that you will stop stuttering does not get a page here.',
  'In one study 338 observers rated speakers better.[^byrd-2017]',
  'Eight weekly sessions of two hours, in 30 people.',
  'If calls are hard, use the form.',
  'Both.[^brignell-2020] Together.[^connery-2021]',
  '![A sound and its rest](/drawing.svg)',
  'Cited by hand.[^own]\n\n[^own]: A book.',
]

describe('the content lint', () => {
  it.each(refused)('refuses %s: %s', (what, text) => expect(md(text).join('\n')).toContain(what))
  it.each(allowed)('lets pass: %s', (text) => expect(md(text)).toEqual([]))

  it.each<[string, string]>([
    ['a cure', '<p>\n  The cure that\n  you need.\n</p>'],
    ['a cure', "const lede = 'A cure, at last.'"],
    ['a cure', '<p>It is not new.</p><p>It is a cure.</p>'],
    ['an unknown source', "citations('nidcd', 'made-up')"],
    ['an unknown source', '<Cite of={sources} id="made-up" />'],
    ['one of two', "citations('brignell-2020')"],
    ['a phone call to us', '<p>Questions? Call us.</p>'],
    ['a phone call to us', 'const href = `tel:${number}`'],
    ['a rating', '<b>4.8 stars</b>'],
    ['a guarantee', "{ text: 'It works, guaranteed.' }"],
    ['a picture without', '<img src={own} className="w-full" />'],
  ])('refuses %s in a component: %s', (what, text) => expect(tsx(text).join('\n')).toContain(what))

  it.each([
    '<p>\n  No, there is no\n  cure.\n</p>',
    '<Question id="cure" title="Is there a cure?">',
    '<div className="w-[100%]" />',
    "/** Rated 5 stars: only a comment. */\nimport cure from './cure'",
    '<img src={own} alt="" />',
    "citations('brignell-2020', 'connery-2021')",
  ])('lets pass in a component: %s', (text) => expect(tsx(text)).toEqual([]))

  it.each(['our-pricing', 'authors'])('refuses the slug %s', (slug) =>
    expect(lint(`content/posts/${slug}.md`, '', evidence).join()).toContain('a slug'),
  )
})

describe('what the site says', () => {
  const files = [
    ...globSync(['content/**/*.md', 'app/**/*.tsx', 'components/**/*.tsx']),
    'content/evidence.json',
    'lib/pages.ts',
    'lib/site.ts',
  ].filter((file) => file !== 'content/README.md')

  it('is all read', () => expect(files.length).toBeGreaterThan(60))

  it.each(['about', 'faq', 'sessions', 'therapy-protocol'])('is read where it stands: %s', (name) => {
    const page = readFileSync(`app/(site)/${name}/page.tsx`, 'utf8')
    const said = (words: string) => lint('a.tsx', page.replace('</Page>', `<p>${words}</p></Page>`), evidence)
    expect(said('It is a cure.').join()).toContain('a cure')
    expect(said('Call us.').join()).toContain('a phone call')
    expect(said('It is no cure.')).toEqual([])
  })

  it('is read in titles, too', () => {
    const entries = readFileSync('lib/pages.ts', 'utf8').replace("title: 'Features'", "title: 'The cure in five stars'")
    expect(lint('lib/pages.ts', entries, evidence)).toHaveLength(2)
  })

  it.each(files)('%s', (file) => expect(lint(file, readFileSync(file, 'utf8'), evidence)).toEqual([]))
})
