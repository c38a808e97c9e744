import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import {
  createServer,
  request as ask,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { readEnv } from '@/lib/env'
import { instead } from '@/lib/site'
import { log } from '@/server/log'
import { hashSource } from '@/server/csp'
import { shared } from '@/lib/process-state'
import { responseCache } from '@/server/cache/response-cache'
import { requestHandler } from '@/server/request-handler'

vi.mock('@/server/log', () => {
  const lines = { warn: vi.fn<() => void>(), error: vi.fn<() => void>() }
  return { log: () => lines }
})

const closed = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const data = 'self.__next_f.push([1,"calm"])'
const page = (text: string) =>
  `<!DOCTYPE html><html><head><title>t</title></head><body><p>${text}</p><script>${data}</script></body></html>`
const shell = '<!DOCTYPE html><html id="__next_error__"><head></head><body></body></html>'
const html = { 'Content-Type': 'text/html; charset=utf-8' }

const ended: (() => void)[] = []
afterEach(() => {
  for (const end of ended.splice(0)) end()
})

type Answer = { status: number; headers: IncomingMessage['headers']; body: Buffer }

/** @param next takes the place of Next */
async function site(next: RequestListener, source: Record<string, string> = {}, dir = '/nonexistent') {
  const env = readEnv({ SITE_ORIGIN: 'https://unhurried.example', ...source })
  const allowedScripts = new Set([hashSource('(globalThis["TURBOPACK"] || (globalThis["TURBOPACK"] = [])).push({})')])
  const handle = requestHandler({
    next: async (...both) => void (await next(...both)),
    env,
    api: [],
    dir,
    allowedScripts,
  })
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ended.push(
    () => server.closeAllConnections(),
    () => server.close(),
  )
  const { port } = server.address() as AddressInfo
  return (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<Answer>((resolve, reject) => {
      ask({ host: '127.0.0.1', port, path, headers, method }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
        )
      })
        .on('error', reject)
        .end()
    })
}

const whole: RequestListener = (_, response) => response.writeHead(200, html).end(page('a'))
const streamed: RequestListener = (_, response) => {
  response.writeHead(200, 'OK', Object.entries(html).flat())
  response.flushHeaders()
  const text = page('a')
  response.write(text.slice(0, 40))
  setTimeout(() => {
    response.write(Buffer.from(text.slice(40)), () => response.end())
  }, 5)
}
const byProperty: RequestListener = (_, response) => {
  response.statusCode = 200
  response.setHeader('content-type', 'text/html')
  response.end(page('a'), 'utf8')
}

test.each([
  ['at once', whole],
  ['in parts', streamed],
  ['by its properties', byProperty],
])('names the scripts of a page that is written %s', async (_, next) => {
  const { status, headers, body } = await (await site(next))('/')
  expect(status).toBe(200)
  expect(body.toString()).toBe(page('a'))
  expect(headers['content-length']).toBe(String(body.byteLength))
  expect(headers['content-security-policy']).toContain(hashSource(data))
  expect(headers['content-security-policy']).not.toContain(closed)
})

