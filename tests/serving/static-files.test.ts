import { closedPolicy, cleanups, startSite } from './site-under-test'
import { type RequestListener } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeEach, describe, expect, test } from 'vitest'
import { shared } from '@/lib/process-state'
import { builtFolder, script, leaf } from './built-folder'

const notFound: RequestListener = (_, response) => response.writeHead(404).end('none')

test.each([
  ['br, gzip', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['br;q=0', undefined, Buffer.from],
  ['', undefined, Buffer.from],
])('sends the compressed file for accept-encoding "%s"', async (accepts, encoding, decode) => {
  const send = await startSite(notFound, {}, builtFolder)
  const got = await send('/_next/static/chunks/a.js', { 'accept-encoding': accepts })
  expect(got.status).toBe(200)
  expect(got.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript; charset=utf-8',
    'x-content-type-options': 'nosniff',
    vary: 'Accept-Encoding',
  })
  expect(got.headers['content-encoding']).toBe(encoding)
  expect(decode(got.body).toString()).toBe(script)
  const known = await send('/_next/static/chunks/a.js', {
    'accept-encoding': accepts,
    'if-none-match': String(got.headers.etag),
  })
  expect(known.status).toBe(304)
  const reloaded = await send('/_next/static/chunks/a.js', {
    'accept-encoding': accepts,
    'if-none-match': String(got.headers.etag),
    'cache-control': 'no-cache',
  })
  expect(reloaded.status).toBe(304)
})

test('answers ranges and HEAD of a built file', async () => {
  const send = await startSite(notFound, {}, builtFolder)
  const part = await send('/_next/static/chunks/a.js', { range: 'bytes=0-3' })
  expect([part.status, part.body.toString()]).toEqual([206, 'self'])
  const headed = await send('/_next/static/chunks/a.js', {}, 'HEAD')
  expect([headed.status, headed.headers['content-length'], headed.body.byteLength]).toEqual([
    200,
    String(script.length),
    0,
  ])
  const font = await send('/_next/static/chunks/b.woff2')
  expect(font.headers).toMatchObject({ 'content-type': 'font/woff2' })
  expect(font.headers.vary).toBeUndefined()
})

test('answers conditions and ranges of a public file', async () => {
  const send = await startSite((_, response) => response.writeHead(500).end(), {}, builtFolder)
  const whole = await send('/leaf.svg', { 'accept-encoding': 'gzip' })
  expect([whole.status, gunzipSync(whole.body).toString()]).toEqual([200, leaf])
  expect(whole.headers).toMatchObject({
    'cache-control': 'public, max-age=0',
    'content-type': 'image/svg+xml',
    'cross-origin-resource-policy': 'cross-origin',
  })
  const etag = String(whole.headers.etag)
  const date = String(whole.headers['last-modified'])
  for (const [requestHeaders, status] of [
    [{ 'if-none-match': etag }, 304],
    [{ 'if-none-match': etag, 'cache-control': 'no-cache' }, 304],
    [{ 'if-none-match': `"x", ${etag}`, 'cache-control': 'max-age=0, no-cache' }, 304],
    [{ 'if-none-match': '*', 'cache-control': 'no-cache' }, 304],
    [{ 'if-none-match': '"x"', 'if-modified-since': date, 'cache-control': 'no-cache' }, 200],
    [{ 'if-modified-since': date }, 304],
    [{ 'if-modified-since': date, 'cache-control': 'no-cache' }, 200],
  ] as const)
    expect([requestHeaders, (await send('/leaf.svg', requestHeaders)).status]).toEqual([requestHeaders, status])
  const part = await send('/leaf.svg', { range: 'bytes=1-4' })
  expect([part.status, part.body.toString(), part.headers['content-range']]).toEqual([
    206,
    leaf.slice(1, 5),
    `bytes 1-4/${leaf.length}`,
  ])
  const beyond = await send('/leaf.svg', { range: `bytes=${leaf.length}-` })
  expect([beyond.status, beyond.headers['content-range']]).toEqual([416, `bytes */${leaf.length}`])
  expect((await send('/leaf.svg', {}, 'HEAD')).headers['content-length']).toBe(String(leaf.length))
})

