import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  PostCache,
  BlogUnavailable,
  isPublished,
  retryAfterSeconds,
  diskCache,
  type Snapshot,
} from '@/lib/content/post-cache'
import { freshFor, renderedWithin } from '@/lib/content/posts'
import { draftOf, postRecord, type Draft, type PostSource, type SourceBody } from '@/lib/content/record'
import configOf from '@/next.config'

const author = { slug: 'unhurried', name: 'The team', kind: 'organization', description: 'D' } as const

function record(slug: string, more: { written?: string; draft?: boolean; version?: string | null } = {}): Draft {
  const { written = '2026-11-01', draft = false, version = '1' } = more
  const parsed = postRecord.parse({ title: slug, description: 'D', tags: ['posts'], written, draft })
  return draftOf(slug, slug, parsed, { author, minutes: 1, version })
}

const bodyOf = (html: string): SourceBody => ({ html, answer: null, contents: [], minutes: 1 })

/** A source with set answers that counts requests. */
function source(drafts: Draft[] = [record('one')], mayBeEmpty = false) {
  const state = { drafts, fails: null as Error | null, asked: 0, bodies: 0, body: bodyOf('<p>1</p>') }
  const said: PostSource = {
    mayBeEmpty,
    async drafts() {
      state.asked += 1
      await Promise.resolve()
      if (state.fails) throw state.fails
      return state.drafts
    },
    async body() {
      state.bodies += 1
      if (state.fails) throw state.fails
      return state.body
    },
  }
  return { state, said }
}

const clock = vi.hoisted(() => {
  const sleepers = new Map<() => void, number>()
  const settled = () => new Promise(setImmediate)
  return {
    now: 0,
    sleep: (ms: number) => new Promise<void>((wake) => void sleepers.set(wake, clock.now + ms)),
    /** Moves the clock, and resumes sleepers in order. */
    async pass(ms: number) {
      const end = clock.now + ms
      for (;;) {
        await settled()
        const [next] = [...sleepers].toSorted(([, one], [, other]) => one - other)
        if (!next || next[1] > end) break
        sleepers.delete(next[0])
        clock.now = Math.max(clock.now, next[1])
        next[0]()
      }
      clock.now = end
    },
  }
})
vi.mock('node:timers/promises', () => ({ setTimeout: clock.sleep }))
const options = { freshFor: 300_000, now: () => clock.now }
let lines: string[]

beforeEach(() => {
  clock.now = Date.parse('2026-11-21T12:00:00Z')
  lines = []
  vi.spyOn(console, 'warn').mockImplementation((line: string) => void lines.push(line))
})
afterEach(() => vi.restoreAllMocks())

const slugs = async (cache: PostCache) => (await cache.current()).published.map(({ summary }) => summary.slug)

describe('published posts', () => {
  it.each([
    ['today', record('a', { written: '2026-11-21' }), true],
    ['yesterday', record('a', { written: '2026-11-20' }), true],
    ['tomorrow', record('a', { written: '2026-11-22' }), false],
    ['a draft', record('a', { draft: true }), false],
  ])('%s', (_, draft, expected) => expect(isPublished(draft, '2026-11-21')).toBe(expected))

  it('have one order on machines of any language', async () => {
    vi.spyOn(String.prototype, 'localeCompare').mockImplementation(function (this: string, other) {
      return new Intl.Collator('da').compare(String(this), other)
    })
    const { said } = source([record('b', { written: '2026-11-02' }), record('zebra'), record('aardvark')])
    expect(await slugs(new PostCache(said, options))).toEqual(['b', 'aardvark', 'zebra'])
  })

  it('appear at midnight without another request', async () => {
    const { said, state } = source([record('now'), record('tomorrow', { written: '2026-11-22' })])
    clock.now = Date.parse('2026-11-21T23:59:00Z')
    const cache = new PostCache(said, options)
    expect(await slugs(cache)).toEqual(['now'])
    const before = (await cache.current()).revision
    clock.now += 120_000
    expect(await slugs(cache)).toEqual(['tomorrow', 'now'])
    expect((await cache.current()).revision).not.toBe(before)
    expect(state.asked).toBe(1)
  })

  it('are newest first, and the newer of two equal slugs wins', async () => {
    const older = { ...record('one', { written: '2026-01-01' }), key: 'older' }
    const cache = new PostCache(source([older, record('two', { written: '2026-02-02' }), record('one')]).said, options)
    expect(await slugs(cache)).toEqual(['one', 'two'])
    expect(lines.join()).toContain('its slug is taken')
  })

  it.each<[string, Draft]>([
    ['a draft', record('one', { draft: true })],
    ['a newer draft', record('one', { draft: true, written: '2026-11-20' })],
    ['one that is dated tomorrow', record('one', { written: '2026-11-22' })],
  ])('are not hidden by a copy that is %s', async (_, draft) => {
    const copy = { ...draft, key: 'copy' }
    for (const drafts of [
      [record('one'), copy],
      [copy, record('one')],
    ]) {
      const cache = new PostCache(source(drafts).said, options)
      expect((await cache.current()).bySlug.get('one')?.key).toBe('one')
      expect((await cache.current()).drafts).toHaveLength(1)
    }
  })

  it('are replaced by such a copy on its day', async () => {
    const cache = new PostCache(
      source([record('one'), { ...record('one', { written: '2026-11-22' }), key: 'copy' }]).said,
      { ...options, freshFor: 100 * 3_600_000 },
    )
    expect((await cache.current()).bySlug.get('one')?.key).toBe('one')
    clock.now += 13 * 3_600_000
    expect((await cache.current()).bySlug.get('one')?.key).toBe('copy')
  })
})

