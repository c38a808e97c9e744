import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { PostSummary } from '@/lib/contract/content'
import { sitemapEntries } from '@/lib/content/pages/sitemap'
import { paths, sampleTherapist, pages } from '@/lib/site'

const origin = 'http://localhost:3299'
const blog = vi.hoisted(() => ({ posts: [] as PostSummary[] }))
vi.hoisted(() => (process.env.SITE_ORIGIN = 'http://localhost:3299'))
vi.mock('@/lib/content/posts', () => ({
  readPosts: async (locale = 'en') => blog.posts.filter((post) => (post.locale ?? 'en') === locale),
}))

const author = (slug: string) => ({ slug, name: slug, kind: 'person' as const })

const summary = (slug: string, more: Partial<PostSummary> = {}): PostSummary => ({
  slug,
  title: slug,
  description: slug,
  tags: ['posts'],
  author: author('unhurried'),
  written: '2026-01-01',
  reviewed: null,
  modified: '2026-01-01',
  minutes: 1,
  ...more,
})

const entries = async () => new Map((await sitemapEntries()).map(({ url, lastModified }) => [url, lastModified]))

beforeEach(() => {
  blog.posts = Array.from({ length: 45 }, (_, index) =>
    summary(`post-${index}`, {
      tags: index < 21 ? ['posts', 'treatment'] : ['posts'],
      author: author(index < 3 ? 'somebody' : 'unhurried'),
      modified: `2026-02-${String(28 - Math.floor(index / 2)).padStart(2, '0')}`,
    }),
  )
})

describe('the sitemap', () => {
  it('lists public pages once, without pages that are not indexed', async () => {
    const urls = (await sitemapEntries()).map(({ url }) => url)
    expect(new Set(urls).size).toBe(urls.length)
    for (const page of Object.values(pages)) {
      const url = page.path === '/' ? origin : origin + page.path
      expect(urls.includes(url), page.path).toBe(!('index' in page))
    }
    expect(urls).toContain(`${origin}${paths.therapist(sampleTherapist)}`)
  })

  it('dates posts, and lists the pages of lists', async () => {
    const all = await entries()
    expect(all.get(origin + paths.post('post-4'))).toBe('2026-02-26T00:00:00.000Z')
    for (const path of [
      paths.blog,
      paths.listPage(paths.blog, 3),
      paths.listPage(paths.tag('treatment'), 2),
      paths.listPage(paths.by('unhurried'), 2),
      paths.by('somebody'),
    ]) {
      expect([path, all.has(origin + path), all.get(origin + path)]).toEqual([path, true, undefined])
    }
  })

  it.each([
    paths.listPage(paths.blog, 4),
    `${paths.blog}/page/1`,
    paths.listPage(paths.tag('treatment'), 3),
    paths.listPage(paths.by('somebody'), 2),
    paths.tag('services'),
    paths.by('nobody'),
  ])('%s is left out', async (path) => expect((await entries()).has(origin + path)).toBe(false))

  it('lists the blog if it is empty, but no tags', async () => {
    blog.posts = []
    const urls = [...(await entries()).keys()].filter((url) => url.startsWith(origin + paths.blog))
    expect(urls).toEqual([origin + paths.blog])
  })

  it('lists each page in the reviewed languages that have it', async () => {
    vi.stubEnv('REVIEWED_LOCALES', 'es')
    blog.posts = [summary('one'), summary('two'), summary('one', { locale: 'es', lang: 'es' })]
    const all = new Map((await sitemapEntries()).map(({ url, alternates }) => [url, alternates?.languages]))
    vi.unstubAllEnvs()
    const both = (path: string) => ({
      en: origin + path,
      es: `${origin}/es${path}`,
      'x-default': origin + path,
    })
    for (const path of ['/faq', '/blog', '/blog/one']) {
      expect(all.get(origin + path), path).toEqual(both(path))
      expect(all.get(`${origin}/es${path}`), path).toEqual(both(path))
    }
    expect(all.get(`${origin}/blog/two`)).toBeUndefined()
    expect([...all.keys()].filter((url) => /\/es\/blog\/two|\/fr\//.test(url))).toEqual([])
  })

  it('is within the limits of search engines for ten thousand posts', async () => {
    blog.posts = Array.from({ length: 10_000 }, (_, index) => summary(`post-${index}`))
    const all = await sitemapEntries()
    expect(all.length).toBeGreaterThan(11_500)
    expect(all.length).toBeLessThan(50_000)
    expect(all.filter(({ url }) => new URL(url).origin !== origin)).toEqual([])
  })
})
