import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { postTimes } from '@/lib/site'
import { conditionalResponse, respondWithText, cachedText } from '@/lib/content/text-response'

const state = vi.hoisted(() => ({ revision: '1', round: 'a' }))
vi.mock('next/cache', () => ({ unstable_cache: () => async () => state.round }))
vi.mock('@/lib/content/posts', async () => {
  const { retryAfterSeconds } =
    await vi.importActual<typeof import('@/lib/content/post-cache')>('@/lib/content/post-cache')
  return {
    retryAfterSeconds,
    contentTag: 'posts',
    readPostsState: async () => ({ revision: state.revision, changedAt: 0 }),
  }
})

const changedAt = Date.parse('2026-11-21T12:00:00.400Z')
const second = 'Sat, 21 Nov 2026 12:00:01 GMT'
const etag = '"4-abc"'
const created = { text: 'text', etag, changedAt }
const type = 'application/rss+xml'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: changedAt + 60_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

const ask = (headers: Record<string, string> = {}, method = 'GET') =>
  new Request('http://localhost:3299/blog/rss.xml', { method, headers })

describe('conditional requests', () => {
  it.each([
    ['no condition', {}, 200],
    ['the same tag', { 'If-None-Match': etag }, 304],
    ['the same tag, weak, as compressing servers write it', { 'If-None-Match': `W/${etag}` }, 304],
    ['one tag of several', { 'If-None-Match': `"x", ${etag}` }, 304],
    ['any tag', { 'If-None-Match': '*' }, 304],
    ['another tag', { 'If-None-Match': '"x"' }, 200],
    ['a tag without its quotes', { 'If-None-Match': '4-abc' }, 200],
    ['the date', { 'If-Modified-Since': second }, 304],
    ['a later date', { 'If-Modified-Since': 'Sat, 21 Nov 2026 13:00:00 GMT' }, 304],
    ['the second before', { 'If-Modified-Since': 'Sat, 21 Nov 2026 12:00:00 GMT' }, 200],
    ['no date at all', { 'If-Modified-Since': 'yesterday' }, 200],
    ['another tag, whatever the date', { 'If-None-Match': '"x"', 'If-Modified-Since': second }, 200],
    [
      'the same tag, whatever the date',
      { 'If-None-Match': etag, 'If-Modified-Since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
      304,
    ],
    [
      'the same tag with no-cache, as fetch on Node sends it',
      { 'If-None-Match': etag, 'Cache-Control': 'no-cache' },
      304,
    ],
    [
      'the same tag, weak, with no-cache',
      { 'If-None-Match': `W/${etag}`, 'Cache-Control': 'max-age=0, no-cache' },
      304,
    ],
    ['one tag of several with no-cache', { 'If-None-Match': `"x", ${etag}`, 'Cache-Control': 'no-cache' }, 304],
    ['any tag with no-cache', { 'If-None-Match': '*', 'Cache-Control': 'no-cache' }, 304],
    ['another tag with no-cache', { 'If-None-Match': '"x"', 'Cache-Control': 'no-cache' }, 200],
    ['the date with no-cache', { 'If-Modified-Since': second, 'Cache-Control': 'no-cache' }, 200],
    [
      'another tag and the date with no-cache',
      { 'If-None-Match': '"x"', 'If-Modified-Since': second, 'Cache-Control': 'no-cache' },
      200,
    ],
  ])('%s', async (_, headers, status) => {
    for (const method of ['GET', 'HEAD']) {
      const response = conditionalResponse(ask(headers, method), type, created)
      expect(response.status).toBe(status)
      expect(await response.text()).toBe(status === 200 && method === 'GET' ? 'text' : '')
      expect(response.headers.get('etag')).toBe(etag)
      expect(response.headers.get('last-modified')).toBe(second)
      expect(response.headers.get('cache-control')).toBe(`public, max-age=${postTimes.browserCache}`)
      expect(response.headers.get('content-type')).toBe(status === 200 ? `${type}; charset=utf-8` : null)
    }
  })

  it.each([0, 100, 599])('sends no date within a second of the change: %d ms', (after) => {
    vi.setSystemTime(changedAt + after)
    const response = conditionalResponse(ask({ 'If-Modified-Since': second }), type, created)
    expect([response.status, response.headers.get('last-modified')]).toEqual([200, null])
  })

  it('distinguishes two texts of the same second', () => {
    vi.setSystemTime(second)
    const lastModified = conditionalResponse(ask(), type, created).headers.get('last-modified') ?? ''
    const newer = { text: 'newer', etag: '"5-def"', changedAt: Date.now() }
    for (const after of [0, 999, 1000, 60_000]) {
      vi.setSystemTime(newer.changedAt + after)
      expect(conditionalResponse(ask({ 'If-Modified-Since': lastModified }), type, newer).status).toBe(200)
    }
  })
})

describe('a text made from the posts', () => {
  const texts = (...queue: string[]) => vi.fn(async () => queue.shift() ?? 'last')
  const afresh = () => {
    state.revision = String(Math.random())
  }

  it('is made once per revision, also for concurrent callers', async () => {
    const make = texts('one')
    const all = await Promise.all([cachedText('once', make), cachedText('once', make)])
    expect(all.map(({ text }) => text)).toEqual(['one', 'one'])
    await cachedText('once', make)
    expect(make).toHaveBeenCalledTimes(1)
    await cachedText('another', make)
    expect(make).toHaveBeenCalledTimes(2)
  })

  it('is made again after a change and after a revalidation', async () => {
    const make = texts('one', 'two', 'three')
    const first = await cachedText('changing', make)
    vi.setSystemTime(changedAt + 120_000)
    afresh()
    const second = await cachedText('changing', make)
    state.round = 'b'
    const third = await cachedText('changing', make)
    expect([first.text, second.text, third.text]).toEqual(['one', 'two', 'three'])
    expect(second.etag).not.toBe(first.etag)
    expect(second.changedAt - first.changedAt).toBe(60_000)
  })

  it('is made again after `maxListAge`', async () => {
    const { maxListAge } = postTimes
    const make = texts('one', 'two', 'three')
    const read = async (seconds: number) => {
      vi.setSystemTime(changedAt + seconds * 1000)
      return (await cachedText('quiet', make)).text
    }
    const results = [await read(0), await read(maxListAge - 1), await read(maxListAge + 1), await read(4000)]
    expect(results).toEqual(['one', 'one', 'two', 'three'])
  })

  it('keeps tag and date while unchanged', async () => {
    const first = await cachedText('same', texts('one'))
    vi.setSystemTime(changedAt + 120_000)
    afresh()
    expect(await cachedText('same', texts('one'))).toEqual(first)
  })

  it('is retried after a failure', async () => {
    const make = vi.fn().mockRejectedValueOnce(new Error('down')).mockResolvedValueOnce('one')
    await expect(cachedText('failing', make)).rejects.toThrow('down')
    expect((await cachedText('failing', make)).text).toBe('one')
  })

  it.each([
    ['the source’s value', new Headers({ 'retry-after': '7' }), '7'],
    ['a default, if the source named none', new Headers(), '30'],
  ])('sends Retry-After: %s', async (_, headers, expected) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const cause = Object.assign(new Error('429'), { headers })
    const response = await respondWithText(ask(), type, () => Promise.reject(new Error('down', { cause })))
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, expected])
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(warn).toHaveBeenCalledOnce()
  })
})
