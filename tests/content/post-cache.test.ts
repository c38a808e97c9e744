import { record, source, openCache, clock, options, lines, slugs } from './post-source'
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import { PostCache, BlogUnavailable, retryAfterSeconds, type Snapshot } from '@/lib/content/post-cache'
import { maxAgeAtRenderMs } from '@/lib/content/posts'
import { postTimes } from '@/lib/site'
import configOf from '@/next.config'

describe('the last good answer', () => {
  it('is fresh for a while, then refreshed', async () => {
    const { cache, state } = openCache()
    await cache.getSnapshot()
    clock.now += 299_000
    await cache.getSnapshot()
    expect(state.requests).toBe(1)
    clock.now += 2_000
    await cache.getSnapshot()
    expect(state.requests).toBe(2)
  })

  it('stays while the source fails, with a log line and a pause', async () => {
    const { cache, state } = openCache()
    await cache.getSnapshot()
    state.fails = new Error('down')
    clock.now += 301_000
    expect(await slugs(cache)).toEqual(['one'])
    expect(await slugs(cache)).toEqual(['one'])
    expect(state.requests).toBe(2)
    expect(lines.join()).toContain('posts could not be refreshed')
    clock.now += 31_000
    state.fails = null
    state.drafts = [record('one'), record('two')]
    expect(await slugs(cache)).toHaveLength(2)
  })

  it('waits as long as requested, even for urgent callers', async () => {
    const { cache, state } = openCache()
    await cache.getSnapshot()
    state.fails = Object.assign(new Error('too many'), { headers: new Headers({ 'retry-after': '120' }) })
    await expect(cache.refresh()).rejects.toThrow('too many')
    state.fails = null
    await expect(cache.refresh()).rejects.toThrow('too many')
    expect(state.requests).toBe(2)
    clock.now += 121_000
    await cache.refresh()
    expect(state.requests).toBe(3)
  })

  it('is not replaced by an empty answer of a vendor', async () => {
    const { cache, state } = openCache()
    await cache.getSnapshot()
    state.drafts = [record('hidden', { draft: true })]
    await expect(cache.refresh()).rejects.toThrow(BlogUnavailable)
    expect(await slugs(cache)).toEqual(['one'])
  })

  it('may be empty for a folder', async () => {
    expect(await slugs(openCache([], true).cache)).toEqual([])
  })

  it('is missing before the first success, and retried soon', async () => {
    const { cache, state } = openCache()
    state.fails = new Error('down')
    await expect(cache.getSnapshot()).rejects.toThrow(BlogUnavailable)
    await expect(cache.getSnapshot()).rejects.toThrow(BlogUnavailable)
    expect(state.requests).toBe(1)
    state.fails = null
    clock.now += 4_000
    expect(await slugs(cache)).toEqual(['one'])
  })

  it('shares a request between callers, until a change', async () => {
    const { cache, state } = openCache()
    await Promise.all([cache.getSnapshot(), cache.getSnapshot(), cache.getSnapshot()])
    expect(state.requests).toBe(1)
    const first = cache.refresh()
    state.drafts = [record('one'), record('two')]
    const [, second, third] = await Promise.all([first, cache.refresh(), cache.refresh()])
    expect(state.requests).toBe(3)
    expect(second).toBe(third)
    expect(second?.published).toHaveLength(2)
  })

  it('never causes two requests at once', async () => {
    const { cache, postSource } = openCache()
    const { readDrafts } = postSource
    let [underWay, most] = [0, 0]
    postSource.readDrafts = async () => {
      most = Math.max(most, (underWay += 1))
      return readDrafts().finally(() => (underWay -= 1))
    }
    const answers = [cache.refresh(), cache.refresh()]
    for (let tick = 0; tick < 100; tick += 1) {
      await Promise.resolve()
      answers.push(cache.refresh(), cache.getSnapshot(0))
    }
    await Promise.all(answers)
    expect(most).toBe(1)
  })

  it('has the same revision and time while nothing changes', async () => {
    const { cache, state } = openCache()
    const { revision, changedAt } = await cache.getSnapshot()
    clock.now += 400_000
    expect(await cache.getSnapshot()).toMatchObject({ revision, changedAt })
    state.drafts = [record('one', { version: '2' })]
    clock.now += 400_000
    const after = await cache.getSnapshot()
    expect(after.revision).not.toBe(revision)
    expect(after.changedAt).toBe(clock.now)
  })
})

describe('health of the source', () => {
  it('is known from the last request', async () => {
    const { cache, state } = openCache()
    expect(await cache.isHealthy()).toBe(true)
    state.fails = new Error('gone')
    expect(await cache.isHealthy()).toBe(true)
    expect(state.requests).toBe(1)
    clock.now += options.freshMs
    await cache.isHealthy()
    await expect.poll(() => cache.isHealthy()).toBe(false)
    expect(state.requests).toBe(2)
    expect(lines.join()).toContain('gone')
    state.fails = null
    await cache.isHealthy()
    expect(state.requests).toBe(2)
    clock.now += 60_000
    await expect.poll(() => cache.isHealthy()).toBe(true)
  })

  it('is bad before the first answer', async () => {
    const { cache, state } = openCache()
    state.fails = new Error('gone')
    expect(await cache.isHealthy()).toBe(false)
  })

  it('does not wait while the last good posts are refreshed', async () => {
    const { cache, postSource } = openCache()
    await cache.isHealthy()
    vi.spyOn(postSource, 'readDrafts').mockReturnValue(new Promise(() => {}))
    clock.now += options.freshMs
    expect(await cache.isHealthy()).toBe(true)
  })
})

