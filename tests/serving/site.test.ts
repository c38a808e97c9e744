import { createServer, request as ask, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, expect, test, vi } from 'vitest'
import { readEnv } from '@/lib/env'
import { instead } from '@/lib/site'
import { log } from '@/server/log'
import { hashSource } from '@/server/policy'
import { siteHandler } from '@/server/site'

vi.mock('@/server/log', () => ({ log: { warn: vi.fn<() => void>(), error: vi.fn<() => void>() } }))

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

/** A site whose framework is the given listener, and a way to ask it. */
async function site(next: RequestListener, source: Record<string, string> = {}) {
  const env = readEnv({ SITE_ORIGIN: 'https://unhurried.example', ...source })
  const handle = siteHandler(async (...both) => void (await next(...both)), env, [])
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
])('a page that is written %s has a policy that names its scripts', async (_, next) => {
  const { status, headers, body } = await (await site(next))('/')
  expect(status).toBe(200)
  expect(body.toString()).toBe(page('a'))
  expect(headers['content-length']).toBe(String(body.byteLength))
  expect(headers['content-security-policy']).toContain(hashSource(data))
  expect(headers['content-security-policy']).not.toContain(closed)
})

test('every answer has the headers that keep a site safe, and HSTS where people come by HTTPS', async () => {
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

test.each([
  ['application/json', closed],
  ['image/svg+xml', undefined],
  ['text/javascript', undefined],
])('of %s the policy is %s', async (type, policy) => {
  const ask = await site((_, response) => response.writeHead(200, { 'Content-Type': type }).end('x'))
  expect((await ask('/x')).headers['content-security-policy']).toBe(policy)
})

test('a page with a policy of its own keeps it', async () => {
  const own = "sandbox; default-src 'none'"
  // As Next does with the headers of a route: what is there already stays.
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
  'an address that only begins like one of these is a page as any other: %s',
  async (path) => {
    const { headers } = await (await site(whole))(path)
    expect(headers['content-security-policy']).toContain(hashSource(data))
  },
)

test('HEAD has the headers of GET, and no body', async () => {
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

test('a browser that has the page is told so, with the same policy', async () => {
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
  expect((await ask('/', { 'if-none-match': String(headers.etag), 'cache-control': 'no-cache' })).status).toBe(200)
  expect(seen).toEqual([undefined, undefined, undefined, undefined])
})

test('with other settings the same page is another one', async () => {
  const { headers: plain } = await (await site(whole))('/')
  const { headers: chat } = await (await site(whole, { CHAT_SCRIPT_URL: 'https://chat.example/a.js' }))('/')
  expect(chat.etag).not.toBe(plain.etag)
})

test('what nobody may keep has no tag', async () => {
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
])('a browser that takes %s gets %s', async (accepts, encoding, decode) => {
  const { headers, body } = await (await site(whole))('/', { 'accept-encoding': accepts })
  expect(headers['content-encoding']).toBe(encoding)
  expect(decode(body).toString()).toBe(page('a'))
  expect(headers.vary).toMatch(/accept-encoding/i)
  expect(headers['content-length']).toBe(String(body.byteLength))
})

test('a shell that only a script would fill gives way to a page that can be read', async () => {
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

test('where even that page fails, words are left', async () => {
  const ask = await site((_, response) => response.writeHead(500, html).end(shell))
  const { status, body } = await ask('/broken')
  expect(status).toBe(500)
  expect(body.toString()).toContain('Something went wrong on our side.')
})

test('a framework that throws is an error page, with a policy, that nobody keeps', async () => {
  const ask = await site(() => {
    throw new Error('no')
  })
  const { status, headers, body } = await ask('/')
  expect(status).toBe(500)
  expect(headers['cache-control']).toBe('no-store')
  expect(log.error).toHaveBeenCalledOnce()
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'/)
  expect(body.toString()).toContain('Something went wrong on our side.')
})

test('a page that never ends its growth leaves with the closed policy', async () => {
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

test('a script that somebody planted is not named in the policy', async () => {
  const ask = await site((_, response) => response.writeHead(200, html).end(page('<script>alert(1)</script>')))
  const { headers } = await ask('/blog/x')
  expect(headers['content-security-policy']).toContain(hashSource(data))
  expect(headers['content-security-policy']).not.toContain(hashSource('alert(1)'))
  expect(log.warn).toHaveBeenCalledWith({ text: 'alert(1)' }, expect.any(String))
})
