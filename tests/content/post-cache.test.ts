import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BlogUnavailable, PostCache, lastGoodFiles } from '@/lib/content/post-cache'
import {
  createDraft,
  type Draft,
  isPublished,
  postRecord,
  type PostSource,
  type SourceBody,
} from '@/lib/content/record'
import { shared } from '@/lib/server/process-state'
import { temporaryFolder } from '@/tests/setup/temporary-folder'

const listMs = 30_000
const passed = (ms: number) => vi.setSystemTime(Date.now() + ms)
const author = { slug: 'unhurried', name: 'The team', kind: 'organization', description: 'D' } as const

type More = { written?: string; draft?: boolean; version?: string | null; key?: string }

function record(slug: string, { written = '2026-11-01', draft = false, version = '1', key = slug }: More = {}): Draft {
  const parsed = postRecord.parse({ title: slug, description: 'D', tags: ['posts'], written, draft })
  return createDraft(key, slug, parsed, { author, minutes: 1, version })
}

const bodyOf = (text: string, more: Partial<SourceBody> = {}): SourceBody => ({
  tree: { type: 'root', children: [{ type: 'text', value: text }] },
  answer: null,
  contents: [],
  minutes: 1,
  ...more,
})

/** A source with set answers that counts requests. */
function open(drafts: Draft[] = [record('one')], options: Partial<ConstructorParameters<typeof PostCache>[1]> = {}) {
  const state = {
    drafts,
    fails: null as Error | null,
    unreadable: null as string | null,
    requests: 0,
    bodies: 0,
    body: bodyOf('1'),
  }
  const source: PostSource = {
    mayBeEmpty: false,
    async readDrafts() {
      state.requests += 1
      await Promise.resolve()
      if (state.fails) throw state.fails
      return state.drafts
    },
    async readBody({ key }) {
      state.bodies += 1
      if (state.fails) throw state.fails
      if (state.unreadable === key) throw new Error('no such picture')
      return state.body
    },
  }
  return { state, source, cache: new PostCache(source, { listMs, ...options }) }
}

const slugs = async (cache: PostCache) => (await cache.read()).published.map(({ summary }) => summary.slug)
const lines: string[] = []

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T12:00:00Z'), toFake: ['Date'] })
  lines.length = 0
  vi.spyOn(console, 'warn').mockImplementation((line: string) => void lines.push(line))
})
afterEach(() => void vi.useRealTimers())

describe('published posts', () => {
  it.each([
    ['today', record('a', { written: '2026-11-21' }), true],
    ['tomorrow', record('a', { written: '2026-11-22' }), false],
    ['a draft', record('a', { draft: true }), false],
  ])('%s', (_, draft, expected) => expect(isPublished(draft, '2026-11-21')).toBe(expected))

  it('are newest first, then by slug in any locale', async () => {
    const { cache } = open([record('b', { written: '2026-11-02' }), record('zebra'), record('aardvark')])
    expect(await slugs(cache)).toEqual(['b', 'aardvark', 'zebra'])
  })

  it.each([
    ['a draft', record('one', { draft: true, key: 'copy' })],
    ['one dated tomorrow', record('one', { written: '2026-11-22', key: 'copy' })],
  ])('are not replaced by %s with the same slug', async (_, copy) => {
    const { cache } = open([copy, record('one')])
    const { published, drafts } = await cache.read()
    expect(published.map(({ key }) => key)).toEqual(['one'])
    expect(drafts).toHaveLength(1)
    expect(lines.join()).toContain('its slug is taken')
  })

  it('have translations only while they are published themselves', async () => {
    const parsed = { title: 'Uno', description: 'D', tags: ['posts'], written: '2026-11-01', lang: 'es' }
    const translation = (of: string) =>
      createDraft(`es/${of}`, of, postRecord.parse({ ...parsed, translationOf: of }), {
        author,
        minutes: 1,
        version: '1',
      })
    const { cache } = open([record('one'), record('two', { draft: true }), ...['one', 'two', 'none'].map(translation)])
    const { published, drafts } = await cache.read()
    expect(published.map(({ key }) => key).toSorted()).toEqual(['es/one', 'one'])
    expect(drafts.map(({ key }) => key).toSorted()).toEqual(['es/one', 'es/two', 'one', 'two'])
    expect(lines.join()).toContain('there is no post that it translates')
  })

  it('have no change date before their publication', () => {
    const parsed = postRecord.parse({ title: 'A', description: 'D', tags: ['posts'], written: '2026-11-20' })
    const changed = (modified: string) =>
      createDraft('a', 'a', parsed, { author, minutes: 1, version: null, modified }).summary.modified
    expect(changed('2026-10-01T00:00:00.000Z')).toBe('2026-11-20')
    expect(changed('2026-11-20T09:00:00.000Z')).toBe('2026-11-20T09:00:00.000Z')
  })
})

