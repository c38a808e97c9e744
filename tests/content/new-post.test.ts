import { describe, expect, it } from 'vitest'
import { parseFrontMatter } from '@/lib/content/content-files'
import { postRecord, slug } from '@/lib/content/record'
import { renderMarkdown } from './rendered'
import { draftPost, slugOf } from '@/scripts/post-draft'

it.each([
  ['What a pause is for', 'what-a-pause-is-for'],
  ['  Is it "nerves"? No.  ', 'is-it-nerves-no'],
  ['Café, naïve & Übung', 'cafe-naive-ubung'],
  ['It’s fine', 'its-fine'],
])('makes a slug of the title “%s”', (title, expected) => {
  expect(slugOf(title)).toBe(expected)
  expect(slug.safeParse(expected).success).toBe(true)
})

describe('a new post', () => {
  it.each(['Colon: and "quotes"', "# It's a title", 'null'])('is a valid draft that renders: %s', async (title) => {
    const { slug: name, text } = draftPost(title, '2026-11-21', { slug: 'a-slug', tag: 'motivation' })
    const { data, body } = parseFrontMatter(`content/posts/${name}.md`, text, postRecord)
    expect(data).toMatchObject({ title, draft: true, tags: ['motivation'], written: '2026-11-21' })
    expect(data.reviewed, 'claims no reading that nobody did').toBeUndefined()
    const { html } = await renderMarkdown(body, data.answer)
    expect(html).toContain('<h2')
    expect(html).toContain('<svg')
  })

  it.each([
    ['', {}, /A title was expected/],
    ['???', {}, /slug “”/],
    ['A title '.repeat(20), { slug: 'a-slug' }, /159 characters, of at most 120/],
    ['Our pricing', {}, /must not contain "auth" or "pricing"/],
    ['A title', { slug: '../x' }, /slug “..\/x”/],
    ['A title', { tag: 'nonsense' }, /expected one of stuttering/],
  ])('rejects “%s” with %j, and names the expected form', (title, given, message) =>
    expect(() => draftPost(title, '2026-11-21', given)).toThrow(message),
  )
})

it.each(['darft: true', 'Keywords: [x]'])('refuses an unknown field by name: %s', (line) => {
  const text = `---\ntitle: A\ndescription: D\ntags: [posts]\nwritten: 2026-11-21\n${line}\n---\nText`
  expect(() => parseFrontMatter('a.md', text, postRecord)).toThrow(/^a\.md: .*Unrecognized key/)
})
