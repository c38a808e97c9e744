import type { IncomingHttpHeaders, RequestListener } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { GET } from '@/app/%5F_/[...path]/route'
import { env } from '@/lib/env'
import { proxyToHost } from '@/lib/server/identity/proxy'
import { isHelperPath, targetUrl } from '@/lib/server/identity/proxy-rules'
import { tokenHeader } from '@/lib/site'
import { listen } from '@/tests/setup/listen'
import { origin, stage } from '@/tests/setup/stage'
import { words } from '@/tests/setup/words'

type ReceivedRequest = { method: string; url: string; headers: IncomingHttpHeaders; body: string }

let world: Awaited<ReturnType<typeof stage>>
let host: Awaited<ReturnType<typeof listen>>
let base = ''
const requests: ReceivedRequest[] = []
let respond: RequestListener = (_, response) => void response.end('fine')

beforeAll(async () => {
  world = await stage()
  host = await listen((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      requests.push({ method, url, headers, body: Buffer.concat(chunks).toString() })
      respond(request, response)
    })
    request.on('error', () => undefined)
  })
  base = host.url
})
afterAll(async () => {
  await host.close()
  await world.close()
})
afterEach(() => {
  requests.length = 0
  respond = (_, response) => void response.end('fine')
})

const pass = (path: string, init: RequestInit = {}, patience?: number) =>
  proxyToHost(new Request(origin + path, init), base, patience)

describe('requests', () => {
  test('keep a posted form byte for byte', async () => {
    const body = `SAMLResponse=${'PHNhbWw%2B'.repeat(5000)}&RelayState=%F0%9F%8C%8A`
    await pass('/__/auth/handler', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(requests).toMatchObject([
      { method: 'POST', body, headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    ])
  })

  test('contain nothing of the site or the user', async () => {
    await pass('/__/auth/iframe', {
      headers: {
        accept: 'text/html',
        'user-agent': 'A browser',
        'accept-language': 'de',
        [tokenHeader]: 'token',
        authorization: 'Bearer x',
        cookie: '__prerender_bypass=secret',
        referer: `${origin}/auth?oobCode=secret`,
        origin,
        'x-forwarded-for': '192.0.2.7',
        forwarded: 'for=192.0.2.7',
        'x-forwarded-host': 'unhurried.example',
        'x-revalidate-secret': 'secret',
      },
    })
    const headers = requests[0]?.headers ?? {}
    expect(headers).toMatchObject({ accept: 'text/html', 'user-agent': 'A browser', 'accept-language': 'de' })
    expect(JSON.stringify(headers)).not.toMatch(/secret|token|192\.0\.2|Bearer/)
    expect(headers.host).toBe(new URL(base).host)
    for (const name of ['origin', 'cookie', 'referer', 'authorization']) expect(headers).not.toHaveProperty(name)
  })

  const large = 'x'.repeat(1024 * 1024 + 1)
  test('over a megabyte are rejected', async () => {
    const reply = await pass('/__/auth/handler', {
      method: 'POST',
      body: large,
      headers: { 'content-length': String(large.length) },
    })
    expect(reply.status).toBe(413)
    expect(requests).toEqual([])
    const body = new Blob([large]).stream()
    const streamed = await pass('/__/auth/handler', { method: 'POST', body, duplex: 'half' } as RequestInit)
    expect(streamed.status).toBe(413)
  })
})

describe('addresses', () => {
  test.each(
    words`
      /__/auth/handler /__/auth/handler?a=/../..//x /__/auth/experiments.js /__/auth/handler.js?v=1..2
      /__/firebase/init.json /__/firebase/11.0.0/firebase-app.js
    `,
  )('%s', (path) => {
    const address = targetUrl('https://p.firebaseapp.com', origin + path)
    expect(isHelperPath(address.pathname)).toBe(true)
    expect(address.href).toBe(`https://p.firebaseapp.com${path}`)
  })

  test('outside of the proxied paths answer 404 without a request', async () => {
    expect((await pass('/__/other/x')).status).toBe(404)
    expect((await pass('/__/auth/%2e%2e%2fx')).status).toBe(404)
    expect(requests).toEqual([])
  })
})

describe('answers', () => {
  const answers = (status: number, headers: Record<string, string | string[]>, body = 'body') => {
    respond = (_, response) => void response.writeHead(status, headers).end(body)
  }

  test('pass status, type, caching and body, not site-wide headers', async () => {
    answers(200, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=1800',
      etag: '"e"',
      'set-cookie': ['a=b'],
      'strict-transport-security': 'max-age=31556926; includeSubDomains; preload',
      'clear-site-data': '"*"',
      'service-worker-allowed': '/',
      'access-control-allow-origin': '*',
      'alt-svc': 'h3=":443"',
      'x-frame-options': 'DENY',
      'content-security-policy': "script-src 'self'",
      'x-served-by': 'cache',
    })
    const response = await pass('/__/auth/iframe')
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('body')
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=1800',
      etag: '"e"',
      'content-security-policy': "script-src 'self', frame-ancestors 'self'",
      'x-frame-options': 'SAMEORIGIN',
      'x-content-type-options': 'nosniff',
    })
  })

  test.each([
    ['https://accounts.example/o/oauth2?a=b#c', 'https://accounts.example/o/oauth2?a=b#c'],
    ['/__/auth/handler?a=1', `${origin}/__/auth/handler?a=1`],
    ['SCHEMELESS/__/auth/x', `${origin}/__/auth/x`],
    ['//evil.example/x', '//evil.example/x'],
  ])('a redirect to %s', async (to, expected) => {
    answers(302, { location: to.replace('BASE', base).replace('SCHEMELESS', base.replace('http:', '')) })
    const response = await pass('/__/auth/start')
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe(expected)
    expect(requests).toHaveLength(1)
  })
})

describe('a host that does not answer', () => {
  const html = { headers: { accept: 'text/html,*/*;q=0.8' } }

  test.each([
    ['cuts the line', () => pass('/__/auth/handler', html)],
    ['times out', () => pass('/__/auth/handler', html, 50)],
    ['is not there', () => proxyToHost(new Request(`${origin}/__/auth/handler`, html), 'http://127.0.0.1:1')],
  ])('answers 502 with a page if it %s', async (name, ask) => {
    respond = name === 'cuts the line' ? (request) => void request.socket.destroy() : () => undefined
    const response = await ask()
    expect(response.status).toBe(502)
    expect(response.headers.get('content-type')).toContain('text/html')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('x-frame-options')).toBe('SAMEORIGIN')
    const page = await response.text()
    expect(page).toContain('<h1>The sign-in service isn’t answering right now</h1>')
    expect(page).toContain('href="/auth"')
    expect(page).not.toMatch(/127\.0\.0\.1|firebaseapp|<script/)
  })
})

test('uses the emulator’s helper in local', async () => {
  const { identity } = env()
  if (!identity) throw new Error('no identity project')
  identity.authEmulator = '127.0.0.1:1'
  const response = await GET(new Request(`${origin}/__/auth/handler`))
  identity.authEmulator = null
  expect(response.status).toBe(404)
})
