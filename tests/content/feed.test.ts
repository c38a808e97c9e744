import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { feedResponse, createFeed } from '@/lib/content/feeds/feed'
import { feedBody } from '@/lib/content/feeds/body'
import { renderMarkdown } from '@/lib/content/render/render'
import type { Locale } from '@/lib/locales'
import { limits, paths, postTimes, type BlogTag } from '@/lib/site'
import { assertFitForReaders, type Xml, list, one, rfc822, wellFormed, words } from './feed-rules'
import { postFolder, type PostFile } from './post-folder'
import { replaceProcessState } from '@/lib/server/process-state'

const origin = 'http://localhost:3299'
const here = vi.hoisted(() => {
  process.env.SITE_ORIGIN = 'http://localhost:3299'
  return { folder: '', round: 0 }
})

vi.mock('@/lib/site-settings', async (original) => ({
  ...(await original<typeof import('@/lib/site-settings')>()),
  contentEnv: () => ({ blog: { source: 'markdown', folder: here.folder } }),
}))
// Cached until the tag is revalidated.
vi.mock('next/cache', () => ({
  unstable_cache: <T>(ask: () => Promise<T>) => {
    let kept: { round: number; answer: Promise<T> } | null = null
    return () => (kept?.round === here.round ? kept : (kept = { round: here.round, answer: ask() })).answer
  },
}))

async function publish(files: readonly PostFile[]): Promise<void> {
  here.folder = await postFolder(files)
  here.round += 1
  replaceProcessState('post-cache')
}

const hostileTitles = [
  'Ends ]]> twice ]]> and <b>bold</b>',
  'Ampersands & entities &amp; &lt;i&gt;',
  'Emoji 👩‍👩‍👧 and “quotes” \' "',
  'Bell\u0007, null\u0000, escape\u001b, half \ud83d of a pair',
]
/** Without characters that XML cannot contain. */
const shownTitles = [...hostileTitles.slice(0, -1), 'Bell, null, escape, half  of a pair']

const hostile: PostFile[] = hostileTitles.map((title, index) => ({
  slug: `hostile-${index}`,
  title,
  description: `${title} <script>alert(1)</script>`,
  tags: ['treatment', 'posts'],
  written: `2026-02-0${index + 1}`,
  reviewed: '2026-03-01',
  answer: 'In short: [see this](/faq#cost) ]]> and <i>that</i>.',
  body: [
    '## A part',
    'A [path](/faq), an [anchor](#on-a-part), [mail](mailto:a@b.example), [no](javascript:alert(1)), `]]> ]]>`.',
    '<p style="color:red" onclick="x()">raw</p>',
    '- [x] done\n- [ ] not done',
    '| a | b |\n| --- | ---: |\n| 1 | 2 |',
    'A claim.[^nidcd] Signs: \u0001\u000b\ufffe.',
  ].join('\n\n'),
}))

const many: PostFile[] = Array.from({ length: 25 }, (_, index) => ({
  slug: `post-${index + 1}`,
  written: `2026-01-${String(index + 1).padStart(2, '0')}`,
  tags: index % 2 ? ['posts'] : ['posts', 'treatment'],
}))

const tag: BlogTag = 'treatment'

const channelOf = async (tag?: BlogTag, locale?: Locale) =>
  one(one(wellFormed(await createFeed(tag, locale)).rss).channel)
const itemsOf = async (tag?: BlogTag, locale?: Locale) => list((await channelOf(tag, locale)).item)
const contentOf = (item: Xml | undefined) => words(item?.['content:encoded'])
const listOf = (tag?: BlogTag) => `${origin}${tag === undefined ? paths.blog : paths.tag(tag)}`

describe('the feeds of a tag', () => {
  beforeEach(() => publish(hostile))

  it('RSS 2.0 meets the validator’s requirements', async () => {
    const { rss } = wellFormed(await createFeed(tag))
    expect(one(rss)['@version']).toBe('2.0')
    const channel = one(one(rss).channel)
    expect(words(channel.link)).toBe(listOf(tag))
    expect(words(channel.language)).toBe('en-GB')
    expect(words(channel.lastBuildDate)).toBe('Sun, 01 Mar 2026 00:00:00 GMT')
    expect(list(channel['atom:link'])).toEqual([
      { '@href': origin + paths.tagFeed(tag), '@rel': 'self', '@type': 'application/rss+xml' },
    ])
    expect(one(rss)['@xmlns:atom']).toBe('http://www.w3.org/2005/Atom')
    expect(one(rss)['@xmlns:dc']).toBe('http://purl.org/dc/elements/1.1/')
    expect(one(rss)['@xmlns:content']).toBe('http://purl.org/rss/1.0/modules/content/')
  })

  it('RSS items are complete', async () => {
    const items = await itemsOf(tag)
    expect(items).toHaveLength(hostile.length)
    for (const item of items) {
      // RSS requires an email address there.
      expect(item.author).toBeUndefined()
      expect(words(item['dc:creator'])).toBe('The Unhurried team')
      expect(one(item.guid)['@isPermaLink']).toBe('true')
      expect(words(item.guid)).toBe(words(item.link))
      expect(words(item.link)).toMatch(new RegExp(`^${origin}/blog/hostile-\\d$`))
      expect(words(item.pubDate)).toMatch(rfc822)
      expect(words(item.description)).not.toContain('<')
      expect(list(item.category).map((each) => [words(each), each['@domain']])).toEqual([
        ['treatment', `${origin}/blog/tag/treatment`],
        ['posts', `${origin}/blog/tag/posts`],
      ])
      assertFitForReaders(contentOf(item))
    }
  })
})