test('every answer has the security headers, and HSTS over HTTPS', async () => {
  const json: RequestListener = (_, response) =>
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
  for (const [path, next] of [
    ['/', whole],
    ['/api/health', json],
  ] as const) {
    const { headers } = await (await site(next))(path)
    expect(headers).toMatchObject({
      'strict-transport-security': 'max-age=63072000',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(headers['permissions-policy']).toContain('camera=()')
  }
  const local = await (await site(whole, { DEPLOYMENT: 'local', SITE_ORIGIN: 'http://localhost:3000' }))('/')
  expect(local.headers['strict-transport-security']).toBeUndefined()
})

test('sends no referrer from an address with a secret', async () => {
  // Next sets no header twice.
  const ask = await site((_, response) => {
    if (!response.hasHeader('Referrer-Policy')) response.setHeader('Referrer-Policy', 'no-referrer')
    response.writeHead(307, { Location: '/blog/a-draft' }).end()
  })
  for (const path of ['/api/preview?slug=a&secret=b', '/api/preview/?slug=a&secret=b'])
    expect((await ask(path)).headers['referrer-policy']).toBe('no-referrer')
})

test.each([
  ['application/json', closed],
  ['image/svg+xml', undefined],
  ['text/javascript', undefined],
])('the policy of %s is %s', async (type, policy) => {
  const ask = await site((_, response) => response.writeHead(200, { 'Content-Type': type }).end('x'))
  expect((await ask('/x')).headers['content-security-policy']).toBe(policy)
})

test('keeps a policy that the page has set', async () => {
  const own = "sandbox; default-src 'none'"
  // Next sets no header twice.
  const ask = await site((_, response) => {
    response.setHeader('Content-Type', 'text/html')
    if (!response.hasHeader('Content-Security-Policy')) response.setHeader('Content-Security-Policy', own)
    response.end('<p>')
  })
  expect((await ask('/blog/footer/x')).headers['content-security-policy']).toBe(own)
})

test.each(['/__/auth/handler', '/emulator/auth/handler', '/v0/b/x'])(
  'what is passed on from the identity service keeps its own rules: %s',
  async (path) => {
    const { headers } = await (await site(whole))(path)
    expect(headers['content-security-policy']).toBeUndefined()
    expect(headers['cross-origin-opener-policy']).toBeUndefined()
    expect(headers['x-content-type-options']).toBe('nosniff')
  },
)

test.each(['/__/../auth', '/v0/%2e%2e/auth', '/emulator/x/.', '/__/%2E./', '/v0', '/__'])(
  'an address that only starts like one of these is a normal page: %s',
  async (path) => {
    const { headers } = await (await site(whole))(path)
    expect(headers['content-security-policy']).toContain(hashSource(data))
  },
)

test('HEAD has the headers of GET and no body', async () => {
  const methods: (string | undefined)[] = []
  const ask = await site((request, response) => {
    methods.push(request.method)
    whole(request, response)
  })
  const got = await ask('/')
  const headed = await ask('/', {}, 'HEAD')
  const undated = { date: undefined }
  expect({ ...headed.headers, ...undated }).toEqual({ ...got.headers, ...undated })
  expect(headed.body.byteLength).toBe(0)
  expect(methods).toEqual(['GET', 'GET'])
  await ask('/api/users', {}, 'HEAD')
  expect(methods.at(-1)).toBe('HEAD')
})

test('HEAD of a file-like address has no length', async () => {
  const ask = await site((_, response) => response.writeHead(404, html).end(page('not here')))
  const headed = await ask('/nothing.html', {}, 'HEAD')
  expect([headed.status, headed.headers['content-security-policy'], headed.body.byteLength]).toEqual([404, closed, 0])
  expect(headed.headers['content-length']).toBeUndefined()
  expect(headed.headers['content-encoding']).toBeUndefined()
})

test.each(['TRACE', 'PROPFIND', 'PURGE'])('refuses the method %s', async (method) => {
  const asked: (string | undefined)[] = []
  const ask = await site((request, response) => {
    asked.push(request.url)
    response.end()
  })
  for (const path of ['/', '/v0/x', '/robots.txt']) {
    const { status, headers } = await ask(path, {}, method)
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD'])
  }
  expect(asked).toEqual([])
})

test.each([
  ['TRACE', '/api/health', 'PUT /api/health'],
  ['PROPFIND', '/api/users/get-user?uid=a', 'PUT /api/users/get-user?uid=a'],
  ['GET', '/api/%FF', 'GET /api/-'],
  ['POST', '/api/users/%E0%A4%A?uid=a', 'POST /api/-'],
  ['GET', '/api/%C3%A9', 'GET /api/%C3%A9'],
])('the API itself answers %s %s', async (method, path, asked) => {
  const ask = await site((request, response) => response.end(`${request.method} ${request.url}`))
  expect((await ask(path, {}, method)).body.toString()).toBe(asked)
})

test('pages refuse writes; the API and proxied pages decide themselves', async () => {
  const ask = await site((request, response) => response.end(request.method))
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    for (const path of ['/', '/blog/a-post', '/og/home.png', '/sitemap.xml', '/_next/image', '/apis', '/v0/']) {
      const { status, headers } = await ask(path, {}, method)
      expect([path, status, headers.allow]).toEqual([path, 405, 'GET, HEAD'])
    }
    for (const path of ['/api/plans', '/api', '/v0/b/pictures', '/__/auth/handler'])
      expect((await ask(path, {}, method)).body.toString()).toBe(method)
  }
})

test.each([
  ['http://unhurried.example/blog?page=2', '/blog?page=2'],
  ['HTTPS://elsewhere.example:8080/', '/'],
  ['http://unhurried.example', '/'],
  ['http://unhurried.example?c=true', '/?c=true'],
  ['/http://unhurried.example/', '/http://unhurried.example/'],
])('reads the target %s as %s', async (url, expected) => {
  const ask = await site((request, response) => response.end(request.url))
  expect((await ask(url)).body.toString()).toBe(expected)
})

test('a bare proxy prefix is a page with our policy', async () => {
  const ask = await site((_, response) => response.writeHead(404, html).end(page('nothing')))
  for (const path of ['/emulator/', '/v0/', '/__//']) {
    const { headers } = await ask(path)
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['referrer-policy']).toBeDefined()
  }
})