test.each([
  ['assetlinks.json', 'application/json', '[]'],
  ['apple-app-site-association', 'application/octet-stream', '{}'],
])('serves /.well-known/%s', async (name, type, text) => {
  const { status, headers, body } = await (await startSite(notFound, {}, builtFolder))(`/.well-known/${name}`)
  expect([status, body.toString()]).toEqual([200, text])
  expect(headers['content-type']?.split(';')[0]).toBe(type)
})

test('passes no range on to Next', async () => {
  const seen: (string | undefined)[] = []
  const send = await startSite(
    ({ headers }, response) => (seen.push(headers.range), response.end('whole')),
    {},
    builtFolder,
  )
  expect((await send('/leaf.svg/', { range: 'bytes=99999-' })).body.toString()).toBe('whole')
  expect(seen).toEqual([undefined])
})

test.each(['/leaf.svg', '/_next/static/chunks/a.js'])('does not compress a range of %s', async (path) => {
  const send = await startSite(notFound, {}, builtFolder)
  const part = await send(path, { range: 'bytes=0-1199', 'accept-encoding': 'deflate' })
  expect([part.status, part.headers['content-encoding'], part.body.byteLength]).toEqual([206, undefined, 1200])
})

test.each(['/_next/static/chunks/a.js', '/_next/static/chunks/a.js?v=1', '/icons/apple.svg'])(
  'refuses writes to %s',
  async (path) => {
    const failing: RequestListener = (_, response) => response.writeHead(500).end()
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const { status, headers } = await (await startSite(failing, {}, builtFolder))(path, {}, method)
      expect([status, headers.allow]).toEqual([405, 'GET, HEAD'])
    }
  },
)

test.each(['/_next/static/', '/_next/static/chunks/a.js?v=1'])('answers %s without reading the store', async (path) => {
  shared.readStoredFile = () => Promise.reject(new Error('must not be asked'))
  cleanups.push(() => delete shared.readStoredFile)
  const { status } = await (await startSite(notFound, {}, builtFolder))(path)
  expect(status).toBe(path.includes('?') ? 200 : 404)
})

describe('a file of another build', () => {
  const stored: Record<string, string> = { 'chunks/old.js': script, 'media/f.woff2': 'font', 'pages/a.json': '{}' }
  beforeEach(() => {
    shared.readStoredFile = async (name) => (stored[name] === undefined ? null : Buffer.from(stored[name]))
    return () => delete shared.readStoredFile
  })

  test.each([
    ['chunks/old.js', 'text/javascript; charset=utf-8'],
    ['media/f.woff2', 'font/woff2'],
    ['pages/a.json', 'application/json; charset=utf-8'],
  ])('serves the stored file %s of another build', async (name, type) => {
    const send = await startSite(notFound, {}, builtFolder)
    const { status, headers, body } = await send(`/_next/static/${name}`, { 'accept-encoding': 'gzip' })
    const text = headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body
    expect([status, headers['content-type'], text.toString()]).toEqual([200, type, stored[name]])
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(headers['content-encoding']).toBe(name.endsWith('.js') ? 'gzip' : undefined)
    expect(headers['content-security-policy']).toBe(name.endsWith('.json') ? closedPolicy : undefined)
    const headed = await send(`/_next/static/${name}`, {}, 'HEAD')
    expect([headed.status, headed.body.byteLength]).toEqual([200, 0])
    expect((await send(`/_next/static/${name}`, {}, 'POST')).status).toBe(405)
  })

  test.each(['chunks/gone.js', 'chunks', '../site.mjs', 'chunks/%2e%2e/a.js', 'chunks/a.js/'])(
    'answers 404 if no build has %s',
    async (name) => {
      const { status, headers } = await (await startSite(notFound, {}, builtFolder))(`/_next/static/${name}`)
      expect([status, headers['cache-control'], headers['content-security-policy']]).toEqual([
        404,
        'no-store',
        closedPolicy,
      ])
    },
  )

  test('answers 503 while the store is unavailable', async () => {
    shared.readStoredFile = () => Promise.reject(new Error('The store is away.'))
    const { status, headers } = await (await startSite(notFound, {}, builtFolder))('/_next/static/chunks/old.js')
    expect([status, headers['cache-control'], headers['retry-after']]).toEqual([503, 'no-store', '5'])
  })
})
