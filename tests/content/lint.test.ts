import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { hasSource } from '@/lib/content/pages/evidence'
import { sourcesOf } from './sources-of'
import { lint, type Evidence } from './lint'
import { allowed, allowedInSource, refused, refusedInSource } from './lint-samples'

const evidence: Evidence = { known: hasSource, together: [sourcesOf(17), sourcesOf(18)] }
const md = (text: string) => lint('content/posts/a-post.md', text, evidence)
const tsx = (text: string) => lint('app/(site)/faq/page.tsx', text, evidence)
const json = (value: unknown) => lint('content/timetable.json', JSON.stringify(value), evidence)

describe('the content lint', () => {
  it.each(refused)('refuses %s: %s', (what, text) => expect(md(text).join('\n')).toContain(what))
  it.each(allowed)('allows: %s', (text) => expect(md(text)).toEqual([]))

  it.each(refusedInSource)('refuses %s in a component: %s', (what, text) =>
    expect(tsx(text).join('\n')).toContain(what),
  )
  it.each(allowedInSource)('allows in a component: %s', (text) => expect(tsx(text)).toEqual([]))

  it('reads modules and data as well', () => {
    expect(lint('lib/copy.ts', "export const said = { title: 'The cure' }", evidence).join()).toContain('a cure')
    expect(json({ calls: [{ who: 'Call our team.' }] }).join()).toContain('a phone call')
    expect(json([{ id: 'nidcd', limits: 'Of those asked, 20% answered.' }])).toEqual([])
    expect(json([{ id: 'first-time', who: 'Of those asked, 20% answered.' }]).join()).toContain('a percentage')
  })

  it('allows readers’ search words in front matter only', () => {
    const post = (keywords: string, body = '') => `---\ntitle: A\n${keywords}\nwritten: 2026-01-01\n---\n\n${body}\n`
    for (const list of ['[a cure, 50%]', '\n  [a cure, 50%]', '\n  - a cure\n  - 50%']) {
      expect(md(post(`keywords: ${list}`))).toEqual([])
    }
    expect(md(post('tags: [posts]', 'keywords: [a cure]')).join()).toContain('a cure')
    expect(md(post('keywords: [a]\ndescription: A cure.')).join()).toContain('a cure')
  })

  it.each(['our-pricing', 'authors', 'AUTH', 'Author-x'])('refuses the slug %s', (slug) =>
    expect(lint(`content/posts/${slug}.md`, '', evidence).join()).toContain('a slug'),
  )
})

describe('the site’s texts', () => {
  const files = globSync(['content/**/*.{md,json}', '{app,components,lib}/**/*.{ts,tsx}']).filter(
    (file) => file !== 'content/README.md',
  )

  it('are all checked', () => {
    expect(files.length).toBeGreaterThan(300)
    for (const file of ['content/evidence.json', 'content/timetable.json', 'lib/pages.ts', 'lib/site.ts']) {
      expect(files).toContain(file)
    }
  })

  it.each(['about', 'faq', 'sessions', 'therapy-protocol'])('are collected: %s', (name) => {
    const page = readFileSync(`app/(site)/${name}/page.tsx`, 'utf8')
    const lintWords = (words: string) => lint('a.tsx', page.replace('</Page>', `<p>${words}</p></Page>`), evidence)
    expect(lintWords('It is a cure.').join()).toContain('a cure')
    expect(lintWords('Call us.').join()).toContain('a phone call')
    expect(lintWords('It is no cure.')).toEqual([])
  })

  it('include titles', () => {
    const entries = readFileSync('lib/pages.ts', 'utf8').replace("title: 'Features'", "title: 'The cure in five stars'")
    expect(lint('lib/pages.ts', entries, evidence)).toHaveLength(2)
  })

  it.each(files)('%s', (file) => expect(lint(file, readFileSync(file, 'utf8'), evidence)).toEqual([]))
})
