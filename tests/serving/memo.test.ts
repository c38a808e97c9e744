import { page, htmlHeaders, startSite, cachedHeaders } from './site-under-test'
import { expect, test, vi } from 'vitest'
import { shared } from '@/lib/server/process-state'

async function startCountingSite(headers: Record<string, string> = cachedHeaders, status = 200) {
  let requestCount = 0
  const send = await startSite((_, response) => {
    requestCount += 1
    response.writeHead(status, headers).end(page(`answer ${requestCount}`))
  })
  return { send, requestCount: () => requestCount }
}

test('serves a cached response for one second', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    const { send, requestCount } = await startCountingSite()
    const first = await send('/faq')
    for (const [headers, method] of [
      [{}, 'GET'],
      [{}, 'HEAD'],
      [{ cookie: 'a=b' }, 'GET'],
    ] as const) {
      const again = await send('/faq', headers, method)
      expect({ ...again.headers, date: '' }).toEqual({ ...first.headers, date: '' })
      expect(again.body.toString()).toBe(method === 'GET' ? page('answer 1') : '')
    }
    const known = await send('/faq', { 'if-none-match': String(first.headers.etag) })
    expect([known.status, known.body.byteLength, known.headers['content-length']]).toEqual([304, 0, undefined])
    expect(known.headers['content-security-policy']).toBe(first.headers['content-security-policy'])
    expect(requestCount()).toBe(1)
    vi.advanceTimersByTime(1001)
    expect((await send('/faq')).body.toString()).toBe(page('answer 2'))
  } finally {
    vi.useRealTimers()
  }
})

test.each<[string, string, Record<string, string>]>([
  ['a signed-in user', '/faq', { authorization: 'Bearer x' }],
  ['a navigation of the framework', '/faq', { rsc: '1' }],
  ['a range', '/faq', { range: 'bytes=0-1' }],
])('neither caches nor repeats a response to %s', async (_, path, headers) => {
  const { send, requestCount } = await startCountingSite()
  await send(path, headers)
  await send(path, headers)
  expect(requestCount()).toBe(2)
  await send('/faq')
  await send('/blog/x')
  const before = requestCount()
  await send(path, headers)
  expect(requestCount()).toBe(before + 1)
})

test.each<[string, Record<string, string>, number]>([
  ['missing in Next’s cache', { ...cachedHeaders, 'x-nextjs-cache': 'MISS' }, 200],
  ['stale', { ...cachedHeaders, 'x-nextjs-cache': 'STALE' }, 200],
  ['not cacheable', { ...cachedHeaders, 'Cache-Control': 'private, no-store' }, 200],
  ['not found', cachedHeaders, 404],
  ['rendered per request', htmlHeaders, 200],
])('does not cache a page that is %s', async (_, headers, status) => {
  const { send, requestCount } = await startCountingSite(headers, status)
  await send('/faq')
  await send('/faq')
  expect(requestCount()).toBe(2)
})

test('is emptied on publication, also of slow pages', async () => {
  const { send } = await startCountingSite()
  await send('/faq')
  shared.contentRevision += 1
  expect((await send('/faq')).body.toString()).toBe(page('answer 2'))
  let begun = 0
  const slow = await startSite((_, response) => {
    begun += 1
    response.writeHead(200, cachedHeaders)
    response.write(page('stale').slice(0, 10))
    setTimeout(() => response.end(page('stale').slice(10)), 50)
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