describe('the last good answer', () => {
  it('is fresh for a while, then refreshed', async () => {
    const { said, state } = source()
    const cache = new PostCache(said, options)
    await cache.current()
    clock.now += 299_000
    await cache.current()
    expect(state.asked).toBe(1)
    clock.now += 2_000
    await cache.current()
    expect(state.asked).toBe(2)
  })

  it('stays while the source fails, with a log line and a pause', async () => {
    const { said, state } = source()
    const cache = new PostCache(said, options)
    await cache.current()
    state.fails = new Error('down')
    clock.now += 301_000
    expect(await slugs(cache)).toEqual(['one'])
    expect(await slugs(cache)).toEqual(['one'])
    expect(state.asked).toBe(2)
    expect(lines.join()).toContain('posts could not be renewed')
    clock.now += 31_000
    state.fails = null
    state.drafts = [record('one'), record('two')]
    expect(await slugs(cache)).toHaveLength(2)
  })

  it('waits as long as requested, even for urgent callers', async () => {
    const { said, state } = source()
    const cache = new PostCache(said, options)
    await cache.current()
    state.fails = Object.assign(new Error('too many'), { headers: new Headers({ 'retry-after': '120' }) })
    await expect(cache.refresh()).rejects.toThrow('too many')
    state.fails = null
    await expect(cache.refresh()).rejects.toThrow('too many')
    expect(state.asked).toBe(2)
    clock.now += 121_000
    await cache.refresh()
    expect(state.asked).toBe(3)
  })

  it('is not replaced by a vendor’s empty one', async () => {
    const { said, state } = source()
    const cache = new PostCache(said, options)
    await cache.current()
    state.drafts = [record('hidden', { draft: true })]
    await expect(cache.refresh()).rejects.toThrow(BlogUnavailable)
    expect(await slugs(cache)).toEqual(['one'])
  })

  it('may be empty for a folder', async () => {
    expect(await slugs(new PostCache(source([], true).said, options))).toEqual([])
  })

  it('is missing before the first success, and retried soon', async () => {
    const { said, state } = source()
    state.fails = new Error('down')
    const cache = new PostCache(said, options)
    await expect(cache.current()).rejects.toThrow(BlogUnavailable)
    await expect(cache.current()).rejects.toThrow(BlogUnavailable)
    expect(state.asked).toBe(1)
    state.fails = null
    clock.now += 4_000
    expect(await slugs(cache)).toEqual(['one'])
  })

  it('is one request for concurrent callers, and another after a change', async () => {
    const { said, state } = source()
    const cache = new PostCache(said, options)
    await Promise.all([cache.current(), cache.current(), cache.current()])
    expect(state.asked).toBe(1)
    const first = cache.refresh()
    state.drafts = [record('one'), record('two')]
    const [, second, third] = await Promise.all([first, cache.refresh(), cache.refresh()])
    expect(state.asked).toBe(3)
    expect(second).toBe(third)
    expect(second?.published).toHaveLength(2)
  })

  it('never causes two requests at once', async () => {
    const { said } = source()
    const { drafts } = said
    let [underWay, most] = [0, 0]
    said.drafts = async () => {
      most = Math.max(most, (underWay += 1))
      return drafts().finally(() => (underWay -= 1))
    }
    const cache = new PostCache(said, options)
    const answers = [cache.refresh(), cache.refresh()]
    for (let tick = 0; tick < 100; tick += 1) {
      await Promise.resolve()
      answers.push(cache.refresh(), cache.current(0))
    }
    await Promise.all(answers)
    expect(most).toBe(1)
  })

  it('has the same revision and time while nothing changes', async () => {
    const { said, state } = source()
    const cache = new PostCache(said, options)
    const { revision, changedAt } = await cache.current()
    clock.now += 400_000
    expect(await cache.current()).toMatchObject({ revision, changedAt })
    state.drafts = [record('one', { version: '2' })]
    clock.now += 400_000
    const after = await cache.current()
    expect(after.revision).not.toBe(revision)
    expect(after.changedAt).toBe(clock.now)
  })
})