describe('one reading of the source', () => {
  it('is reused for its time, and shared by concurrent readers', async () => {
    const { cache, state } = open()
    await Promise.all([cache.read(), cache.read()])
    passed(listMs - 1)
    await cache.read()
    expect(state.requests).toBe(1)
    passed(1)
    await cache.read()
    expect(state.requests).toBe(2)
  })

  it('ends with a publication by any process', async () => {
    const { cache, state } = open()
    await cache.read()
    state.drafts = [record('two')]
    shared.contentRevision += 1
    expect(await Promise.all([slugs(cache), slugs(cache)])).toEqual([['two'], ['two']])
    expect(state.requests).toBe(2)
  })

  it('that began before a publication is not enough', async () => {
    const { cache, state } = open()
    const early = slugs(cache)
    shared.contentRevision += 1
    await early
    expect(state.requests).toBe(2)
  })
})

describe('while the source fails', () => {
  it('keeps the last good posts, and is retried after a pause', async () => {
    const { cache, state } = open()
    await cache.read()
    state.fails = new Error('down')
    passed(listMs)
    expect(await slugs(cache)).toEqual(['one'])
    expect(await cache.isHealthy()).toBe(false)
    await cache.read()
    expect(state.requests).toBe(2)
    expect(lines.join()).toContain('down')
    state.fails = null
    state.drafts = [record('two')]
    passed(30_000)
    expect(await slugs(cache)).toEqual(['two'])
    expect(await cache.isHealthy()).toBe(true)
  })

  it('has nothing to show after a start', async () => {
    const { cache, state } = open()
    state.fails = new Error('down')
    await expect(cache.read()).rejects.toThrow(BlogUnavailable)
  })

  it('waits for Retry-After, also for publishers', async () => {
    const { cache, state } = open()
    await cache.read()
    state.fails = Object.assign(new Error('later'), { headers: new Headers({ 'retry-after': '90' }) })
    passed(listMs)
    await cache.read()
    passed(89_000)
    await cache.read()
    await expect(cache.refresh()).rejects.toThrow('later')
    expect(state.requests).toBe(2)
    passed(1000)
    await cache.read()
    expect(state.requests).toBe(3)
  })

  it('times out after ten seconds if the source is slow', async () => {
    vi.useFakeTimers()
    const { cache, source } = open()
    await cache.read()
    source.readDrafts = () => new Promise(() => {})
    passed(listMs)
    const reading = slugs(cache)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await reading).toEqual(['one'])
  })
})

describe('a body', () => {
  const bodyNow = async (cache: PostCache) => {
    const draft = (await cache.read()).published.find(({ key }) => key === 'one')
    return draft ? (await cache.body(draft)).tree.children : null
  }
  const text = (value: string) => [{ type: 'text', value }]

  it('is rendered once per version, also for concurrent readers', async () => {
    const { cache, state } = open()
    await Promise.all([bodyNow(cache), bodyNow(cache)])
    passed(listMs)
    await bodyNow(cache)
    expect(state.bodies).toBe(1)
    state.drafts = [record('one', { version: '2' })]
    state.body = bodyOf('2')
    passed(listMs)
    expect(await bodyNow(cache)).toEqual(text('2'))
  })

  it.each([
    ['without a version', { version: null }, {}],
    ['with parts of other pages', {}, { dependsOnOthers: true }],
  ])('%s is rendered once per reading', async (_, more, body) => {
    const { cache, state } = open([record('one', more)])
    state.body = bodyOf('1', body)
    await bodyNow(cache)
    await bodyNow(cache)
    expect(state.bodies).toBe(1)
    state.drafts = [record('one', more)]
    passed(listMs)
    await bodyNow(cache)
    expect(state.bodies).toBe(2)
  })

  it.each<[string, (state: ReturnType<typeof open>['state']) => void]>([
    ['fails', (state) => (state.unreadable = 'one')],
    ['is broken', (state) => (state.body = bodyOf('half', { broken: 1 }))],
  ])('that %s is replaced by the last good one', async (_, spoil) => {
    const { cache, state } = open()
    await bodyNow(cache)
    spoil(state)
    state.drafts = [record('one', { version: '2' })]
    passed(listMs)
    expect(await bodyNow(cache)).toEqual(text('1'))
    expect(lines.join()).toContain('"shown":"before"')
  })

  it('and the list survive a restart during an outage', async () => {
    const files = lastGoodFiles(path.join(temporaryFolder('last-good'), 'blog'))
    await bodyNow(open([record('one')], { files }).cache)
    const { cache, state } = open([], { files })
    state.fails = new Error('down')
    expect(await bodyNow(cache)).toEqual(text('1'))
  })
})

describe('a text that cannot be rendered', () => {
  it.each([
    ['new', [record('one', { written: '2026-11-02' }), record('two')], 'two'],
    ['changed', [record('one', { written: '2026-11-02', version: '2' })], 'one'],
  ])('is reported to the publisher if it is %s, and nothing changes', async (_, drafts, unreadable) => {
    const { cache, state } = open()
    await cache.read()
    Object.assign(state, { drafts, unreadable })
    await expect(cache.refresh()).rejects.toThrow('no such picture')
    expect((await cache.read()).published.map(({ summary }) => summary.written)).toEqual(['2026-11-01'])
  })
})