test('answers 304 with the same policy', async () => {
  const seen: unknown[] = []
  const ask = await site((request, response) => {
    seen.push(request.headers['if-none-match'])
    response.writeHead(200, { ...html, ETag: '"theirs"' }).end(page('a'))
  })
  const { headers } = await ask('/')
  const again = await ask('/', { 'if-none-match': String(headers.etag) })
  expect(again.status).toBe(304)
  expect(again.body.byteLength).toBe(0)
  expect(again.headers['content-security-policy']).toBe(headers['content-security-policy'])
  expect(again.headers.etag).toBe(headers.etag)
  expect((await ask('/', { 'if-none-match': '"theirs"' })).status).toBe(200)
  const reloaded = await ask('/', { 'if-none-match': String(headers.etag), 'cache-control': 'no-cache' })
  expect([reloaded.status, reloaded.body.byteLength]).toEqual([304, 0])
  expect((await ask('/', { 'if-none-match': '"theirs"', 'cache-control': 'no-cache' })).status).toBe(200)
  expect(seen).toEqual([undefined, undefined, undefined, undefined, undefined])
})

test('logs a host without a mode once, and names the settings', async () => {
  const warn = vi.mocked(log().warn)
  warn.mockClear()
  const ask = await site(whole)
  for (const host of ['wrong.example', 'WRONG.example', 'wrong.example:80', 'localhost:3000', '10.0.0.1', '[::1]:3000'])
    await ask('/auth', { host })
  await ask('/icons/apple.svg', { host: 'other.example' })
  expect(warn.mock.calls.map(([fields]) => fields)).toEqual([{ host: 'wrong.example' }, { host: '10.0.0.1' }])
  expect(String(warn.mock.calls[0]?.[1])).toMatch(/SITE_HOST.*STAGING_HOST/)
})

test('names no more than 50 hosts in the log', async () => {
  const warn = vi.mocked(log().warn)
  warn.mockClear()
  const ask = await site(whole)
  for (let n = 0; n < 60; n++) await ask('/', { host: `host-${n}.example` })
  expect(warn).toHaveBeenCalledTimes(50)
})

test('answers 304 for JSON with an entity tag', async () => {
  const json = { 'Content-Type': 'application/json', ETag: 'W/"a"' }
  const ask = await site((_, response) => response.writeHead(200, json).end('{}'))
  for (const [asked, status] of [
    [{ 'if-none-match': 'W/"a"' }, 304],
    [{ 'if-none-match': '"b", "a"', 'cache-control': 'no-cache' }, 304],
    [{ 'if-none-match': '"b"' }, 200],
    [{}, 200],
  ] as const) {
    const { status: given, body } = await ask('/blog/search/1.json', asked)
    expect([asked, given, body.toString()]).toEqual([asked, status, status === 200 ? '{}' : ''])
  }
})

test('If-None-Match wins over Cache-Control: no-cache in Next’s answers', async () => {
  const seen: unknown[] = []
  const ask = await site((request, response) => {
    seen.push(request.headers['cache-control'])
    response.end()
  })
  await ask('/sitemap.xml', { 'if-none-match': '"a"', 'cache-control': 'no-cache' })
  await ask('/sitemap.xml', { 'if-modified-since': new Date().toUTCString(), 'cache-control': 'no-cache' })
  expect(seen).toEqual([undefined, 'no-cache'])
})

test('other settings change the entity tag', async () => {
  const { headers: plain } = await (await site(whole))('/')
  const { headers: chat } = await (await site(whole, { CHAT_SCRIPT_URL: 'https://chat.example/a.js' }))('/')
  expect(chat.etag).not.toBe(plain.etag)
})

test('sends no entity tag with no-store', async () => {
  const ask = await site((_, response) =>
    response.writeHead(200, { ...html, 'Cache-Control': 'no-store' }).end(page('a')),
  )
  expect((await ask('/')).headers.etag).toBeUndefined()
})

