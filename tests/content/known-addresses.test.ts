import { readdirSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PostCache } from '@/lib/content/post-cache'
import { readShareImageText } from '@/lib/content/pages/share-image-text'
import { readCopyNames } from '@/lib/content/content-files'
import { isKnownAddress, rules } from '@/lib/content/known-addresses'
import { appIcons, blogTags, paths } from '@/lib/site'
import { postFolder } from './post-folder'
import { replaceProcessState, shared } from '@/lib/process-state'

const here = vi.hoisted(() => ({ folder: '', footers: false }))
vi.mock('next/cache', () => ({ unstable_cache: <T>(ask: T): T => ask }))
vi.mock('@/lib/env', () => ({
  env: () => ({
    blog: { source: 'markdown', folder: here.folder },
    identity: { authEmulator: null, storageEmulator: null },
    allowsCodeInjection: here.footers,
  }),
}))

vi.mock('@/lib/content/content-files', async (original) => {
  const actual = await original<typeof import('@/lib/content/content-files')>()
  return { ...actual, readCopyNames: vi.fn(actual.readCopyNames) }
})

beforeEach(async () => {
  here.folder = await postFolder([
    ...Array.from({ length: 21 }, (_, index) => ({ slug: `post-${index}`, tags: ['posts', 'services'] })),
    { slug: 'a-draft', draft: true },
    { slug: 'later', written: '2999-01-01' },
  ])
  replaceProcessState('post-cache')
})
afterEach(() => {
  vi.useRealTimers()
})

test('has a rule for every dynamic route', () => {
  const dynamic = readdirSync('app', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\[.*\/(?:page|route)\.tsx?$/.test(file))
    .map((file) => `/${path.dirname(file)}`.replace(/\/\([^)]*\)/g, '').replace('%5F', '_'))
    // The server answers this route itself.
    .filter((route) => route !== '/api/[[...path]]')
  expect(dynamic.length).toBeGreaterThan(15)
  expect(Object.keys(rules).toSorted()).toEqual(dynamic.toSorted())
})

describe('an address of a dynamic route', () => {
  test.each<[route: string, params: Record<string, string>, known: boolean]>([
    ['/blog/[slug]', { slug: 'post-3' }, true],
    ['/blog/[slug]', { slug: 'Post-3' }, false],
    ['/blog/[slug]', { slug: 'a-draft' }, false],
    ['/blog/[slug]', { slug: 'later' }, false],
    ['/blog/[slug]', { slug: '__proto__' }, false],
    ['/blog/[slug]', { slug: '../post-3' }, false],
    ['/blog/page/[n]', { n: '1' }, true],
    ['/blog/page/[n]', { n: '2' }, true],
    ['/blog/page/[n]', { n: '3' }, false],
    ['/blog/page/[n]', { n: '02' }, false],
    ['/blog/tag/[tag]', { tag: 'treatment' }, true],
    ['/blog/tag/[tag]', { tag: 'nothing' }, false],
    ['/blog/tag/[tag]/page/[n]', { tag: 'services', n: '2' }, true],
    ['/blog/tag/[tag]/page/[n]', { tag: 'services', n: '3' }, false],
    ['/blog/tag/[tag]/page/[n]', { tag: 'treatment', n: '2' }, false],
    ['/blog/tag/[tag]/page/[n]', { tag: 'nothing', n: '1' }, false],
    ['/blog/tag/[tag]/rss.xml', { tag: 'treatment' }, true],
    ['/blog/tag/[tag]/feed.json', { tag: 'constructor' }, false],
    ['/blog/by/[author]', { author: 'unhurried' }, true],
    ['/blog/by/[author]', { author: 'nobody' }, false],
    ['/blog/by/[author]/page/[n]', { author: 'unhurried', n: '2' }, true],
    ['/blog/by/[author]/page/[n]', { author: 'nobody', n: '1' }, false],
    ['/blog/search/[part]', { part: '1.json' }, true],
    ['/blog/search/[part]', { part: '2.json' }, false],
    ['/blog/footer/[slug]', { slug: 'post-3' }, false],
    ['/blog/file/[page]/[file]', { page: 'a', file: 'b' }, false],
    ['/therapist/[slug]', { slug: 'sample-therapist' }, true],
    ['/therapist/[slug]', { slug: 'nobody' }, false],
    ['/app-icon/[name]', { name: Object.keys(appIcons)[0] ?? '' }, true],
    ['/app-icon/[name]', { name: 'toString' }, false],
    ['/emulator/[...path]', { path: 'x' }, false],
    ['/v0/[...path]', { path: 'x' }, false],
    ['/__/[...path]', { path: 'auth/handler' }, true],
    ['/__/[...path]', { path: 'auth' }, false],
    ['/__/[...path]', { path: 'other/handler' }, false],
  ])('%s with %o: %s', async (route, params, known) => {
    expect(await isKnownAddress(route, params)).toBe(known)
  })

  const pictures = `
    home faq blog auth pricing/start nothing 404 something-went-wrong therapist/sample-therapist
    therapist/nobody therapist therapist/ therapist/sample-therapist/x blog/post-3 blog/later blog/page
    blog/page/1 blog/page/2 blog/page/3 blog/page/2/x blog/tag blog/tag/services blog/tag/services/page/1
    blog/tag/services/page/2 blog/tag/services/x blog/tag/services/page/2/page/2 blog/by/unhurried
    blog/by/unhurried/page/2 blog/by/nobody blog/post-3/page/2 blog/constructor blog//post-3 blog/post-3/
  `
  test.each(['', ...pictures.trim().split(/\s+/)])('has a picture if the page has text for it: %s', async (page) => {
    const file = `/${page}.png`
    const of = file === '/home.png' ? paths.home : file.replace(/\.png$/, '')
    const hasWords = paths.picture(of) === `/og${file}` && (await readShareImageText(of)) !== null
    expect(await isKnownAddress('/og/[...page]', { page: `${page}.png` })).toBe(hasWords)
    expect(await isKnownAddress('/og/[...page]', { page })).toBe(false)
  })

  test('exists for every tag, with or without posts', async () => {
    for (const tag of blogTags) expect(await isKnownAddress('/blog/tag/[tag]', { tag })).toBe(true)
  })

  test('exists for footer code if it may run', async () => {
    await writeFile(
      path.join(here.folder, 'with-code.md'),
      `---\ntitle: T\ndescription: D\ntags: [posts]\nwritten: 2026-01-01\ncodeInjectionFooter: <b>x</b>\n---\nWords.\n`,
    )
    here.footers = true
    expect(await isKnownAddress('/blog/footer/[slug]', { slug: 'with-code' })).toBe(true)
    expect(await isKnownAddress('/blog/footer/[slug]', { slug: 'post-3' })).toBe(false)
    here.footers = false
    expect(await isKnownAddress('/blog/footer/[slug]', { slug: 'with-code' })).toBe(false)
  })
})

