import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { blogTags, offlinePage, paths } from '@/lib/site'
import { everyPage } from './setup/routes'
import { expect, origin, test } from './setup/test'

const formats = [
  { file: 'rss.xml', path: paths.feed, type: 'application/rss+xml; charset=utf-8' },
  { file: 'atom.xml', path: paths.atom, type: 'application/atom+xml; charset=utf-8' },
  { file: 'feed.json', path: paths.jsonFeed, type: 'application/feed+json; charset=utf-8' },
] as const

const all = formats.flatMap(({ file, path, type }) => [
  { path, type },
  ...blogTags.map((tag) => ({ path: paths.tagFeed(tag, file), type })),
])

const xml = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '@', isArray: (name) => name === 'link' })

type Link = { '@rel': string; '@href': string }
type Parsed = { rss?: { channel: { 'atom:link': Link } }; feed?: { link: Link[] } }

/** The feed's self link. */
function selfOf(text: string): string | undefined {
  if (text.startsWith('{')) return (JSON.parse(text) as { feed_url: string }).feed_url
  expect(XMLValidator.validate(text)).toBe(true)
  const { rss, feed } = xml.parse(text) as Parsed
  return (rss?.channel['atom:link'] ?? feed?.link.find((link) => link['@rel'] === 'self'))?.['@href']
}

test('every feed has its content type and self link @once', async ({ request }) => {
  for (const { path, type } of all) {
    const response = await request.get(path)
    expect(response.status(), path).toBe(200)
    expect(response.headers()['content-type'], path).toBe(type)
    expect(response.headers()['cache-control'], path).toBe('public, max-age=300')
    expect(selfOf(await response.text()), path).toBe(origin() + path)
  }
})

test('all three formats contain the newest posts with working links @once', async ({ request }) => {
  const json = (await (await request.get(paths.jsonFeed)).json()) as { items: { url: string; content_html: string }[] }
  expect(json.items.length).toBeGreaterThan(0)
  const [rss, atom] = [await (await request.get(paths.feed)).text(), await (await request.get(paths.atom)).text()]
  for (const { url, content_html } of json.items) {
    expect(rss).toContain(`<guid isPermaLink="true">${url}</guid>`)
    expect(atom).toContain(`<id>${url}</id>`)
    for (const text of [rss, atom]) expect(text).toContain(content_html)
    expect((await request.get(url)).status(), url).toBe(200)
  }
  const pictures = json.items.flatMap(({ content_html }) => content_html.match(/(?<=<img src=")[^"]+/g) ?? [])
  for (const address of pictures.map((each) => each.replaceAll('&#x26;', '&'))) {
    const picture = await request.get(address)
    expect(picture.headers()['content-type'], address).toMatch(/^image\//)
  }
})

test('pages and files with an entity tag answer 304, also with no-cache @once', async ({ request }) => {
  const files = [
    paths.feed,
    paths.atom,
    paths.jsonFeed,
    paths.tagFeed('treatment'),
    '/sitemap.xml',
    paths.searchIndex,
    `${paths.sessions}/timetable.ics`,
    '/icons/apple.svg',
  ]
  for (const path of [paths.home, paths.blog, paths.faq, ...files]) {
    const { etag = '' } = (await request.get(path)).headers()
    expect(etag, path).not.toBe('')
    const kinds: Record<string, string>[] = [{}, { 'Cache-Control': 'no-cache', Pragma: 'no-cache' }]
    for (const more of kinds) {
      const known = await request.get(path, { headers: { 'If-None-Match': `"other", ${etag}`, ...more } })
      expect([path, known.status(), (await known.body()).length]).toEqual([path, 304, 0])
      expect((await request.get(path, { headers: { 'If-None-Match': '"other"', ...more } })).status(), path).toBe(200)
    }
  }
})

test('unknown tags have no feeds @once', async ({ request }) => {
  for (const { file } of formats) {
    for (const tag of ['nothing', '..%2fposts']) {
      expect((await request.get(paths.tagFeed(tag, file))).status(), tag).toBe(404)
    }
  }
  for (const path of ['/blog/rss', '/blog/tag/posts/rss', '/blog/by/unhurried/rss.xml']) {
    expect((await request.get(path)).status(), path).toBe(404)
  }
})

test('links the blog’s feeds on every page, a tag’s own first @once', async ({ request }) => {
  const blog = formats.map(({ path }) => path)
  const special = [offlinePage.path, '/something-went-wrong']
  for (const page of [...everyPage, ...special]) {
    const html = await (await request.get(page)).text()
    const tag = blogTags.find((name) => page === paths.tag(name))
    const links = [...html.matchAll(/<link rel="alternate"[^>]*>/g)].map(([link]) => link)
    const found = links.map((link) => new URL(/href="([^"]+)"/.exec(link)?.[1] ?? '', origin()).pathname)
    expect(found, page).toEqual(tag ? formats.flatMap(({ file, path }) => [paths.tagFeed(tag, file), path]) : blog)
  }
})
