import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { savedPostsWorkerScript } from '@/components/blog/saved-posts-worker'
import { ShareLinks } from '@/components/blog/share-links'
import { savedPostsChanged } from '@/lib/contract/saved-posts'
import { savedPostsConfig } from '@/lib/site'
import { file, html, origin, startDevice, type Device } from './saved-posts-device'

const picture = '/_next/image?url=%2Fpictures%2Flake.jpg'
const srcset = [384, 828, 1200].map((w) => `${picture}&#x26;w=${w}&#x26;q=80 ${w}w`).join(', ')
const page = (build: string, body = 'A text.') =>
  html(
    `<head><link rel="stylesheet" href="/_next/static/${build}.css"/><link rel="icon" href="/icon.svg"/>
    <link rel="manifest" href="/manifest.webmanifest"/><link rel="canonical" href="https://site.test/blog/one"/></head>
    <body>${body}<img alt="" srcset="${srcset}" src="${picture}&amp;w=1200&amp;q=80"/>
    <img alt="" src="https://elsewhere.test/x.png"/><img alt="" src="/api/users/picture"/><img alt="" src="//elsewhere.test/_next/static/x.png"/>
    <script src="/_next/static/${build}.js"></script><script>self.__next_f.push([1,"[\\"/_next/static/${build}-island.js\\"]"])</script></body>`,
  )
const siteOf = (build: string) => ({
  '/blog/one': page(build),
  '/blog/two': page(build, 'Another.'),
  '/blog/kept/posts': html(`<body>Not here.<script src="/_next/static/${build}-other.js"></script></body>`),
  [`/_next/static/${build}.css`]: file(
    `@font-face{src:url(media/font.woff2)}b{background:url("https://elsewhere.test/b.png")}`,
    'text/css',
  ),
  '/_next/static/media/font.woff2': file('font', 'font/woff2'),
  [`/_next/static/${build}.js`]: file('script', 'text/javascript'),
  [`/_next/static/${build}-island.js`]: file('island', 'text/javascript'),
  [`/_next/static/${build}-other.js`]: file('other', 'text/javascript'),
  [`${picture}&w=384&q=80`]: file('small', 'image/webp'),
  [`${picture}&w=828&q=80`]: file('middle', 'image/webp'),
  [`${picture}&w=1200&q=80`]: file('large', 'image/webp'),
  '/icon.svg': file('<svg/>', 'image/svg+xml'),
})

const keep = (slug: string, width = 800) => ({ order: 'keep', slug, title: `Post ${slug}`, width }) as const
const remove = (slug: string) => ({ order: 'remove', slug }) as const
const stable = (keys: readonly string[]) => keys.map((key) => key.replace(/kept=\d+/, 'kept'))
const slugs = async (device: Device) => (await device.list())?.posts.map(({ slug }) => slug)
const text = async (request: ReturnType<Device['request']>) => (await request?.answer)?.text()