describe('health of the source', () => {
  it('is known from the last request', async () => {
    const { said, state } = source()
    const cache = new PostCache(said, options)
    expect(await cache.isHealthy()).toBe(true)
    state.fails = new Error('gone')
    expect(await cache.isHealthy()).toBe(true)
    expect(state.asked).toBe(1)
    clock.now += options.freshFor
    await cache.isHealthy()
    await expect.poll(() => cache.isHealthy()).toBe(false)
    expect(state.asked).toBe(2)
    expect(lines.join()).toContain('gone')
    state.fails = null
    await cache.isHealthy()
    expect(state.asked).toBe(2)
    clock.now += 60_000
    await expect.poll(() => cache.isHealthy()).toBe(true)
  })

  it('is bad before the first answer', async () => {
    const { said, state } = source()
    state.fails = new Error('gone')
    expect(await new PostCache(said, options).isHealthy()).toBe(false)
  })

  it('does not wait while the last good posts are refreshed', async () => {
    const { said } = source()
    const cache = new PostCache(said, options)
    await cache.isHealthy()
    vi.spyOn(said, 'drafts').mockReturnValue(new Promise(() => {}))
    clock.now += options.freshFor
    expect(await cache.isHealthy()).toBe(true)
  })
})

describe('bodies', () => {
  const only = async (cache: PostCache) => {
    const [draft] = (await cache.current()).published
    if (!draft) throw new Error('nothing is published')
    return cache.body(draft)
  }

  it('are rendered once per version', async () => {
    const { said, state } = source()
    const cache = new PostCache(said, options)
    await only(cache)
    await only(cache)
    expect(state.bodies).toBe(1)
    state.drafts = [record('one', { version: '2' })]
    await cache.refresh()
    await only(cache)
    expect(state.bodies).toBe(2)
  })

  it('are requested each time if the source has no versions', async () => {
    const { said, state } = source([record('one', { version: null })])
    const cache = new PostCache(said, options)
    await only(cache)
    await only(cache)
    expect(state.bodies).toBe(2)
  })

  it.each([
    ['cannot be had', (state: ReturnType<typeof source>['state']) => void (state.fails = new Error('down'))],
    ['is broken', (state: ReturnType<typeof source>['state']) => void (state.body = { ...bodyOf('half'), broken: 2 })],
  ])('stay as they were when a newer one %s, with a log line', async (_, spoil) => {
    const { said, state } = source([record('one', { version: null })])
    const cache = new PostCache(said, options)
    await only(cache)
    spoil(state)
    expect((await only(cache)).html).toBe('<p>1</p>')
    expect(lines.join()).toContain('"slug":"one"')
  })

  it('with borrowed parts are requested each time', async () => {
    const { said, state } = source()
    const cache = new PostCache(said, options)
    state.body = { ...bodyOf('<p>1</p>'), borrowed: true }
    await only(cache)
    state.body = { ...bodyOf('<p>2</p>'), borrowed: true }
    expect((await only(cache)).html).toBe('<p>2</p>')
  })

  it('are shown without broken parts only if nothing better is cached', async () => {
    const { said, state } = source([record('one', { version: null })])
    const cache = new PostCache(said, options)
    state.body = { ...bodyOf('half'), broken: 1 }
    expect((await only(cache)).html).toBe('half')
    await cache.current()
    state.fails = new Error('down')
    await expect(only(cache)).rejects.toThrow('down')
  })
})

