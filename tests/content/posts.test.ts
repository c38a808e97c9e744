import { readdir } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { absoluteLinks, rss } from '@/lib/content/feed'
import { citations, source } from '@/lib/content/evidence'
import { frontMatter } from '@/lib/content/front-matter'
import { sitemapEntries } from '@/lib/content/pages'
import { isPublished, post, posts, postsTagged } from '@/lib/content/posts'
import { draftOf, postRecord, slug } from '@/lib/content/record'
import { therapist, therapistSlugs } from '@/lib/content/therapists'
import { sampleTherapist } from '@/lib/site'

vi.mock('next/cache', () => ({ unstable_cache: <T>(ask: T): T => ask }))

const origin = 'http://localhost:3299'
vi.mock('@/lib/env', () => ({
  env: () => ({ siteOrigin: 'http://localhost:3299', mode: 'beta', deployment: 'local' }),
}))

beforeEach(() => vi.stubEnv('BLOG_SOURCE', 'markdown'))
afterEach(() => vi.unstubAllEnvs())

const record = (written: string, draft = false) =>
  draftOf('key', 'a-post', postRecord.parse({ title: 'T', description: 'D', tags: ['posts'], written, draft }), null)

describe('what is published', () => {
  it.each([
    ['today', record('2026-11-21'), true],
    ['yesterday', record('2026-11-20'), true],
    ['tomorrow', record('2026-11-22'), false],
    ['a draft', record('2026-11-20', true), false],
  ])('%s', (_, draft, expected) => expect(isPublished(draft, '2026-11-21')).toBe(expected))
})

describe('the posts as files', () => {
  it('are all there, newest first, and each renders with its sources', async () => {
    const list = await posts()
    const files = (await readdir('content/posts')).filter((file) => file.endsWith('.md'))
    expect(list).toHaveLength(files.length)
    expect(list.map(({ written }) => written)).toEqual(
      list
        .map(({ written }) => written)
        .toSorted()
        .toReversed(),
    )
    for (const { slug: name } of list) {
      const full = await post(name)
      expect(full?.html).toContain('data-footnotes')
      expect(full?.contents.at(-1)?.text).toBe('Sources')
      expect(full?.answer).toMatch(/<sup><a href="#source-fn-[^"]+"/)
      expect(full?.answer).not.toContain('[^')
      expect(full?.codeInjectionFooter).toBeNull()
    }
  })

  it('know their tags, and nothing else', async () => {
    expect((await postsTagged('challenges')).length).toBeGreaterThan(0)
    expect(await postsTagged('other-disorders')).toEqual([])
    expect(await post('no-such-post')).toBeNull()
    expect(await post('../../package')).toBeNull()
  })
})

describe('records', () => {
  it.each(['a-post', 'x', '2026-review'])('the slug %s is fine', (text) =>
    expect(slug.safeParse(text).success).toBe(true),
  )
  it.each(['', 'A-Post', 'a--b', '../x', 'a/b', 'authors', 'our-pricing', 'a b'])('the slug “%s” is not', (text) =>
    expect(slug.safeParse(text).success).toBe(false),
  )

  it('names file, field and expectation when front matter is wrong', () => {
    const text = '---\ntitle: T\ndescription: D\ntags: [nonsense]\nwritten: yesterday\n---\nBody'
    expect(() => frontMatter('content/posts/x.md', text, postRecord)).toThrow(
      /content\/posts\/x\.md: tags\.0: .*; written: /,
    )
    expect(() => frontMatter('x.md', 'no front matter', z.object({}))).toThrow(/^x\.md: /)
  })
})

describe('the feed', () => {
  it('has every address absolute on the running site and its own address in it', async () => {
    const xml = await rss()
    expect(xml).toContain(`<atom:link href="${origin}/blog/rss.xml" rel="self"`)
    expect(xml.match(/<item>/g)).toHaveLength((await posts()).length)
    expect(xml).toContain('content:encoded')
    for (const [, target = ''] of xml.matchAll(/(?:href|src)="([^"]*)"/g)) expect(target).toMatch(/^https?:\/\//)
  })

  it('makes paths and anchors absolute and leaves other schemes alone', () => {
    const html = '<a href="/faq">a</a> <a href="#x">b</a> <a href="mailto:a@b.c">c</a> <img src="p.png">'
    expect(absoluteLinks(html, `${origin}/blog/post`)).toBe(
      `<a href="${origin}/faq">a</a> <a href="${origin}/blog/post#x">b</a> <a href="mailto:a@b.c">c</a> <img src="${origin}/blog/p.png">`,
    )
  })
})

describe('the sitemap', () => {
  it('lists public pages once and leaves out what nobody should find', async () => {
    const urls = (await sitemapEntries()).map(({ url }) => url)
    expect(new Set(urls).size).toBe(urls.length)
    expect(urls).toContain(`${origin}/therapist/${sampleTherapist}`)
    expect(urls.some((url) => /\/(auth|profile|pricing\/thankyou|api)/.test(url))).toBe(false)
  })
})

describe('therapists and sources', () => {
  it('has one therapist, who says that it is a sample', async () => {
    expect(await therapistSlugs()).toEqual([sampleTherapist])
    expect((await therapist(sampleTherapist))?.sample).toBe(true)
    expect(await therapist('nobody')).toBeNull()
  })

  it('numbers sources as they are given and refuses unknown ones', () => {
    expect(citations('stamma', 'nidcd').map(({ id, number }) => [id, number])).toEqual([
      ['stamma', 1],
      ['nidcd', 2],
    ])
    expect(() => source('nobody-1999')).toThrow('nobody-1999')
  })
})
