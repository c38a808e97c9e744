import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { feedResponse, createFeed, type FeedFormat } from '@/lib/content/feeds/feed'
import { feedBody } from '@/lib/content/feeds/body'
import { renderMarkdown } from '@/lib/content/render/render'
import { limits, paths, postTimes, type BlogTag } from '@/lib/site'
import { assertFitForReaders, jsonFeed11, list, one, rfc3339, rfc822, wellFormed, words } from './feed-rules'
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

const channelOf = async (tag?: BlogTag) => one(one(wellFormed(await createFeed('rss', tag)).rss).channel)
const atomOf = async (tag?: BlogTag) => one(wellFormed(await createFeed('atom', tag)).feed)
const jsonOf = async (tag?: BlogTag) => jsonFeed11.parse(JSON.parse(await createFeed('json', tag)))
const selfOf = (file: 'rss.xml' | 'atom.xml' | 'feed.json', tag?: BlogTag) =>
  `${origin}${tag === undefined ? `/blog/${file}` : paths.tagFeed(tag, file)}`
const listOf = (tag?: BlogTag) => `${origin}${tag === undefined ? paths.blog : paths.tag(tag)}`

describe('the feeds of a tag', () => {
  beforeEach(() => publish(hostile))

  it('RSS 2.0 meets the validator’s requirements', async () => {
    const { rss } = wellFormed(await createFeed('rss', tag))
    expect(one(rss)['@version']).toBe('2.0')
    const channel = one(one(rss).channel)
    expect(words(channel.link)).toBe(listOf(tag))
    expect(words(channel.language)).toBe('en-GB')
    expect(words(channel.lastBuildDate)).toBe('Sun, 01 Mar 2026 00:00:00 GMT')
    expect(list(channel['atom:link'])).toEqual([
      { '@href': selfOf('rss.xml', tag), '@rel': 'self', '@type': 'application/rss+xml' },
    ])
    expect(one(rss)['@xmlns:atom']).toBe('http://www.w3.org/2005/Atom')
    expect(one(rss)['@xmlns:dc']).toBe('http://purl.org/dc/elements/1.1/')
    expect(one(rss)['@xmlns:content']).toBe('http://purl.org/rss/1.0/modules/content/')
  })

  it('RSS items are complete', async () => {
    const items = list((await channelOf(tag)).item)
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
      assertFitForReaders(words(item['content:encoded']))
    }
  })

  it('Atom 1.0 meets the validator’s requirements', async () => {
    const feed = await atomOf(tag)
    expect(feed['@xmlns']).toBe('http://www.w3.org/2005/Atom')
    expect(feed['@xml:lang']).toBe('en-GB')
    expect(words(feed.id)).toBe(listOf(tag))
    expect(words(feed.title)).not.toBe('')
    expect(words(feed.updated)).toBe('2026-03-01T00:00:00.000Z')
    expect(words(one(feed.author).name)).toBe('Unhurried')
    expect(list(feed.link).map((link) => [link['@rel'], link['@href']])).toEqual([
      ['alternate', listOf(tag)],
      ['self', selfOf('atom.xml', tag)],
    ])
    const entries = list(feed.entry)
    expect(entries).toHaveLength(hostile.length)
    for (const entry of entries) {
      expect(words(entry.id)).toMatch(new RegExp(`^${origin}/blog/hostile-\\d$`))
      expect(list(entry.link).map((link) => link['@href'])).toEqual([words(entry.id)])
      expect(words(entry.updated)).toBe('2026-03-01T00:00:00.000Z')
      expect(words(entry.published)).toMatch(rfc3339)
      expect(words(one(entry.author).name)).toBe('The Unhurried team')
      expect(one(entry.author).uri).toBe(`${origin}/blog/by/unhurried`)
      expect(list(entry.category).map((each) => each['@term'])).toEqual(['treatment', 'posts'])
      expect([one(entry.content)['@type'], one(entry.title)['@type']]).toEqual(['html', 'html'])
      assertFitForReaders(words(entry.content))
    }
  })

  it('JSON Feed 1.1 matches its schema', async () => {
    const feed = await jsonOf(tag)
    expect(feed.feed_url).toBe(selfOf('feed.json', tag))
    expect(feed.home_page_url).toBe(listOf(tag))
    for (const item of feed.items) {
      expect(item.id).toBe(item.url)
      assertFitForReaders(item.content_html)
    }
  })

  it('has the same content in all three', async () => {
    const fromRss = list((await channelOf(tag)).item).map((item) => [words(item.link), words(item['content:encoded'])])
    const fromAtom = list((await atomOf(tag)).entry).map((entry) => [words(entry.id), words(entry.content)])
    const fromJson = (await jsonOf(tag)).items.map((item) => [item.id, item.content_html])
    expect(fromAtom).toEqual(fromRss)
    expect(fromJson).toEqual(fromRss)
  })
})