it('never have a change date before their publication', () => {
  const parsed = postRecord.parse({ title: 'A', description: 'D', tags: ['posts'], written: '2026-11-20' })
  const changed = (modified: string) =>
    draftOf('a', 'a', parsed, { author, minutes: 1, version: null, modified }).summary.modified
  expect(changed('2026-10-01T00:00:00.000Z')).toBe('2026-11-20')
  expect(changed('2026-11-20T09:00:00.000Z')).toBe('2026-11-20T09:00:00.000Z')
})

describe('a new post that cannot be rendered', () => {
  const spoilt = (state: ReturnType<typeof source>['state'], said: PostSource) => {
    const { body } = said
    said.body = (draft) => (draft.key === 'two' ? Promise.reject(new Error('no such picture')) : body(draft))
    state.drafts = [record('one'), record('two')]
  }

  it('waits, is logged, and is visible in previews', async () => {
    const { said, state } = source()
    const cache = new PostCache(said, options)
    await cache.current()
    spoilt(state, said)
    clock.now += 300_000
    expect(await slugs(cache)).toEqual(['one'])
    expect(lines.join()).toContain('no such picture')
    expect((await cache.current()).drafts.map(({ key }) => key)).toContain('two')
    expect(await cache.isHealthy()).toBe(true)
  })

  it('is reported to the publisher, and nothing changes', async () => {
    const { said, state } = source()
    const cache = new PostCache(said, options)
    await cache.current()
    spoilt(state, said)
    state.drafts = [record('one', { written: '2026-11-02' }), record('two')]
    await expect(cache.refresh()).rejects.toThrow('no such picture')
    expect((await cache.current()).bySlug.get('one')?.summary.written).toBe('2026-11-01')
    expect(await cache.isHealthy()).toBe(true)
  })

  it('is reported to them even if another caller waits as well', async () => {
    const { said, state } = source()
    const cache = new PostCache(said, options)
    await cache.current()
    spoilt(state, said)
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
    const { said, state } = source()
    const cache = new PostCache(said, options)
    const { body } = said
    await cache.current()
    spoilt(state, said)
    await cache.refresh(false)
    said.body = body
    await cache.refresh()
    expect(await slugs(cache)).toEqual(['one', 'two'])
  })

  it('keeps its old text if published before, and reports the change', async () => {
    const { said, state } = source()
    const cache = new PostCache(said, options)
    const [before] = (await cache.current()).published
    if (before) await cache.body(before)
    state.drafts = [record('one', { version: '2' })]
    const { body } = said
    said.body = () => Promise.reject(new Error('no such picture'))
    await expect(cache.refresh()).rejects.toThrow('no such picture')
    await cache.refresh(false)
    const [after] = (await cache.current()).published
    expect(after && (await cache.body(after)).html).toBe('<p>1</p>')
    said.body = body
  })
})

describe('disk cache', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'unhurried-keep-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('is used by the next process while the source is down', async () => {
    const { said, state } = source()
    const before = new PostCache(said, { ...options, disk: diskCache(folder) })
    const { published } = await before.current()
    await before.body(published[0]!)
    state.fails = new Error('down')
    const after = new PostCache(said, { ...options, disk: diskCache(folder) })
    const [draft] = (await after.current()).published
    expect((await after.body(draft!)).html).toBe('<p>1</p>')
    state.fails = null
    clock.now += 4_000
    await after.current()
    expect(state.asked).toBe(3)
  })

  it('is written atomically, and names cannot leave the folder', async () => {
    const keep = diskCache(folder)
    await Promise.all(Array.from({ length: 20 }, (_, index) => keep.write('../../x', { index })))
    expect(await readdir(folder)).toEqual(['______x.json'])
    expect(await keep.read('../../x')).toHaveProperty('index')
    expect(await keep.read('nothing')).toBeNull()
  })

  it('is optional', async () => {
    // A file in place of the folder.
    const file = path.join(folder, 'file')
    await writeFile(file, '')
    const keep = diskCache(file)
    await keep.write('x', 1)
    expect(lines.join()).toContain('could not be cached')
  })
})