let device: Device
beforeEach(() => {
  device = startDevice(siteOf('a'))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** All files of one post, and the fallback page. */
const filesOf = (build: string, ...posts: string[]) =>
  [
    `/_next/static/${build}.css`,
    `/_next/static/${build}-island.js`,
    `/_next/static/${build}-other.js`,
    `/_next/static/${build}.js`,
    '/_next/static/media/font.woff2',
    picture,
    ...posts.map((slug) => `/blog/${slug}?kept`),
    '/blog/kept/list.json',
    '/blog/kept/posts?kept',
    '/icon.svg',
  ].toSorted()

describe('saving', () => {
  it('saves the page and its own files only', async () => {
    expect(await device.tell(keep('one'))).toEqual({ failure: null })
    expect(stable(device.keys())).toEqual(filesOf('a', 'one'))
    expect(device.sentMessages).toEqual([savedPostsChanged])
    const [post] = (await device.list())?.posts ?? []
    expect([post?.slug, post?.title]).toEqual(['one', 'Post one'])
    expect(post?.bytes).toBeGreaterThan(500)
  })

  it('requests only this site, without cookies', async () => {
    await device.tell(keep('one'))
    expect(device.requests.filter(({ path }) => !path.startsWith('/'))).toEqual([])
    expect(device.requests.length).toBeGreaterThan(5)
    expect(device.requests.filter(({ options }) => options?.credentials !== 'omit')).toEqual([])
  })

  it.each([
    [300, 'small'],
    [384, 'small'],
    [800, 'middle'],
    [3000, 'large'],
  ])('saves a picture for a column of %i pixels: %s', async (width, body) => {
    await device.tell(keep('one', width))
    device.online = false
    expect(await text(device.request(`${picture}&w=1920&q=80`, { mode: 'no-cors', destination: 'image' }))).toBe(body)
  })

  it('saves shared files once', async () => {
    await device.tell(keep('one'))
    const before = device.requests.length
    await device.tell(keep('two'))
    expect(stable(device.keys())).toEqual(filesOf('a', 'one', 'two'))
    expect(await slugs(device)).toEqual(['two', 'one'])
    expect(device.requests.slice(before).map(({ path }) => path)).not.toContain('/_next/static/a.js')
  })

  it('saves the posts of two tabs at once', async () => {
    await Promise.all([device.tell(keep('one')), device.tell(keep('two'))])
    expect(await slugs(device)).toEqual(['two', 'one'])
  })

  it('ignores files that are missing on the server', async () => {
    delete (device.site as Record<string, unknown>)[`${picture}&w=828&q=80`]
    expect(await device.tell(keep('one'))).toEqual({ failure: null })
    expect(device.keys()).not.toContain(picture)
  })

  const broken: [string, string, (site: Record<string, unknown>) => void][] = [
    ['the post is not there', 'load', (site) => delete site['/blog/one']],
    [
      'the post leads elsewhere',
      'load',
      (site) => (site['/blog/one'] = async () => Object.defineProperty(page('a'), 'redirected', { value: true })),
    ],
    ['the post is no page', 'load', (site) => (site['/blog/one'] = file('{}', 'application/json'))],
    ['a file fails', 'load', (site) => (site['/_next/static/a.js'] = new Response('', { status: 503 }))],
    ['the line breaks', 'load', (site) => (site['/_next/static/a.js'] = () => Promise.reject(new TypeError('cut')))],
    ['the stand-in is not there', 'load', (site) => delete site['/blog/kept/posts']],
    [
      'it is a draft',
      'draft',
      (site) => (site['/blog/one'] = html('<meta name="robots" content="noindex, nofollow"/>')),
    ],
    [
      'it is one person’s',
      'draft',
      (site) => (site['/blog/one'] = html('A.', { 'cache-control': 'private, no-store' })),
    ],
  ]
  it.each(broken)('leaves nothing behind when %s', async (_what, failure, breakIt) => {
    breakIt(device.site)
    expect(await device.tell(keep('one'))).toEqual({ failure })
    expect([...device.caches.stores.keys()]).toEqual([])
    expect(device.unregister).toHaveBeenCalledOnce()
  })

  it.each([0, 1, 5, 9])('leaves nothing behind with space for %i entries', async (room) => {
    device.caches.room = room
    expect(await device.tell(keep('one'))).toEqual({ failure: 'full' })
    expect([...device.caches.stores.keys()]).toEqual([])
  })

  it('leaves other posts intact after a failure', async () => {
    await device.tell(keep('one'))
    const before = device.keys()
    device.caches.room = before.length
    expect(await device.tell(keep('two'))).toEqual({ failure: 'full' })
    expect(stable(device.keys())).toEqual(filesOf('a', 'one'))
    expect(await slugs(device)).toEqual(['one'])
    expect(device.unregister).not.toHaveBeenCalled()
  })
})

describe('removing', () => {
  it('keeps the files of the other posts', async () => {
    await device.tell(keep('one'))
    await device.tell(keep('two'))
    expect(await device.tell(remove('two'))).toEqual({ failure: null })
    expect(stable(device.keys())).toEqual(filesOf('a', 'one'))
    expect(device.unregister).not.toHaveBeenCalled()
  })

  it('deletes all caches and the worker with the last post', async () => {
    await device.caches.open('unhurried-kept-0')
    await device.caches.open('somebody-else')
    await device.tell(keep('one'))
    await device.tell(remove('one'))
    expect([...device.caches.stores.keys()]).toEqual(['somebody-else'])
    expect(device.unregister).toHaveBeenCalledOnce()
  })
})

describe('offline', () => {
  beforeEach(async () => {
    await device.tell(keep('one'))
    device.online = false
  })

  it.each(['/blog/one', '/blog/one/', '/blog/one?utm=x'])('%s shows the saved post', async (path) => {
    const answer = await device.request(path)?.answer
    expect(answer?.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await answer?.text()).toContain('A text.')
  })

  it.each(['/blog', '/blog/', '/blog/two', '/blog/page/2', '/blog/tag/stuttering', '/blog/by/unhurried'])(
    'shows the fallback page for %s',
    async (path) => expect(await text(device.request(path))).toContain('Not here.'),
  )

  it.each(['/_next/static/a.js', '/_next/static/a.css', '/_next/static/media/font.woff2', '/icon.svg'])(
    'serves %s',
    async (path) =>
      expect((await device.request(path, { mode: 'no-cors', destination: 'script' })?.answer)?.ok).toBe(true),
  )

  it('fails for files that are not saved', async () => {
    await expect(device.request('/_next/static/z.js', { mode: 'no-cors' })?.answer).rejects.toThrow('Failed to fetch')
  })
})

describe('requests left to the browser', () => {
  beforeEach(() => device.tell(keep('one')))

  it.each([
    ['/', {}],
    ['/blogs', {}],
    ['/faq', {}],
    ['/auth', {}],
    ['/profile', {}],
    ['/pricing/start', {}],
    ['/blog/rss.xml', {}],
    ['/blog/search/1.json', { mode: 'cors', destination: '' }],
    ['/blog/footer/one', { destination: 'iframe' }],
    ['/blog/one', { method: 'POST' }],
    ['/blog/one', { mode: 'cors', destination: '' }],
    ['/api/users/me', { mode: 'cors', destination: '' }],
    ['/api/plans', { mode: 'no-cors', destination: 'script' }],
    ['/keep.js', { mode: 'same-origin', destination: 'serviceworker' }],
    ['/manifest.webmanifest', { mode: 'cors', destination: 'manifest' }],
    ['https://elsewhere.test/blog/one', {}],
    ['https://elsewhere.test/_next/static/a.js', { mode: 'no-cors', destination: 'script' }],
  ])('%s %j', (path, init) => expect(device.request(path, init)).toBeNull())
})

describe('a visit online', () => {
  beforeEach(() => device.tell(keep('one')))
  const visit = async (path: string) => {
    const request = device.request(path)
    const answer = await request?.answer
    await request?.after()
    return answer
  }

  it("shows the network's page, and updates the saved one", async () => {
    Object.assign(device.site, siteOf('b'), { '/blog/one': page('b', 'A better text.') })
    expect(await (await visit('/blog/one'))?.text()).toContain('A better text.')
    expect(stable(device.keys())).toEqual(filesOf('b', 'one'))
    expect(device.sentMessages).toEqual([savedPostsChanged, savedPostsChanged])
  })

  it('lists a renamed post under its new title, in its old place', async () => {
    await device.tell(keep('two'))
    const title = `“Wait & see”: it's <b>1 > 0</b>, "is it"?`
    const share = renderToStaticMarkup(createElement(ShareLinks, { title, address: `${origin}/blog/one` }))
    device.site['/blog/one'] = page('a', share)
    await visit('/blog/one')
    expect((await device.list())?.posts.map((post) => post.title)).toEqual(['Post two', title])
  })

  it('changes nothing if the post is unchanged', async () => {
    const before = device.keys()
    await visit('/blog/one')
    expect(device.keys()).toEqual(before)
  })

  it.each([404, 410])('removes a withdrawn post: %i', async (status) => {
    await device.tell(keep('two'))
    device.site['/blog/one'] = new Response('Gone', { status })
    expect((await visit('/blog/one'))?.status).toBe(status)
    expect(await slugs(device)).toEqual(['two'])
  })

  it('leaves nothing after the last post is withdrawn', async () => {
    device.site['/blog/one'] = new Response('Gone', { status: 404 })
    await visit('/blog/one')
    expect([...device.caches.stores.keys()]).toEqual([])
    expect(device.unregister).toHaveBeenCalledOnce()
  })

  it('shows and keeps the saved post when the site fails', async () => {
    device.site['/blog/one'] = new Response('Down', { status: 502 })
    expect(await (await visit('/blog/one'))?.text()).toContain('A text.')
    expect(await slugs(device)).toEqual(['one'])
  })

  it.each([
    ['a preview of a draft', html('<meta name="robots" content="noindex"/>A draft.')],
    ['a personalised page', html('Mine.', { 'cache-control': 'private, no-cache' })],
    ['a page with missing files', html('<script src="/_next/static/gone.js"></script>New.')],
  ])('does not replace it by %s', async (_what, answer) => {
    Object.assign(device.site, {
      '/blog/one': answer,
      '/_next/static/gone.js': new Response('', { status: 500 }),
    })
    await visit('/blog/one')
    device.online = false
    expect(await text(device.request('/blog/one'))).toContain('A text.')
    expect(stable(device.keys())).toEqual(filesOf('a', 'one'))
  })

  it('shows the saved post on a very slow connection', async () => {
    vi.useFakeTimers()
    device.site['/blog/one'] = () => new Promise(() => undefined)
    const shown = text(device.request('/blog/one'))
    await vi.advanceTimersByTimeAsync(4000)
    expect(await shown).toContain('A text.')
  })

  it('waits for pages that are not saved', async () => {
    device.site['/blog/two'] = async () => page('a', 'Late.')
    expect(await text(device.request('/blog/two'))).toContain('Late.')
    device.site['/blog/two'] = new Response('Down', { status: 502 })
    expect((await device.request('/blog/two')?.answer)?.status).toBe(502)
  })
})

it('is a self-contained script', () => {
  const messages: string[] = []
  const run = new Function('self', 'caches', 'fetch', savedPostsWorkerScript)
  run({ location: { origin }, addEventListener: (type: string) => messages.push(type) }, undefined, undefined)
  expect(messages).toEqual(['fetch', 'message'])
  expect(savedPostsWorkerScript).toContain(savedPostsConfig.cacheName)
})
