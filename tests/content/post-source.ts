/** A source of posts with set answers, and a mocked clock. Import it first, so that the mock applies. */
import { beforeEach, vi } from 'vitest'
import { PostCache } from '@/lib/content/post-cache'
import { createDraft, postRecord, type Draft, type PostSource, type SourceBody } from '@/lib/content/record'

export const author = { slug: 'unhurried', name: 'The team', kind: 'organization', description: 'D' } as const

export function record(slug: string, more: { written?: string; draft?: boolean; version?: string | null } = {}): Draft {
  const { written = '2026-11-01', draft = false, version = '1' } = more
  const parsed = postRecord.parse({ title: slug, description: 'D', tags: ['posts'], written, draft })
  return createDraft(slug, slug, parsed, { author, minutes: 1, version })
}

export const bodyOf = (html: string): SourceBody => ({ html, answer: null, contents: [], minutes: 1 })

/** A source with set answers that counts requests. */
export function source(drafts: Draft[] = [record('one')], mayBeEmpty = false) {
  const state = { drafts, fails: null as Error | null, requests: 0, bodies: 0, body: bodyOf('<p>1</p>') }
  const postSource: PostSource = {
    mayBeEmpty,
    async readDrafts() {
      state.requests += 1
      await Promise.resolve()
      if (state.fails) throw state.fails
      return state.drafts
    },
    async readBody() {
      state.bodies += 1
      if (state.fails) throw state.fails
      return state.body
    },
  }
  return { state, postSource }
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
export const options = { freshMs: 300_000, now: () => clock.now }
export let lines: string[]

/** A cache of such a source. */
export function openCache(...drafts: Parameters<typeof source>) {
  const { state, postSource } = source(...drafts)
  return { state, postSource, cache: new PostCache(postSource, options) }
}

beforeEach(() => {
  clock.now = Date.parse('2026-11-21T12:00:00Z')
  lines = []
  vi.spyOn(console, 'warn').mockImplementation((line: string) => void lines.push(line))
})

export const slugs = async (cache: PostCache) =>
  (await cache.getSnapshot()).published.map(({ summary }) => summary.slug)

export { clock }