test.each([
  ['br', 'br', brotliDecompressSync],
  ['gzip, br', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['br;q=0, gzip', 'gzip', gunzipSync],
  ['br;q=0, gzip;q=0', undefined, Buffer.from],
  ['zstd', undefined, Buffer.from],
  ['identity', undefined, Buffer.from],
])('encodes for accept-encoding %s as %s', async (accepts, encoding, decode) => {
  const { headers, body } = await (await site(whole))('/', { 'accept-encoding': accepts })
  expect(headers['content-encoding']).toBe(encoding)
  expect(decode(body).toString()).toBe(page('a'))
  expect(headers.vary).toMatch(/accept-encoding/i)
  expect(headers['content-length']).toBe(String(body.byteLength))
})

test('replaces an empty shell by a readable page', async () => {
  const ask = await site((request, response) => {
    if (request.url === instead.ofMissing) return void response.writeHead(404, html).end(page('nothing here'))
    if (request.url === instead.ofFailed) return void response.writeHead(200, html).end(page('our mistake'))
    response.writeHead(request.url === '/gone' ? 404 : 500, html).end(shell)
  })
  const gone = await ask('/gone')
  expect([gone.status, gone.body.toString()]).toEqual([404, page('nothing here')])
  const broken = await ask('/broken')
  expect([broken.status, broken.body.toString()]).toEqual([500, page('our mistake')])
  expect(broken.headers['content-security-policy']).toContain(hashSource(data))
})

test('sends a plain page if that page fails, too', async () => {
  const ask = await site((_, response) => response.writeHead(500, html).end(shell))
  const { status, body } = await ask('/broken')
  expect(status).toBe(500)
  expect(body.toString()).toContain('Something went wrong on our side.')
})

test('sends an uncacheable error page if Next throws', async () => {
  const ask = await site(() => {
    throw new Error('no')
  })
  const { status, headers, body } = await ask('/')
  expect(status).toBe(500)
  expect(headers['cache-control']).toBe('no-store')
  expect(log().error).toHaveBeenCalledOnce()
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'/)
  expect(body.toString()).toContain('Something went wrong on our side.')
})

test('sends an endless page with the closed policy', async () => {
  const part = 'x'.repeat(1024 * 1024)
  const ask = await site((_, response) => {
    response.writeHead(200, html)
    for (let n = 0; n < 20; n++) response.write(part)
    response.end()
  })
  const { headers, body } = await ask('/')
  expect(body.byteLength).toBe(20 * part.length)
  expect(headers['content-security-policy']).toBe(closed)
})

test('does not name an injected script in the policy', async () => {
  const ask = await site((_, response) => response.writeHead(200, html).end(page('<script>alert(1)</script>')))
  const { headers } = await ask('/blog/x')
  expect(headers['content-security-policy']).toContain(hashSource(data))
  expect(headers['content-security-policy']).not.toContain(hashSource('alert(1)'))
  expect(log().warn).toHaveBeenCalledWith({ text: 'alert(1)' }, expect.any(String))
})

/** Headers of a page from Next's cache. */
const hit = { ...html, 'x-nextjs-cache': 'HIT', 'Cache-Control': 's-maxage=300' }

async function counting(headers: Record<string, string> = hit, status = 200) {
  let asked = 0
  const ask = await site((_, response) => {
    asked += 1
    response.writeHead(status, headers).end(page(`answer ${asked}`))
  })
  return { ask, asked: () => asked }
}

test('repeats a cached answer for a second', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  // lru-cache treats the time 0 as no time.
  vi.advanceTimersByTime(1)
  try {
    const { ask, asked } = await counting()
    const first = await ask('/faq')
    for (const [headers, method] of [
      [{}, 'GET'],
      [{}, 'HEAD'],
      [{ cookie: 'a=b' }, 'GET'],
    ] as const) {
      const again = await ask('/faq', headers, method)
      expect({ ...again.headers, date: '' }).toEqual({ ...first.headers, date: '' })
      expect(again.body.toString()).toBe(method === 'GET' ? page('answer 1') : '')
    }
    const known = await ask('/faq', { 'if-none-match': String(first.headers.etag) })
    expect([known.status, known.body.byteLength, known.headers['content-length']]).toEqual([304, 0, undefined])
    expect(known.headers['content-security-policy']).toBe(first.headers['content-security-policy'])
    expect(asked()).toBe(1)
    vi.advanceTimersByTime(1001)
    expect((await ask('/faq')).body.toString()).toBe(page('answer 2'))
  } finally {
    vi.useRealTimers()
  }
})

test.each<[string, string, Record<string, string>]>([
  ['a query', '/faq?a=1', {}],
  ['a draft', '/blog/x', { cookie: 'a=b; __prerender_bypass=1' }],
  ['somebody who is signed in', '/faq', { authorization: 'Bearer x' }],
  ['the framework itself', '/faq', { rsc: '1' }],
  ['a part', '/faq', { range: 'bytes=0-1' }],
])('neither stores nor repeats an answer for %s', async (_, path, headers) => {
  const { ask, asked } = await counting()
  await ask(path, headers)
  await ask(path, headers)
  expect(asked()).toBe(2)
  await ask('/faq')
  await ask('/blog/x')
  const before = asked()
  await ask(path, headers)
  expect(asked()).toBe(before + 1)
})

