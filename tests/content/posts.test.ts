import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { PostCache } from '@/lib/content/post-cache'
import * as blog from '@/lib/content/posts'
import { isMissingPage } from '@/lib/content/missing-page'
import { createDraft, type Draft, postRecord, slug } from '@/lib/content/record'
import { readTherapist, readTherapistSlugs } from '@/lib/content/pages/therapists'
import { limits, sampleTherapist } from '@/lib/site'
import { replaceProcessState, shared } from '@/lib/server/process-state'

vi.mock('next/cache', () => ({ unstable_cache: <T>(ask: T): T => ask }))
vi.mock('@/lib/site-settings', async (original) => ({
  ...(await original<typeof import('@/lib/site-settings')>()),
  contentEnv: () => ({ blog: { source: 'markdown', folder: 'content/posts' }, allowsCodeInjection: false }),
}))
vi.mock('@/lib/content/sources/notion/notion', () => ({
  notionSource: () => ({ mayBeEmpty: true, readDrafts: async () => [], readBody: vi.fn() }),
}))

describe('the posts as files', () => {
  let list: Awaited<ReturnType<typeof blog.readPosts>>
  beforeAll(async () => {
    list = await blog.readPosts()
  })

  it('are all listed, newest first', async () => {
    const files = (await readdir('content/posts')).filter((file) => file.endsWith('.md'))
    expect(list).toHaveLength(files.length)
    const days = list.map(({ written }) => written)
    expect(days).toEqual(days.toSorted().toReversed())
  })

  it('render with sources, an answer and a contents list', async () => {
    for (const { slug: name } of list) {
      const full = await blog.readPost(name)
      expect(full?.html, name).toContain('data-footnotes')
      expect(full?.contents.length, name).toBeGreaterThan(1)
      expect(full?.contents.at(-1)?.text).toBe('Sources')
      expect(full?.answer, name).toMatch(/<sup><a href="#source-fn-[^"]+"/)
      expect(full?.answer).not.toContain('[^')
      expect(full?.codeInjectionFooter).toBeNull()
    }
  })

  it('link to each other, and to no missing post', async () => {
    for (const { slug: name } of list) {
      const { html = '' } = (await blog.readPost(name)) ?? {}
      for (const [, other] of html.matchAll(/href="\/blog\/([a-z0-9-]+)[#"]/g)) {
        expect(
          list.some((post) => post.slug === other),
          `${name} → ${other}`,
        ).toBe(true)
        expect(other).not.toBe(name)
      }
    }
  })

  it('are found by slug only', async () => {
    for (const name of ['no-such-post', '__proto__', 'Is-There-A-Cure']) {
      expect(await blog.readPost(name), name).toBeNull()
    }
  })

  it('have neighbours and related posts, never themselves', async () => {
    for (const [index, { slug: name }] of list.entries()) {
      const { newer, older, related } = await blog.readNeighbours(name)
      expect(newer?.slug).toBe(list[index - 1]?.slug)
      expect(older?.slug).toBe(list[index + 1]?.slug)
      expect(related).toHaveLength(limits.relatedPosts)
      const others = related.map((post) => post.slug)
      for (const led of [name, newer?.slug, older?.slug]) expect(others).not.toContain(led)
    }
    expect(await blog.readNeighbours('nothing')).toEqual({ newer: null, older: null, related: [] })
  })

  it('are listed twenty per page, and built first', async () => {
    expect(await blog.slugsToBuild()).toEqual(list.slice(0, 20).map((post) => post.slug))
    expect(await blog.pagesToBuild()).toEqual(list.length > 20 ? [2] : [])
    const first = await blog.readPostPage(1)
    expect(first?.posts).toEqual(list.slice(0, 20))
    expect(first?.pages).toBe(Math.ceil(list.length / 20))
    expect(first?.total).toBe(list.length)
    const last = await blog.readPostPage(first?.pages ?? 0)
    expect(last?.posts.at(-1)).toEqual(list.at(-1))
    for (const n of [0, -1, 1.5, (first?.pages ?? 0) + 1, Number.NaN]) expect(await blog.readPostPage(n)).toBeNull()
    expect((await blog.readPostPage(1, { author: 'nobody' }))?.posts).toEqual([])
  })

  it('have known authors', async () => {
    expect(await blog.readAuthor('unhurried')).toMatchObject({ kind: 'organization' })
    for (const name of ['nobody', '__proto__', '../x']) expect(await blog.readAuthor(name)).toBeNull()
    expect(await blog.filterPosts({ author: 'unhurried' })).toHaveLength(list.length)
  })
})

