import { author, record, source, openCache, clock, options, lines, slugs } from './post-source'
import { describe, expect, it, vi } from 'vitest'
import { PostCache, BlogUnavailable, isPublished } from '@/lib/content/post-cache'
import { createDraft, postRecord, type Draft, type PostSource } from '@/lib/content/record'

describe('published posts', () => {
  it.each([
    ['today', record('a', { written: '2026-11-21' }), true],
    ['yesterday', record('a', { written: '2026-11-20' }), true],
    ['tomorrow', record('a', { written: '2026-11-22' }), false],
    ['a draft', record('a', { draft: true }), false],
  ])('%s', (_, draft, expected) => expect(isPublished(draft, '2026-11-21')).toBe(expected))

  it('have the same order in any locale', async () => {
    vi.spyOn(String.prototype, 'localeCompare').mockImplementation(function (this: string, other) {
      return new Intl.Collator('da').compare(String(this), other)
    })
    const { cache } = openCache([record('b', { written: '2026-11-02' }), record('zebra'), record('aardvark')])
    expect(await slugs(cache)).toEqual(['b', 'aardvark', 'zebra'])
  })

  it('appear at midnight without another request', async () => {
    const { cache, state } = openCache([record('now'), record('tomorrow', { written: '2026-11-22' })])
    clock.now = Date.parse('2026-11-21T23:59:00Z')
    expect(await slugs(cache)).toEqual(['now'])
    const before = (await cache.getSnapshot()).revision
    clock.now += 120_000
    expect(await slugs(cache)).toEqual(['tomorrow', 'now'])
    expect((await cache.getSnapshot()).revision).not.toBe(before)
    expect(state.requests).toBe(1)
  })

  it('are newest first, and the newer of two equal slugs wins', async () => {
    const older = { ...record('one', { written: '2026-01-01' }), key: 'older' }
    const { cache } = openCache([older, record('two', { written: '2026-02-02' }), record('one')])
    expect(await slugs(cache)).toEqual(['one', 'two'])
    expect(lines.join()).toContain('its slug is taken')
  })

  it.each<[string, Draft]>([
    ['a draft', record('one', { draft: true })],
    ['a newer draft', record('one', { draft: true, written: '2026-11-20' })],
    ['dated tomorrow', record('one', { written: '2026-11-22' })],
  ])('are not hidden by a copy that is %s', async (_, draft) => {
    const copy = { ...draft, key: 'copy' }
    for (const drafts of [
      [record('one'), copy],
      [copy, record('one')],
    ]) {
      const { cache } = openCache(drafts)
      expect((await cache.getSnapshot()).bySlug.get('one')?.key).toBe('one')
      expect((await cache.getSnapshot()).drafts).toHaveLength(1)
    }
  })

  it('are replaced by a dated copy on its day', async () => {
    const cache = new PostCache(
      source([record('one'), { ...record('one', { written: '2026-11-22' }), key: 'copy' }]).postSource,
      { ...options, freshMs: 100 * 3_600_000 },
    )
    expect((await cache.getSnapshot()).bySlug.get('one')?.key).toBe('one')
    clock.now += 13 * 3_600_000
    expect((await cache.getSnapshot()).bySlug.get('one')?.key).toBe('copy')
  })
})

it('have no change date before their publication', () => {
  const parsed = postRecord.parse({ title: 'A', description: 'D', tags: ['posts'], written: '2026-11-20' })
  const changed = (modified: string) =>
    createDraft('a', 'a', parsed, { author, minutes: 1, version: null, modified }).summary.modified
  expect(changed('2026-10-01T00:00:00.000Z')).toBe('2026-11-20')
  expect(changed('2026-11-20T09:00:00.000Z')).toBe('2026-11-20T09:00:00.000Z')
})

