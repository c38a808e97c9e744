import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readSavedPosts, savedPostsChanged, type OfflineRequest, type OfflineResponse } from '@/lib/browser/offline'
import { CacheStorageFake } from '@/tests/fakes/cache-storage'

const origin = 'https://site.test'

const html = (body: string, headers: Record<string, string> = {}) =>
  new Response(`<!doctype html><html>${body}</html>`, {
    headers: { 'content-type': 'text/html; charset=utf-8', vary: 'rsc', ...headers },
  })
const file = (body: string, type: string) => new Response(body, { headers: { 'content-type': type } })

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

type Answer = Response | (() => Promise<Response>)
const siteOf = (build: string): Record<string, Answer> => ({
  '/blog/one': page(build),
  '/blog/two': page(build, 'Another.'),
  '/tools/score': html(`A tool.<script src="/_next/static/${build}.js"></script>`),
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

type Listener = (event: object) => void
type Init = { method?: string; mode?: string; destination?: string }

/** Starts the worker on a new device. `site` has the server's answers by path and query. */
async function startDevice(site: Record<string, Answer>, caches = new CacheStorageFake()) {
  const listeners: [string, Listener][] = []
  const dispatch = async (type: string, event: object) => {
    const tasks: Promise<unknown>[] = []
    for (const [name, listener] of listeners)
      if (name === type) listener({ ...event, waitUntil: (task: Promise<unknown>) => tasks.push(task) })
    await Promise.allSettled(tasks)
  }
  const unregister = vi.fn(async () => true)
  const sentMessages: unknown[] = []
  const requests: { path: string; credentials?: string }[] = []
  const device = { online: true, caches, site, unregister, sentMessages, requests }

  vi.stubEnv('NODE_ENV', 'production')
  vi.stubGlobal('caches', caches)
  vi.stubGlobal('location', new URL(origin))
  vi.stubGlobal('FetchEvent', class {})
  vi.stubGlobal('fetch', async (request: string | Request, options?: RequestInit) => {
    const url = new URL(typeof request === 'string' ? request : request.url, origin)
    const path = url.pathname + url.search
    requests.push({ path: url.origin === origin ? path : url.href, credentials: options?.credentials })
    if (!device.online) throw new TypeError('Failed to fetch')
    const answer = site[path]
    return typeof answer === 'function' ? answer() : (answer?.clone() ?? new Response('Not here', { status: 404 }))
  })
  vi.stubGlobal('self', {
    caches,
    registration: { unregister },
    clients: { claim() {}, matchAll: async () => [{ postMessage: (message: unknown) => sentMessages.push(message) }] },
    skipWaiting() {},
    addEventListener: (...listener: [string, Listener]) => listeners.push(listener),
  })
  vi.resetModules()
  await import('@/lib/browser/offline-worker')
  await dispatch('activate', {})
  sentMessages.length = 0

  async function send(data: OfflineRequest): Promise<OfflineResponse | undefined> {
    let reply: OfflineResponse | undefined
    const port = { postMessage: (message: OfflineResponse) => (reply = message) }
    await dispatch('message', { data, ports: [port] })
    return reply
  }
  /** Sends a page's request; null if the worker ignores it. */
  function request(path: string, { method = 'GET', mode = 'navigate', destination = 'document' }: Init = {}) {
    const answers: Promise<Response>[] = []
    const request = { url: new URL(path, origin).href, method, mode, destination, clone: () => request }
    const done = dispatch('fetch', { request, respondWith: (answer: Promise<Response>) => answers.push(answer) })
    const [answer] = answers
    answer?.catch(() => undefined)
    return answer ? { answer, done } : null
  }
  async function visit(path: string) {
    const visited = request(path)
    const answer = await visited?.answer
    await visited?.done
    return answer
  }
  const keys = () =>
    [...caches.stores.values()]
      .flatMap((store) => [...store.keys()])
      .map((key) => key.slice(origin.length))
      .toSorted()
  return Object.assign(device, { send, request, visit, keys })
}

type Device = Awaited<ReturnType<typeof startDevice>>

const keep = (slug: string, width = 800) => ({ order: 'keep', slug, title: `Post ${slug}`, width }) as const
const remove = (slug: string) => ({ order: 'remove', slug }) as const
const slugs = async () => (await readSavedPosts()).map(({ slug }) => slug)
const text = async (request: ReturnType<Device['request']>) => (await request?.answer)?.text()

let device: Device
beforeEach(async () => {
  device = await startDevice(siteOf('a'))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.useRealTimers()
})

/** What is stored with these posts, a cache for each and for the offline page. */
const storedWith = (build: string, ...posts: string[]) =>
  [
    `/_next/static/${build}-other.js`,
    '/blog/kept/posts',
    ...posts.flatMap((slug) => [
      `/_next/static/${build}.css`,
      `/_next/static/${build}-island.js`,
      `/_next/static/${build}.js`,
      '/_next/static/media/font.woff2',
      picture,
      `/blog/${slug}`,
      '/icon.svg',
    ]),
  ].toSorted()

describe('saving', () => {
  it('stores the page and its own files only, without cookies', async () => {
    expect(await device.send(keep('one'))).toEqual({ failure: null })
    expect(device.keys()).toEqual(storedWith('a', 'one'))
    expect(device.sentMessages).toEqual([savedPostsChanged])
    const [post] = await readSavedPosts()
    expect([post?.slug, post?.title]).toEqual(['one', 'Post one'])
    expect(post?.bytes).toBeGreaterThan(500)
    expect(device.requests.filter(({ path, credentials }) => !path.startsWith('/') || credentials !== 'omit')).toEqual(
      [],
    )
  })

  it.each([
    [800, 'middle'],
    [3000, 'large'],
  ])('stores a picture for a column of %i pixels: %s', async (width, body) => {
    await device.send(keep('one', width))
    device.online = false
    expect(await text(device.request(`${picture}&w=1920&q=80`, { mode: 'no-cors', destination: 'image' }))).toBe(body)
  })

  it('loads shared files once, and serves two tabs at once', async () => {
    await Promise.all([device.send(keep('one')), device.send(keep('two'))])
    expect(await slugs()).toEqual(['two', 'one'])
    expect(device.keys()).toEqual(storedWith('a', 'one', 'two'))
    expect(device.requests.filter(({ path }) => path === '/_next/static/a.js')).toHaveLength(1)
  })

  it('ignores files that are missing on the server', async () => {
    delete device.site[`${picture}&w=828&q=80`]
    expect(await device.send(keep('one'))).toEqual({ failure: null })
    expect(device.keys()).not.toContain(picture)
  })

  const broken: [string, string, (site: Record<string, Answer>) => void][] = [
    ['the post is not there', 'load', (site) => delete site['/blog/one']],
    [
      'the post leads elsewhere',
      'load',
      (site) => (site['/blog/one'] = async () => Object.defineProperty(page('a'), 'redirected', { value: true })),
    ],
    ['the post is no page', 'load', (site) => (site['/blog/one'] = file('{}', 'application/json'))],
    ['a file fails', 'load', (site) => (site['/_next/static/a.js'] = new Response('', { status: 503 }))],
    ['the offline page is not there', 'load', (site) => delete site['/blog/kept/posts']],
    ['it is personal', 'load', (site) => (site['/blog/one'] = html('A.', { 'cache-control': 'private, no-store' }))],
  ]
  it.each(broken)('leaves nothing behind when %s', async (_what, failure, breakIt) => {
    breakIt(device.site)
    expect(await device.send(keep('one'))).toEqual({ failure })
    expect(await device.caches.keys()).toEqual([])
    expect(device.unregister).toHaveBeenCalledOnce()
  })

  it.each([0, 5])('leaves nothing behind with space for %i entries', async (room) => {
    device.caches.room = room
    expect(await device.send(keep('one'))).toEqual({ failure: 'full' })
    expect(await device.caches.keys()).toEqual([])
  })

  it('leaves other posts intact after a failure', async () => {
    await device.send(keep('one'))
    device.caches.room = device.keys().length
    expect(await device.send(keep('two'))).toEqual({ failure: 'full' })
    expect(device.keys()).toEqual(storedWith('a', 'one'))
    expect(device.unregister).not.toHaveBeenCalled()
  })
})

describe('removing', () => {
  it('keeps the other posts', async () => {
    await device.send(keep('one'))
    await device.send(keep('two'))
    expect(await device.send(remove('two'))).toEqual({ failure: null })
    expect(device.keys()).toEqual(storedWith('a', 'one'))
    expect(device.unregister).not.toHaveBeenCalled()
  })

  it('removes everything of ours, and the worker, with the last post', async () => {
    await device.caches.open('of-another-program')
    await device.send(keep('one'))
    await device.send(remove('one'))
    expect(await device.caches.keys()).toEqual(['of-another-program'])
    expect(device.unregister).toHaveBeenCalledOnce()
  })

  it('keeps the worker for a tool', async () => {
    await device.send({ order: 'tool', path: '/tools/score' })
    await device.send(keep('one'))
    await device.send(remove('one'))
    expect(device.keys()).toEqual([...storedWith('a'), '/_next/static/a.js', '/tools/score'].toSorted())
    expect(device.unregister).not.toHaveBeenCalled()
  })
})

describe('offline', () => {
  beforeEach(async () => {
    await device.send(keep('one'))
    device.online = false
  })

  it.each(['/blog/one/', '/blog/one?utm=x'])('%s shows the saved post', async (path) => {
    const answer = await device.request(path)?.answer
    expect(answer?.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await answer?.text()).toContain('A text.')
  })

  it('shows the offline page for other pages, and serves the files of stored ones', async () => {
    for (const path of ['/blog/tag/stuttering', '/faq', '/', '/tools/score'])
      expect(await text(device.request(path)), path).toContain('Not here.')
    for (const path of ['/_next/static/a.js', '/_next/static/media/font.woff2', '/icon.svg'])
      expect((await device.request(path, { mode: 'no-cors', destination: 'script' })?.answer)?.ok, path).toBe(true)
  })
})

it('stores a translation beside its original, with the offline page of its language', async () => {
  Object.assign(device.site, { '/es/blog/one': html('Un texto.'), '/es/blog/kept/posts': html('No está.') })
  await device.send({ ...keep('one'), locale: 'es' })
  await device.send(keep('one'))
  expect((await readSavedPosts()).map(({ slug, locale }) => [slug, locale])).toEqual([
    ['one', undefined],
    ['one', 'es'],
  ])
  device.online = false
  for (const [path, words] of [
    ['/es/blog/one', 'Un texto.'],
    ['/blog/one', 'A text.'],
    ['/es/faq', 'No está.'],
    ['/fr/faq', 'Not here.'],
  ] as const)
    expect(await text(device.request(path)), path).toContain(words)
  expect(device.request('/es/pricing/start')).toBeNull()
  for (const locale of ['es', undefined] as const) await device.send({ ...remove('one'), locale })
  expect(await device.caches.keys()).toEqual([])
})

describe('requests left to the browser', () => {
  beforeEach(() => device.send(keep('one')))

  it.each([
    ['/pricing/start', {}],
    ['/__/auth/handler', {}],
    ['/blog/rss.xml', {}],
    ['/blog/footer/one', { destination: 'iframe' }],
    ['/blog/one', { method: 'POST' }],
    ['/blog/one', { mode: 'cors', destination: '' }],
    ['/api/users/me', { mode: 'cors', destination: '' }],
    ['https://elsewhere.test/_next/static/a.js', { mode: 'no-cors', destination: 'script' }],
  ])('%s %j', (path, init) => expect(device.request(path, init)).toBeNull())
})

describe('a visit online', () => {
  beforeEach(() => device.send(keep('one')))

  it("shows the network's page, and updates the saved one", async () => {
    Object.assign(device.site, siteOf('b'), { '/blog/one': page('b', 'A better text.') })
    expect(await (await device.visit('/blog/one'))?.text()).toContain('A better text.')
    expect(device.keys()).toEqual(storedWith('b', 'one'))
    expect(device.sentMessages).toEqual([savedPostsChanged, savedPostsChanged])
  })

  it('removes a withdrawn post', async () => {
    await device.send(keep('two'))
    device.site['/blog/one'] = new Response('Gone', { status: 404 })
    expect((await device.visit('/blog/one'))?.status).toBe(404)
    expect(await slugs()).toEqual(['two'])
  })

  it('shows and keeps the saved post when the site fails', async () => {
    device.site['/blog/one'] = new Response('Down', { status: 502 })
    expect(await (await device.visit('/blog/one'))?.text()).toContain('A text.')
    expect(await slugs()).toEqual(['one'])
  })

  it.each([
    ['a preview of a draft', html('Mine.', { 'cache-control': 'private, no-cache' })],
    ['a page with missing files', html('<script src="/_next/static/gone.js"></script>New.')],
  ])('does not replace it by %s', async (_what, answer) => {
    Object.assign(device.site, {
      '/blog/one': answer,
      '/_next/static/gone.js': new Response('', { status: 500 }),
    })
    await device.visit('/blog/one')
    device.online = false
    expect(await text(device.request('/blog/one'))).toContain('A text.')
    expect(device.keys()).toEqual(storedWith('a', 'one'))
  })

  it('shows the saved post on a very slow connection', async () => {
    vi.useFakeTimers()
    device.site['/blog/one'] = () => new Promise(() => undefined)
    const shown = text(device.request('/blog/one'))
    await vi.advanceTimersByTimeAsync(4000)
    expect(await shown).toContain('A text.')
  })

  it('passes on errors for pages that are not saved', async () => {
    device.site['/blog/two'] = new Response('Down', { status: 502 })
    expect((await device.request('/blog/two')?.answer)?.status).toBe(502)
  })
})

describe('a tool', () => {
  const use = () => device.send({ order: 'tool', path: '/tools/score' })

  it('opens offline after it was used', async () => {
    await use()
    device.online = false
    expect(await text(device.request('/tools/score/?x=1'))).toContain('A tool.')
    expect(await text(device.request('/_next/static/a.js', { mode: 'no-cors', destination: 'script' }))).toBe('script')
  })

  it('is stored again when it changed, unless a file is missing', async () => {
    await use()
    Object.assign(device.site, siteOf('b'))
    await use()
    expect(device.keys()).toEqual([...storedWith('b'), '/_next/static/b.js', '/tools/score'].toSorted())
    device.site['/tools/score'] = html('<script src="/_next/static/gone.js"></script>Broken.')
    device.site['/_next/static/gone.js'] = new Response('', { status: 500 })
    await use()
    device.online = false
    expect(await text(device.request('/tools/score'))).toContain('A tool.')
  })
})