it.each([
  [{ 'retry-after': '7' }, 7],
  [{ 'retry-after': '0' }, undefined],
  [{ 'retry-after': 'soon' }, undefined],
  [{}, undefined],
])('reads a source’s wait from %j as %s', (headers, expected) =>
  expect(retryAfterSeconds(Object.assign(new Error(), { headers: new Headers(headers) }))).toBe(expected),
)

const wished = 4000

it('answers callers that need fresher posts without extra requests', async () => {
  const { cache, state } = openCache()
  await cache.getSnapshot(wished)
  clock.now += wished - 1
  await cache.getSnapshot(wished)
  expect(state.requests).toBe(1)
  clock.now += 1
  await cache.getSnapshot()
  expect(state.requests).toBe(1)
  await cache.getSnapshot(wished)
  expect(state.requests).toBe(2)
})

describe('a slow source', () => {
  const slow = (delay: number, maxListAge = postTimes.maxListAge) => {
    const { postSource } = source()
    postSource.readDrafts = async () => {
      const version = String(clock.now)
      await clock.sleep(delay)
      return [record('one', { version })]
    }
    return new PostCache(postSource, { ...options, freshMs: maxListAge * 1000 })
  }
  /** When the source was asked for a reader's page. */
  const askedAt = async (page: Promise<Snapshot>) => Number((await page).bySlug.get('one')?.version)

  it.each([0, 1_900, 5_000, 9_900])('keeps pages below `maxPageAge` when it needs %i ms', async (delay) => {
    // The server caches for a second, nginx for less than two.
    const { expireTime = Infinity } = await configOf('phase-test')
    const storedFor = (expireTime + 1 + 2) * 1000
    const cache = slow(delay)
    void cache.getSnapshot()
    const listAges = [0.7, 0.9, 0.99, 1.04].map((part) => part * postTimes.maxListAge * 1000)
    for (const quiet of [delay, 1_000, ...listAges, 3_600_000]) {
      await clock.pass(quiet)
      const renderedAt = clock.now
      const page = cache.getSnapshot(maxAgeAtRenderMs)
      await clock.pass(delay)
      expect(renderedAt + storedFor - (await askedAt(page)), `${quiet}`).toBeLessThanOrEqual(
        postTimes.maxPageAge * 1000,
      )
    }
  })

  it('has one interval for all pages, shorter than their storage', async () => {
    const { expireTime = 0 } = await configOf('phase-test')
    const intervals = globSync('app/**/*.{ts,tsx}').flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/^export const revalidate = (\d+)$/gm)].map(([, seconds]) =>
        Number(seconds),
      ),
    )
    expect(intervals.length).toBeGreaterThan(5)
    expect(new Set(intervals).size).toBe(1)
    expect(Math.max(...intervals)).toBeLessThan(expireTime)
  })

  it('is awaited for ten seconds by all readers of an old list', async () => {
    const cache = slow(60_000, 140)
    void cache.getSnapshot()
    await clock.pass(60_000)
    const first = clock.now - 60_000
    await clock.pass(3_600_000)
    const renewed = clock.now
    const pages = [cache.getSnapshot(maxAgeAtRenderMs)]
    await clock.pass(9_000)
    pages.push(cache.getSnapshot(maxAgeAtRenderMs))
    await clock.pass(1_000)
    pages.push(cache.getSnapshot(maxAgeAtRenderMs))
    await clock.pass(0)
    expect(await Promise.all(pages.map(askedAt))).toEqual([first, first, first])
    await clock.pass(50_000)
    expect(await askedAt(cache.getSnapshot())).toBe(renewed)
  })

  it('is awaited for two seconds while the list is fresh', async () => {
    const cache = slow(5_000, 140)
    void cache.getSnapshot()
    await clock.pass(100_000)
    const before = await askedAt(cache.getSnapshot())
    const page = cache.getSnapshot(maxAgeAtRenderMs)
    await clock.pass(2_000)
    expect(await askedAt(page)).toBe(before)
    await clock.pass(3_000)
    expect(await askedAt(cache.getSnapshot())).toBeGreaterThan(before)
  })
})

it('does not retry soon after a failure unless urgent', async () => {
  const { cache, state } = openCache()
  await cache.refresh()
  state.fails = new Error('down')
  await expect(cache.refresh(false)).rejects.toThrow('down')
  await expect(cache.refresh(false)).rejects.toThrow('down')
  expect(state.requests).toBe(2)
  state.fails = null
  clock.now += 30_000
  await cache.refresh(false)
  expect(state.requests).toBe(3)
})