describe('a new post that cannot be rendered', () => {
  const spoilt = (state: ReturnType<typeof source>['state'], postSource: PostSource) => {
    const { readBody: body } = postSource
    postSource.readBody = (draft) => (draft.key === 'two' ? Promise.reject(new Error('no such picture')) : body(draft))
    state.drafts = [record('one'), record('two')]
  }

  it('is logged, and visible in previews only', async () => {
    const { cache, postSource, state } = openCache()
    await cache.getSnapshot()
    spoilt(state, postSource)
    clock.now += 300_000
    expect(await slugs(cache)).toEqual(['one'])
    expect(lines.join()).toContain('no such picture')
    expect((await cache.getSnapshot()).drafts.map(({ key }) => key)).toContain('two')
    expect(await cache.isHealthy()).toBe(true)
  })

  it('is reported to the publisher, and nothing changes', async () => {
    const { cache, postSource, state } = openCache()
    await cache.getSnapshot()
    spoilt(state, postSource)
    state.drafts = [record('one', { written: '2026-11-02' }), record('two')]
    await expect(cache.refresh()).rejects.toThrow('no such picture')
    expect((await cache.getSnapshot()).bySlug.get('one')?.summary.written).toBe('2026-11-01')
    expect(await cache.isHealthy()).toBe(true)
  })

  it('is reported to the publisher next to another caller', async () => {
    const { cache, postSource, state } = openCache()
    await cache.getSnapshot()
    spoilt(state, postSource)
    const [, reader, publisher] = await Promise.allSettled([
      cache.refresh(false),
      cache.refresh(false),
      cache.refresh(),
    ])
    expect(publisher).toMatchObject({ status: 'rejected', reason: { message: 'no such picture' } })
    expect(reader.status).toBe('rejected')
    expect(await slugs(cache)).toEqual(['one'])
  })

  it('appears once it can be rendered', async () => {
    const { cache, postSource, state } = openCache()
    const { readBody: body } = postSource
    await cache.getSnapshot()
    spoilt(state, postSource)
    await cache.refresh(false)
    postSource.readBody = body
    await cache.refresh()
    expect(await slugs(cache)).toEqual(['one', 'two'])
  })

  it('keeps its old text if published before, and reports the change', async () => {
    const { cache, postSource, state } = openCache()
    const [before] = (await cache.getSnapshot()).published
    if (before) await cache.body(before)
    state.drafts = [record('one', { version: '2' })]
    const { readBody: body } = postSource
    postSource.readBody = () => Promise.reject(new Error('no such picture'))
    await expect(cache.refresh()).rejects.toThrow('no such picture')
    await cache.refresh(false)
    const [after] = (await cache.getSnapshot()).published
    expect(after && (await cache.body(after)).html).toBe('<p>1</p>')
    postSource.readBody = body
  })
})

describe('a process that starts with an invalid post in its source', () => {
  const wrong = (validDrafts: Draft[]) => {
    const { postSource, state } = source([record('one'), record('two')])
    state.fails = new Error('two.md: title: expected string')
    return { state, postSource: { ...postSource, readValidDrafts: () => Promise.resolve(validDrafts) } }
  }

  it('shows the valid ones, reports a problem, and retries', async () => {
    const { postSource, state } = wrong([record('one')])
    const cache = new PostCache(postSource, options)
    expect(await slugs(cache)).toEqual(['one'])
    expect(lines.join()).toContain('two.md: title')
    expect(await cache.isHealthy()).toBe(false)
    state.fails = null
    clock.now += 4_000
    expect(await slugs(cache)).toHaveLength(2)
    expect(await cache.isHealthy()).toBe(true)
  })

  it.each([
    ['without readable posts', [], {}],
    ['with an invalid post during a build', [record('one')], { rejectInvalid: true }],
  ])('throws for a source %s', async (_, readable, more) => {
    const cache = new PostCache(wrong(readable).postSource, { ...options, ...more })
    await expect(cache.getSnapshot()).rejects.toThrow(BlogUnavailable)
  })
})