describe('a process that starts with an invalid post in its source', () => {
  const wrong = (readable: Draft[]) => {
    const { said, state } = source([record('one'), record('two')])
    state.fails = new Error('two.md: title: expected string')
    return { state, said: { ...said, readable: () => Promise.resolve(readable) } }
  }

  it('shows the valid ones, reports a problem, and retries', async () => {
    const { said, state } = wrong([record('one')])
    const cache = new PostCache(said, options)
    expect(await slugs(cache)).toEqual(['one'])
    expect(lines.join()).toContain('two.md: title')
    expect(await cache.isHealthy()).toBe(false)
    state.fails = null
    clock.now += 4_000
    expect(await slugs(cache)).toHaveLength(2)
    expect(await cache.isHealthy()).toBe(true)
  })

  it.each([
    ['of which nothing can be read', [], {}],
    ['in a build, which is stopped', [record('one')], { rejectInvalid: true }],
  ])('has nothing to show for a source %s', async (_, readable, more) => {
    const cache = new PostCache(wrong(readable).said, { ...options, ...more })
    await expect(cache.current()).rejects.toThrow(BlogUnavailable)
  })
})

describe('how long a source asks us to wait', () => {
  it.each([
    [{ 'retry-after': '7' }, 7],
    [{ 'retry-after': '0' }, undefined],
    [{ 'retry-after': 'soon' }, undefined],
    [{}, undefined],
  ])('%j is %s', (headers, expected) =>
    expect(retryAfterSeconds(Object.assign(new Error(), { headers: new Headers(headers) }))).toBe(expected),
  )
})

describe('callers that need fresher posts', () => {
  const wished = 4000

  it('get an answer that is no older, without extra requests', async () => {
    const { state, said } = source()
    const cache = new PostCache(said, options)
    await cache.current(wished)
    clock.now += wished - 1
    await cache.current(wished)
    expect(state.asked).toBe(1)
    clock.now += 1
    await cache.current()
    expect(state.asked).toBe(1)
    await cache.current(wished)
    expect(state.asked).toBe(2)
  })
})

describe('a slow source', () => {
  const slow = (delay: number) => {
    const { said } = source()
    said.drafts = async () => {
      const version = String(clock.now)
      await clock.sleep(delay)
      return [record('one', { version })]
    }
    return new PostCache(said, { ...options, freshFor: freshFor * 1000 })
  }
  /** When the source was asked for a reader's page. */
  const askedAt = async (page: Promise<Snapshot>) => Number((await page).bySlug.get('one')?.version)

  it.each([0, 1_900, 5_000, 9_900])('keeps pages within five minutes when it needs %i ms', async (delay) => {
    // The server caches for a second, nginx for less than two.
    const { expireTime = Infinity } = await configOf('phase-test')
    const storedFor = (expireTime + 1 + 2) * 1000
    const cache = slow(delay)
    void cache.current()
    for (const quiet of [delay, 1_000, 100_000, 125_000, 139_000, 145_000, 3_600_000]) {
      await clock.pass(quiet)
      const renderedAt = clock.now
      const page = cache.current(renderedWithin)
      await clock.pass(delay)
      expect(renderedAt + storedFor - (await askedAt(page)), `${quiet}`).toBeLessThanOrEqual(300_000)
    }
  })

  it('has one interval for all its pages, shorter than they are stored', async () => {
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
    const cache = slow(60_000)
    void cache.current()
    await clock.pass(60_000)
    const first = clock.now - 60_000
    await clock.pass(3_600_000)
    const renewed = clock.now
    const pages = [cache.current(renderedWithin)]
    await clock.pass(9_000)
    pages.push(cache.current(renderedWithin))
    await clock.pass(1_000)
    pages.push(cache.current(renderedWithin))
    await clock.pass(0)
    expect(await Promise.all(pages.map(askedAt))).toEqual([first, first, first])
    await clock.pass(50_000)
    expect(await askedAt(cache.current())).toBe(renewed)
  })

  it('is awaited for two seconds while the list is fresh', async () => {
    const cache = slow(5_000)
    void cache.current()
    await clock.pass(100_000)
    const before = await askedAt(cache.current())
    const page = cache.current(renderedWithin)
    await clock.pass(2_000)
    expect(await askedAt(page)).toBe(before)
    await clock.pass(3_000)
    expect(await askedAt(cache.current())).toBeGreaterThan(before)
  })
})

it('does not retry soon after a failure unless urgent', async () => {
  const { state, said } = source()
  const cache = new PostCache(said, options)
  await cache.refresh()
  state.fails = new Error('down')
  await expect(cache.refresh(false)).rejects.toThrow('down')
  await expect(cache.refresh(false)).rejects.toThrow('down')
  expect(state.asked).toBe(2)
  state.fails = null
  clock.now += 30_000
  await cache.refresh(false)
  expect(state.asked).toBe(3)
})