describe('a post’s content in a feed', () => {
  beforeEach(() => publish(hostile))
  const content = async () => (await jsonOf()).items.at(-1)?.content_html ?? ''
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

  it('has the same titles in all three', async () => {
    const expected = shownTitles.toReversed()
    const unescaped = (html: string) => html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
    expect(list((await channelOf()).item).map(({ title }) => words(title))).toEqual(expected)
    expect(list((await atomOf()).entry).map(({ title }) => unescaped(words(title)))).toEqual(expected)
    expect((await jsonOf()).items.map(({ title }) => title)).toEqual(expected)
  })
})

it('has a feed of its own in each language', async () => {
  await publish([{ slug: 'one' }, { slug: 'two' }])
  const folder = join(here.folder, '..', 'es', basename(here.folder))
  await mkdir(folder, { recursive: true })
  const front = 'title: Uno\ndescription: D\ntags: [treatment]\nwritten: 2026-01-01\nlang: es\ntranslationOf: one'
  await writeFile(join(folder, 'one.md'), `---\n${front}\n---\nVer [dos](/blog/two) y [más](/faq).\n`)
  const { items, ...feed } = JSON.parse(await createFeed('json', undefined, 'es'))
  expect(feed).toMatchObject({
    language: 'es',
    feed_url: `${origin}/es/blog/feed.json`,
    home_page_url: `${origin}/es/blog`,
  })
  expect(items.map(({ id, tags }: { id: string; tags: string[] }) => [id, tags])).toEqual([
    [`${origin}/es/blog/one`, ['tratamiento']],
  ])
  expect(items[0]?.content_html).toContain(`<a href="${origin}/blog/two">dos</a> y <a href="${origin}/es/faq">más</a>`)
  expect((await feedResponse(requestOf('/'), 'rss', { locale: 'xx' })).status).toBe(404)
})

describe('selection', () => {
  it('takes only the newest', async () => {
    await publish([...many, { slug: 'later', written: '2999-01-01' }, { slug: 'not-yet', draft: true }])
    const { items } = await jsonOf()
    expect(items.map(({ url }) => url)).toEqual(
      Array.from({ length: limits.feedPosts }, (_, index) => `${origin}/blog/post-${25 - index}`),
    )
    expect((await jsonOf('treatment')).items).toHaveLength(13)
  })

  it('gives a tag without posts an empty feed with the blog’s date', async () => {
    await publish(many)
    const channel = await channelOf('services')
    expect(list(channel.item)).toEqual([])
    expect(words(channel.lastBuildDate)).toBe('Sun, 25 Jan 2026 00:00:00 GMT')
    expect(list((await atomOf('services')).entry)).toEqual([])
    expect((await jsonOf('services')).items).toEqual([])
  })
})

const requestOf = (path: string, headers = {}, method = 'GET') => new Request(origin + path, { headers, method })
const formats: FeedFormat[] = ['rss', 'atom', 'json']

describe('response', () => {
  it.each(['nothing', 'constructor'])('answers 404 for the tag “%s”', async (name) => {
    for (const format of formats) expect((await feedResponse(requestOf('/'), format, { tag: name })).status).toBe(404)
  })

  it.each<[string, Record<string, string>, number]>([
    ['the same tag', { 'If-None-Match': 'TAG' }, 304],
    ['one of several, with no-cache', { 'If-None-Match': '"x", TAG', 'Cache-Control': 'no-cache' }, 304],
  ])('to a request with %s', async (_, headers, status) => {
    await publish(many)
    const { etag } = Object.fromEntries((await feedResponse(requestOf('/'), 'rss')).headers)
    const given = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value.replace('TAG', etag ?? '')]),
    )
    for (const method of ['GET', 'HEAD']) {
      const response = await feedResponse(requestOf('/', given, method), 'rss')
      expect([response.status, response.headers.get('etag')]).toEqual([status, etag])
      expect(response.headers.get('cache-control')).toBe(`public, max-age=${postTimes.browserCache}`)
      expect((await response.text()) !== '').toBe(status === 200 && method === 'GET')
    }
  })

  it('is an uncached 503 while the source is unavailable', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    await publish(many)
    here.folder = '/nonexistent'
    for (const format of formats) {
      const response = await feedResponse(requestOf(`/${format}`), format)
      expect(response.status).toBe(503)
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(await response.text()).not.toContain('<')
    }
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