test.each<[string, Record<string, string>, number]>([
  ['just made', { ...hit, 'x-nextjs-cache': 'MISS' }, 200],
  ['old', { ...hit, 'x-nextjs-cache': 'STALE' }, 200],
  ['not to be kept', { ...hit, 'Cache-Control': 'private, no-store' }, 200],
  ['not there', hit, 404],
  ['made for each', html, 200],
])('asks Next again for a page that is %s', async (_, headers, status) => {
  const { ask, asked } = await counting(headers, status)
  await ask('/faq')
  await ask('/faq')
  expect(asked()).toBe(2)
})

test('a publication ends the response cache, also for slow pages', async () => {
  const { ask } = await counting()
  await ask('/faq')
  shared.contentRevision += 1
  expect((await ask('/faq')).body.toString()).toBe(page('answer 2'))
  let begun = 0
  const slow = await site((_, response) => {
    begun += 1
    response.writeHead(200, hit)
    response.write(page('old').slice(0, 10))
    setTimeout(() => response.end(page('old').slice(10)), 50)
  })
  const old = slow('/faq')
  await vi.waitFor(() => expect(begun).toBe(1))
  shared.contentRevision += 1
  await old
  await slow('/faq')
  expect(begun).toBe(2)
  await slow('/faq')
  expect(begun, 'this one was made after it').toBe(2)
})

test('the response cache has a bound', () => {
  const responses = responseCache()
  const answer = { etag: '', headers: [], headersOf304: [], body: Buffer.alloc(0) }
  for (let n = 0; n < 5000; n++) responses.set(`/${n}`, 'br', shared.contentRevision, answer)
  const left = Array.from({ length: 5000 }, (_, n) => responses.get(`/${n}`, 'br')).filter(Boolean)
  expect(left.length).toBeLessThanOrEqual(2000)
  expect(left.length).toBeGreaterThan(0)
})