describe('a post’s content in a feed', () => {
  beforeEach(() => publish(hostile))
  const content = async () => contentOf((await itemsOf()).at(-1))
  const page = `${origin}/blog/hostile-0`

  it('has the answer, the text and its original address', async () => {
    expect(await content()).toMatch(
      new RegExp(
        `^<p><strong>The short answer: </strong>.*<h2>A part</h2>.*<p>Published on <a href="${page}">the blog of Unhurried</a>`,
        's',
      ),
    )
  })

  it.each([
    ['a path in the answer', `<a href="${origin}/faq#cost">see this</a>`],
    ['an anchor', `<a href="${page}#on-a-part">anchor</a>`],
    ['a completed task', '☑'],
    ['a table', '<table>'],
    ['the sources', 'Sources'],
  ])('keeps %s', async (_, expected) => expect(await content()).toContain(expected))

  it.each(['javascript:', 'alert(1)</script>', 'onclick', '↩', ']]>'])('drops %s', async (never) =>
    expect(await content()).not.toContain(never),
  )

  it('has the titles without what XML cannot contain', async () => {
    expect((await itemsOf()).map(({ title }) => words(title))).toEqual(shownTitles.toReversed())
  })
})

it('has a feed of its own in each language', async () => {
  await publish([{ slug: 'one' }, { slug: 'two' }])
  const folder = join(here.folder, '..', 'es', basename(here.folder))
  await mkdir(folder, { recursive: true })
  const front = 'title: Uno\ndescription: D\ntags: [treatment]\nwritten: 2026-01-01\nlang: es\ntranslationOf: one'
  await writeFile(join(folder, 'one.md'), `---\n${front}\n---\nVer [dos](/blog/two) y [más](/faq).\n`)
  const channel = await channelOf(undefined, 'es')
  expect([words(channel.language), words(channel.link)]).toEqual(['es', `${origin}/es/blog`])
  expect(list(channel['atom:link'])[0]).toMatchObject({ '@href': `${origin}/es/blog/rss.xml` })
  const items = list(channel.item)
  expect(items.map((item) => [words(item.link), list(item.category).map(words)])).toEqual([
    [`${origin}/es/blog/one`, ['tratamiento']],
  ])
  expect(contentOf(items[0])).toContain(`<a href="${origin}/blog/two">dos</a> y <a href="${origin}/es/faq">más</a>`)
  expect((await feedResponse(requestOf('/'), { locale: 'xx' })).status).toBe(404)
})

describe('selection', () => {
  it('takes only the newest', async () => {
    await publish([...many, { slug: 'later', written: '2999-01-01' }, { slug: 'not-yet', draft: true }])
    expect((await itemsOf()).map(({ link }) => words(link))).toEqual(
      Array.from({ length: limits.feedPosts }, (_, index) => `${origin}/blog/post-${25 - index}`),
    )
    expect(await itemsOf('treatment')).toHaveLength(13)
  })

  it('gives a tag without posts an empty feed with the blog’s date', async () => {
    await publish(many)
    const channel = await channelOf('services')
    expect(list(channel.item)).toEqual([])
    expect(words(channel.lastBuildDate)).toBe('Sun, 25 Jan 2026 00:00:00 GMT')
  })
})

const requestOf = (path: string, headers = {}, method = 'GET') => new Request(origin + path, { headers, method })

describe('response', () => {
  it.each(['nothing', 'constructor'])('answers 404 for the tag “%s”', async (name) => {
    expect((await feedResponse(requestOf('/'), { tag: name })).status).toBe(404)
  })

  it.each<[string, Record<string, string>, number]>([
    ['the same tag', { 'If-None-Match': 'TAG' }, 304],
    ['one of several, with no-cache', { 'If-None-Match': '"x", TAG', 'Cache-Control': 'no-cache' }, 304],
  ])('to a request with %s', async (_, headers, status) => {
    await publish(many)
    const { etag } = Object.fromEntries((await feedResponse(requestOf('/'))).headers)
    const given = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value.replace('TAG', etag ?? '')]),
    )
    for (const method of ['GET', 'HEAD']) {
      const response = await feedResponse(requestOf('/', given, method))
      expect([response.status, response.headers.get('etag')]).toEqual([status, etag])
      expect(response.headers.get('cache-control')).toBe(`public, max-age=${postTimes.browserCache}`)
      expect((await response.text()) !== '').toBe(status === 200 && method === 'GET')
    }
  })

  it('is an uncached 503 while the source is unavailable', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    await publish(many)
    here.folder = '/nonexistent'
    const response = await feedResponse(requestOf('/'))
    expect(response.status).toBe(503)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.text()).not.toContain('<')
  })
})

describe('the body of a post in a feed', () => {
  const body = async (text: string) =>
    feedBody({ answer: null, tree: (await renderMarkdown(text)).tree }, `${origin}/blog/x`)

  it.each([
    ['bars', '65 | 65% | had problems', '<li><b>65%</b> had problems</li>'],
    ['people', '3 | 3 people', '<li>3 people</li>'],
  ])('describes %s, and keeps the rows', async (kind, line, row) => {
    const text = await body(`\`\`\`${kind}\nlabel: What is to be seen.\ncaption: What it is.\n${line}\n\`\`\``)
    expect(text).toContain(`<p>Drawing: What is to be seen.</p><ul>${row}</ul>`)
  })

  it('describes a score, without dead links', async () => {
    const text = await body('A claim.[^nidcd]\n\n```score\nlabel: A talk.\ncaption: Ours.\nabove 60\n```')
    expect(text).toContain('<p>Drawing: A talk.</p>')
    expect(text).not.toMatch(/↩|<p><\/p>/)
  })
})