describe.each([
  ['an author', 'unhurried', (author: string) => isKnownAddress('/blog/by/[author]', { author })],
  ['a therapist', 'sample-therapist', (slug: string) => isKnownAddress('/therapist/[slug]', { slug })],
])('the page of %s', (_, existing, isKnown) => {
  test('is found if it was added while the process runs', async () => {
    expect(await isKnown('ada')).toBe(false)
    vi.mocked(readCopyNames).mockResolvedValueOnce(['ada'])
    expect(await isKnown('ada')).toBe(true)
  })

  test('is found after its folder could not be read once', async () => {
    vi.mocked(readCopyNames).mockRejectedValueOnce(new Error('EMFILE'))
    await expect(isKnown(existing)).rejects.toThrow('EMFILE')
    expect(await isKnown(existing)).toBe(true)
  })
})

describe('a new post', () => {
  const slug = 'brand-new'
  const known = () => isKnownAddress('/blog/[slug]', { slug })
  const write = (more = '') =>
    writeFile(
      path.join(here.folder, `${slug}.md`),
      `---\ntitle: T\ndescription: D\ntags: [posts]\nwritten: 2026-01-01\n${more}---\nWords.\n`,
    )
  const later = (ms: number) => vi.setSystemTime(Date.now() + ms)

  test('is found right after a publication by any process', async () => {
    expect(await known()).toBe(false)
    await write()
    shared.contentRevision += 1
    expect(await Promise.all([known(), known(), known()])).toEqual([true, true, true])
  })

  test('is found without a publication after a few seconds', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    expect(await known()).toBe(false)
    await write()
    later(5000)
    expect(await known()).toBe(true)
  })

  test('is found on its publication date', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime('2026-03-01T23:59:58Z')
    await writeFile(
      path.join(here.folder, `${slug}.md`),
      `---\ntitle: T\ndescription: D\ntags: [posts]\nwritten: 2026-03-02\n---\nWords.\n`,
    )
    expect(await known()).toBe(false)
    later(2000)
    expect(await known()).toBe(true)
  })

  test('disappears after withdrawal and a refresh', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    await write()
    expect(await known()).toBe(true)
    await rm(path.join(here.folder, `${slug}.md`))
    later(301_000)
    expect(await known()).toBe(false)
  })

  test('costs one request for any number of unknown addresses', async () => {
    const called = vi.fn()
    const postCache = new PostCache(
      {
        mayBeEmpty: true,
        readDrafts: async () => (called(), []),
        readBody: async () => Promise.reject(new Error('none')),
      },
      { freshMs: 300_000 },
    )
    replaceProcessState('post-cache', postCache)
    for (let n = 0; n < 500; n++) expect(await isKnownAddress('/blog/[slug]', { slug: `random-${n}` })).toBe(false)
    expect(called).toHaveBeenCalledOnce()
  })
})