test('the response cache drops entries by itself', () => {
  vi.useFakeTimers()
  try {
    let now = 1
    const responses = responseCache(() => now)
    const answer = { etag: '', headers: [], headersOf304: [], body: Buffer.alloc(0) }
    for (const path of ['/a', '/b']) responses.set(path, 'br', shared.contentRevision, answer)
    expect(responses.size()).toBe(2)
    now += 1100
    vi.advanceTimersByTime(1100)
    expect(responses.size()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

describe('the alternate host', () => {
  const next: RequestListener = (_, response) => void response.writeHead(200, html).end(page('here'))

  test.each([
    ['https://unhurried.example', 'www.unhurried.example'],
    ['https://www.unhurried.example', 'unhurried.example'],
  ])('a page of %s at %s is redirected', async (origin, host) => {
    const get = await site(next, { SITE_ORIGIN: origin })
    const { status, headers } = await get('/pricing/start?c=true', { host })
    expect([status, headers.location]).toEqual([308, `${origin}/pricing/start?c=true`])
    expect((await get('/robots.txt', { host })).status).toBe(200)
    expect((await get('/blog', { host: 'elsewhere.example' })).headers.location).toBeUndefined()
    expect((await get('/blog', { host: new URL(origin).host })).status).toBe(200)
  })

  test.each(['http://localhost:3000', 'http://127.0.0.1:3000'])('%s has none', async (origin) => {
    const get = await site(next, { SITE_ORIGIN: origin })
    expect((await get('/', { host: `www.${new URL(origin).host}` })).status).toBe(200)
  })
})

describe('with a build', () => {
  const dir = mkdtempSync(join(tmpdir(), 'unhurried-build-'))
  const chunks = join(dir, '.next/static/chunks')
  const script = 'self.calm = 1;'.repeat(100)
  const leaf = `<svg>${'<path/>'.repeat(400)}</svg>`
  beforeAll(() => {
    mkdirSync(chunks, { recursive: true })
    writeFileSync(join(chunks, 'a.js'), script)
    writeFileSync(join(chunks, 'a.js.br'), brotliCompressSync(script))
    writeFileSync(join(chunks, 'a.js.gz'), gzipSync(script))
    writeFileSync(join(chunks, 'b.woff2'), 'font')
    mkdirSync(join(dir, 'public/icons'), { recursive: true })
    writeFileSync(join(dir, 'public/icons/apple.svg'), '<svg/>')
    writeFileSync(join(dir, 'public/leaf.svg'), leaf)
    mkdirSync(join(dir, 'public/.well-known'))
    writeFileSync(join(dir, 'public/.well-known/assetlinks.json'), '[]')
    writeFileSync(join(dir, 'public/.well-known/apple-app-site-association'), '{}')
  })
  afterAll(() => rmSync(dir, { recursive: true }))
  const none: RequestListener = (_, response) => response.writeHead(404).end('none')

  test.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0', undefined, Buffer.from],
    ['', undefined, Buffer.from],
  ])('sends the compressed file for accept-encoding "%s"', async (accepts, encoding, decode) => {
    const ask = await site(none, {}, dir)
    const got = await ask('/_next/static/chunks/a.js', { 'accept-encoding': accepts })
    expect(got.status).toBe(200)
    expect(got.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      'x-content-type-options': 'nosniff',
      vary: 'Accept-Encoding',
    })
    expect(got.headers['content-encoding']).toBe(encoding)
    expect(decode(got.body).toString()).toBe(script)
    const known = await ask('/_next/static/chunks/a.js', {
      'accept-encoding': accepts,
      'if-none-match': String(got.headers.etag),
    })
    expect(known.status).toBe(304)
    const reloaded = await ask('/_next/static/chunks/a.js', {
      'accept-encoding': accepts,
      'if-none-match': String(got.headers.etag),
      'cache-control': 'no-cache',
    })
    expect(reloaded.status).toBe(304)
  })

  test('answers ranges and HEAD of a built file', async () => {
    const ask = await site(none, {}, dir)
    const part = await ask('/_next/static/chunks/a.js', { range: 'bytes=0-3' })
    expect([part.status, part.body.toString()]).toEqual([206, 'self'])
    const headed = await ask('/_next/static/chunks/a.js', {}, 'HEAD')
    expect([headed.status, headed.headers['content-length'], headed.body.byteLength]).toEqual([
      200,
      String(script.length),
      0,
    ])
    const font = await ask('/_next/static/chunks/b.woff2')
    expect(font.headers).toMatchObject({ 'content-type': 'font/woff2' })
    expect(font.headers.vary).toBeUndefined()
  })

  test('answers conditions and ranges of a public file', async () => {
    const ask = await site((_, response) => response.writeHead(500).end(), {}, dir)
    const whole = await ask('/leaf.svg', { 'accept-encoding': 'gzip' })
    expect([whole.status, gunzipSync(whole.body).toString()]).toEqual([200, leaf])
    expect(whole.headers).toMatchObject({
      'cache-control': 'public, max-age=0',
      'content-type': 'image/svg+xml',
      'cross-origin-resource-policy': 'cross-origin',
    })
    const etag = String(whole.headers.etag)
    const date = String(whole.headers['last-modified'])
    for (const [asked, status] of [
      [{ 'if-none-match': etag }, 304],
      [{ 'if-none-match': etag, 'cache-control': 'no-cache' }, 304],
      [{ 'if-none-match': `"x", ${etag}`, 'cache-control': 'max-age=0, no-cache' }, 304],
      [{ 'if-none-match': '*', 'cache-control': 'no-cache' }, 304],
      [{ 'if-none-match': '"x"', 'if-modified-since': date, 'cache-control': 'no-cache' }, 200],
      [{ 'if-modified-since': date }, 304],
      [{ 'if-modified-since': date, 'cache-control': 'no-cache' }, 200],
    ] as const)
      expect([asked, (await ask('/leaf.svg', asked)).status]).toEqual([asked, status])
    const part = await ask('/leaf.svg', { range: 'bytes=1-4' })
    expect([part.status, part.body.toString(), part.headers['content-range']]).toEqual([
      206,
      leaf.slice(1, 5),
      `bytes 1-4/${leaf.length}`,
    ])
    const beyond = await ask('/leaf.svg', { range: `bytes=${leaf.length}-` })
    expect([beyond.status, beyond.headers['content-range']]).toEqual([416, `bytes */${leaf.length}`])
    expect((await ask('/leaf.svg', {}, 'HEAD')).headers['content-length']).toBe(String(leaf.length))
  })

  test.each([
    ['assetlinks.json', 'application/json', '[]'],
    ['apple-app-site-association', 'application/octet-stream', '{}'],
  ])('serves /.well-known/%s', async (name, type, text) => {
    const { status, headers, body } = await (await site(none, {}, dir))(`/.well-known/${name}`)
    expect([status, body.toString()]).toEqual([200, text])
    expect(headers['content-type']?.split(';')[0]).toBe(type)
  })

  test('passes no range on to Next', async () => {
    const seen: (string | undefined)[] = []
    const ask = await site(({ headers }, response) => (seen.push(headers.range), response.end('whole')), {}, dir)
    expect((await ask('/leaf.svg/', { range: 'bytes=99999-' })).body.toString()).toBe('whole')
    expect(seen).toEqual([undefined])
  })

  test.each(['/leaf.svg', '/_next/static/chunks/a.js'])('does not compress a range of %s', async (path) => {
    const ask = await site(none, {}, dir)
    const part = await ask(path, { range: 'bytes=0-1199', 'accept-encoding': 'deflate' })
    expect([part.status, part.headers['content-encoding'], part.body.byteLength]).toEqual([206, undefined, 1200])
  })

  test.each(['/_next/static/chunks/a.js', '/_next/static/chunks/a.js?v=1', '/icons/apple.svg'])(
    'refuses writes to %s',
    async (path) => {
      const failing: RequestListener = (_, response) => response.writeHead(500).end()
      for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
        const { status, headers } = await (await site(failing, {}, dir))(path, {}, method)
        expect([status, headers.allow]).toEqual([405, 'GET, HEAD'])
      }
    },
  )

  test.each(['/_next/static/', '/_next/static/chunks/a.js?v=1'])('answers %s without a stored file', async (path) => {
    shared.readStoredFile = () => Promise.reject(new Error('must not be asked'))
    ended.push(() => delete shared.readStoredFile)
    const { status } = await (await site(none, {}, dir))(path)
    expect(status).toBe(path.includes('?') ? 200 : 404)
  })

  describe('a file that this build does not have', () => {
    const stored: Record<string, string> = { 'chunks/old.js': script, 'media/f.woff2': 'font', 'pages/a.json': '{}' }
    beforeEach(() => {
      shared.readStoredFile = async (name) => (stored[name] === undefined ? null : Buffer.from(stored[name]))
      return () => delete shared.readStoredFile
    })

    test.each([
      ['chunks/old.js', 'text/javascript; charset=utf-8'],
      ['media/f.woff2', 'font/woff2'],
      ['pages/a.json', 'application/json; charset=utf-8'],
    ])('is the stored file %s of another build', async (name, type) => {
      const ask = await site(none, {}, dir)
      const { status, headers, body } = await ask(`/_next/static/${name}`, { 'accept-encoding': 'gzip' })
      const text = headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body
      expect([status, headers['content-type'], text.toString()]).toEqual([200, type, stored[name]])
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
      expect(headers['content-encoding']).toBe(name.endsWith('.js') ? 'gzip' : undefined)
      expect(headers['content-security-policy']).toBe(name.endsWith('.json') ? closed : undefined)
      const headed = await ask(`/_next/static/${name}`, {}, 'HEAD')
      expect([headed.status, headed.body.byteLength]).toEqual([200, 0])
      expect((await ask(`/_next/static/${name}`, {}, 'POST')).status).toBe(405)
    })

    test.each(['chunks/gone.js', 'chunks', '../site.mjs', 'chunks/%2e%2e/a.js', 'chunks/a.js/'])(
      'is missing if no build has %s',
      async (name) => {
        const { status, headers } = await (await site(none, {}, dir))(`/_next/static/${name}`)
        expect([status, headers['cache-control'], headers['content-security-policy']]).toEqual([
          404,
          'no-store',
          closed,
        ])
      },
    )

    test('is unavailable while the store is', async () => {
      shared.readStoredFile = () => Promise.reject(new Error('The store is away.'))
      const { status, headers } = await (await site(none, {}, dir))('/_next/static/chunks/old.js')
      expect([status, headers['cache-control'], headers['retry-after']]).toEqual([503, 'no-store', '5'])
    })
  })

  const words = '(globalThis["TURBOPACK"] || (globalThis["TURBOPACK"] = [])).push({})'
  const framed = (text: string) =>
    '<!DOCTYPE html><html><head><script src="/_next/static/chunks/a.js" async=""></script></head><body>' +
    `<p>${text}</p><script id="_R_">${words}</script><script>self.__next_f.push([1,"${text}"])</script></body></html>`

  const held = /"data":"([^"]+)"/

  test('defers scripts of pages for reading, and serves their data', async () => {
    const ask = await site((_, response) => response.writeHead(200, hit).end(framed('calm')), {}, dir)
    const { body } = await ask('/faq')
    expect(body.toString()).not.toContain('async')
    const address = held.exec(body.toString())?.[1] ?? ''
    const data = await ask(address)
    expect(data.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(JSON.parse(data.body.toString())).toEqual({ first: words, flight: [[1, 'calm']] })
    expect((await ask('/auth')).body.toString()).toBe(framed('calm'))
  })

  test('renders a page of another process for its data', async () => {
    const first = await site((_, response) => response.writeHead(200, hit).end(framed('calm')), {}, dir)
    const address = held.exec((await first('/faq')).body.toString())?.[1] ?? ''
    const asked: (string | undefined)[] = []
    const other = await site(
      ({ url }, response) => {
        asked.push(url)
        if (url === '/faq' || url === '/about')
          response.writeHead(200, hit).end(framed(url === '/faq' ? 'calm' : 'other'))
        else response.writeHead(404, { 'Cache-Control': 'no-store' }).end()
      },
      {},
      dir,
    )
    const from = async (referer: string) => {
      asked.length = 0
      const { status } = await other(address, { referer, host: 'unhurried.example' })
      return [status, ...asked]
    }
    expect(await from('https://unhurried.example/about')).toEqual([404, '/about'])
    for (const referer of [
      'https://elsewhere.example/faq',
      'https://unhurried.example/api/health',
      'https://unhurried.example/auth',
      'nonsense',
    ])
      expect(await from(referer)).toEqual([404])
    expect(await from('https://unhurried.example/faq')).toEqual([200, '/faq'])
    const gone = await other('/_next/static/pages/unknown.json')
    expect([gone.status, gone.headers['cache-control']]).toEqual([404, 'no-store'])
  })

  test('answers with its own order of the data of another process', async () => {
    const rows = (first: string, second: string) => (text: string) =>
      framed(text).replace(
        /<script>self.*/,
        `<script>self.__next_f.push([1,"${first}${second}"])</script></body></html>`,
      )
    const answer = (write: (text: string) => string) => (_: unknown, response: ServerResponse) =>
      void response.writeHead(200, hit).end(write('calm'))
    const one = await site(answer(rows('1:a', '2:b')), {}, dir)
    const other = await site(answer(rows('2:b', '1:a')), {}, dir)
    const address = held.exec((await one('/faq')).body.toString())?.[1] ?? ''
    const own = held.exec((await other('/faq')).body.toString())?.[1] ?? ''
    expect(own).not.toBe(address)
    const found = await other(address, { referer: 'https://unhurried.example/faq', host: 'unhurried.example' })
    expect([found.status, found.headers['cache-control']]).toEqual([200, 'private, no-store'])
    expect(JSON.parse(found.body.toString())).toEqual({ first: words, flight: [[1, '2:b1:a']] })
  })

  test('stores public pages’ data once a day, as soon as there is a store', async () => {
    const stored: [address: string, text: string][] = []
    ended.push(() => delete shared.storePageData)
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      const ask = await site(
        ({ url = '' }, response) =>
          response
            .writeHead(
              url === '/no?uncached' ? 404 : 200,
              url === '/draft?uncached' ? { ...html, 'Cache-Control': 'no-store' } : hit,
            )
            .end(framed(url)),
        {},
        dir,
      )
      const addressOf = async (path: string) => held.exec((await ask(`${path}?uncached`)).body.toString())?.[1] ?? ''
      const data = (text: string) => JSON.stringify({ first: words, flight: [[1, text]] })
      const early = await addressOf('/early')
      shared.storePageData = async (address, body) => void stored.push([address, String(body)])
      for (const path of ['/no', '/draft', '/early', '/early']) await addressOf(path)
      expect(stored).toEqual([[early, data('/early?uncached')]])
      vi.setSystemTime(Date.now() + 25 * 60 * 60_000)
      await addressOf('/early')
      expect(stored).toHaveLength(2)
      const failing = vi.fn<() => Promise<void>>().mockRejectedValue(new Error('The store is away.'))
      shared.storePageData = failing
      await addressOf('/other')
      await addressOf('/other')
      expect(failing, 'tries again').toHaveBeenCalledTimes(2)
    } finally {
      vi.useRealTimers()
    }
  })

  test('does not let the data of a draft be cached', async () => {
    const draft = { ...html, 'Cache-Control': 'private, no-store' }
    const ask = await site((_, response) => response.writeHead(200, draft).end(framed('draft')), {}, dir)
    const address = held.exec((await ask('/blog/x')).body.toString())?.[1] ?? ''
    expect((await ask(address)).headers['cache-control']).toBe('private, no-store')
  })
})

test('compresses only large answers of the API', async () => {
  const answer =
    (size: number): RequestListener =>
    (_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' })
      response.flushHeaders()
      response.write(`{"a":"${'x'.repeat(size)}`)
      response.end('"}')
    }
  const small = await (await site(answer(10)))('/api/x', { 'accept-encoding': 'gzip' })
  expect(small.headers['content-encoding']).toBeUndefined()
  expect(small.headers['content-length']).toBe(String(small.body.byteLength))
  const large = await (await site(answer(5000)))('/api/x', { 'accept-encoding': 'gzip' })
  expect(large.headers['content-encoding']).toBe('gzip')
  expect(JSON.parse(gunzipSync(large.body).toString()).a).toHaveLength(5000)
})