describe('the posts in another language', () => {
  it('are listed before the English ones, and as many', async () => {
    const [english, own, listed] = [await blog.readPosts(), await blog.readPosts('es'), await blog.readListed('es')]
    expect(own.length).toBeGreaterThan(0)
    expect(listed.slice(0, own.length)).toEqual(own)
    expect(listed.map((post) => post.slug).toSorted()).toEqual(english.map((post) => post.slug).toSorted())
    expect(await blog.slugsToBuild('es')).toEqual(own.map((post) => post.slug))
  })

  it('link to pages in their language, or to posts in English', async () => {
    const post = await blog.readPost('job-interviews', 'es')
    expect(post).toMatchObject({ locale: 'es', author: { name: 'El equipo de Unhurried' } })
    expect(post?.html).toContain('href="/es/help-elsewhere"')
    expect(post?.html).toContain('href="/blog/a-gap-in-pay" hreflang="en"')
    expect(post?.contents.at(-1)?.text).toBe('Fuentes')
  })

  it('are known by their original', async () => {
    expect(await blog.readTranslations('is-there-a-cure')).toEqual(['en', 'es', 'pt-BR', 'fr', 'de', 'ar'])
    expect(await blog.readTranslations('a-gap-in-pay')).toEqual(['en'])
  })
})

describe('a build while the vendor is down', () => {
  let restore: () => void
  beforeAll(() => {
    restore = replaceProcessState('post-cache')
    vi.stubEnv('BLOG_SOURCE', 'notion')
    vi.stubEnv('NEXT_PHASE', 'phase-production-build')
  })
  afterAll(() => {
    vi.unstubAllEnvs()
    restore()
  })

  it('prerenders nothing', async () => {
    expect(await blog.slugsToBuild()).toEqual([])
    expect(await blog.pagesToBuild()).toEqual([])
    await expect(blog.readPosts()).rejects.toThrow()
  })
})

describe('an address of the blog', () => {
  it.each([
    ['/blog', false],
    ['/blog/is-there-a-cure', false],
    ['/blog/is-there-a-curse', true],
    ['/blog/tag/posts', false],
    ['/blog/tag/nothing', true],
    ['/blog/by/unhurried', false],
    ['/blog/by/nobody', true],
    ['/blog/page/1', false],
    ['/blog/page/99', true],
    ['/blog/tag/posts/page/99', true],
    ['/blog/rss.xml', false],
    ['/es/blog/is-there-a-cure', false],
    ['/es/blog/a-gap-in-pay', true],
    ['/es/blog/page/2', false],
    ['/xx/blog/is-there-a-cure', true],
    ['/faq', false],
    ['/es/blog/no-such-post', true],
    ['/something-went-wrong', true],
  ])('%s is missing: %s', async (path, expected) => expect(await isMissingPage(path)).toBe(expected))

  it('is found right after a publication by any process', async () => {
    let drafts: Draft[] = []
    const source = {
      mayBeEmpty: true,
      readDrafts: async () => drafts,
      readBody: async () => ({ tree: { type: 'root' as const, children: [] }, answer: null, contents: [], minutes: 1 }),
    }
    const restore = replaceProcessState('post-cache', new PostCache(source, { listMs: 1e9 }))
    expect(await isMissingPage('/blog/new')).toBe(true)
    const record = postRecord.parse({ title: 'T', description: 'D', tags: ['posts'], written: '2026-01-01' })
    const author = { slug: 'unhurried', name: 'The team', kind: 'organization', description: 'D' } as const
    drafts = [createDraft('new', 'new', record, { author, minutes: 1, version: '1' })]
    expect(await isMissingPage('/blog/new')).toBe(true)
    shared.contentRevision += 1
    expect(await isMissingPage('/blog/new')).toBe(false)
    restore()
  })
})

it.each<[string, number | null]>([
  ['2', 2],
  ['999999', 999_999],
  ['0', null],
  ['01', null],
  ['1e1', null],
  ['99999999', null],
])('reads the page number “%s”', (text, expected) => expect(blog.parsePageNumber(text)).toBe(expected))

describe('records', () => {
  it.each(['a-post', 'x', '2026-review'])('accept the slug %s', (text) =>
    expect(slug.safeParse(text).success).toBe(true),
  )
  it.each(['', 'A-Post', 'a--b', '../x', 'authors', 'our-pricing', 'a'.repeat(81)])('reject the slug “%s”', (text) =>
    expect(slug.safeParse(text).success).toBe(false),
  )
})

describe('therapists and sources', () => {
  it('include one therapist, marked as a sample', async () => {
    expect(await readTherapistSlugs('en')).toEqual([sampleTherapist])
    expect((await readTherapist(sampleTherapist, 'en'))?.sample).toBe(true)
    expect(await readTherapist('nobody', 'en')).toBeNull()
  })
})
