import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Draft, PostSource, SourceBody } from './record'
import { reasonOf, report } from './report'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'

export type Snapshot = {
  drafts: readonly Draft[]
  published: readonly Draft[]
  bySlug: ReadonlyMap<string, Draft>
  /** Hash of everything published; equal content has equal revisions in all processes. */
  revision: string
  /** When this process first saw the revision, in milliseconds. */
  changedAt: number
}

/** A newly published text cannot be rendered; the publisher gets the reason. */
class UnreadablePost extends Error {}

/** The source fails and nothing is cached. */
export class BlogUnavailable extends Error {}

/** Not a draft, and not dated after today (UTC). */
export function isPublished({ record }: Draft, today: string): boolean {
  return !record.draft && record.written <= today
}

/** By code unit, because locales differ between machines. */
const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other))

const newestFirst = ({ summary: one }: Draft, { summary: other }: Draft) =>
  compare(other.written, one.written) || compare(one.slug, other.slug)

const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10)

function uniqueBySlug(drafts: readonly Draft[]): Draft[] {
  const seen = new Map<string, Draft>()
  for (const draft of drafts) {
    const other = seen.get(draft.summary.slug)
    if (other) report('post left out: its slug is taken', { slug: draft.summary.slug, key: draft.key, by: other.key })
    else seen.set(draft.summary.slug, draft)
  }
  return [...seen.values()]
}

type SourceRecords = { drafts: readonly Draft[]; hidden: ReadonlySet<string> }

function snapshotOf({ drafts: all, hidden }: SourceRecords, today: string, now: number): Snapshot {
  const isShown = (draft: Draft) => isPublished(draft, today) && !hidden.has(draft.key)
  const sorted = all.toSorted(newestFirst)
  // Published posts win over drafts with the same slug, so that a draft copy does not hide its page.
  const drafts = uniqueBySlug([...sorted.filter(isShown), ...sorted.filter((draft) => !isShown(draft))])
  const published = drafts.filter(isShown)
  const hash = createHash('sha256')
  for (const { record, summary, version } of published) hash.update(JSON.stringify([record, summary, version]))
  return {
    drafts: drafts.toSorted(newestFirst),
    published,
    bySlug: new Map(published.map((draft) => [draft.summary.slug, draft])),
    revision: hash.digest('base64url').slice(0, 16),
    changedAt: now,
  }
}

type Options = {
  freshMs: number
  /** Keeps good answers across restarts; null for memory only. */
  disk?: DiskCache | null
  /** For builds: fail instead of leaving invalid posts out. */
  rejectInvalid?: boolean
  now?: () => number
}

/** `day` is the snapshot's UTC date. */
type CachedList = { records: SourceRecords; snapshot: Snapshot; day: string; readAt: number }

const retryDelayMs = { withCache: 30_000, withoutCache: 3_000 }
/** Milliseconds for which a newer list is awaited, from the start of the question. */
const maxWaitMs = { whileFresh: 2_000, whenStale: 10_000 }
const maxBodies = 200
/** Maximum number of new texts rendered before their posts are listed. */
const maxCheckedPosts = 20

/** The source's `Retry-After`, if it sent one. */
export function retryAfterSeconds(error: unknown): number | undefined {
  const headers = error instanceof Error && 'headers' in error ? error.headers : null
  const value = headers instanceof Headers ? Number(headers.get('retry-after')) : Number.NaN
  return Number.isFinite(value) && value > 0 ? value : undefined
}

/** Caches a source's last good answer. Outages, empty answers and broken bodies never replace it. */
export class PostCache {
  #latest: CachedList | null = null
  #pending: Promise<Snapshot> | null = null
  /** Starts after the pending refresh; later callers share it. */
  #queued: Promise<Snapshot> | null = null
  #startedAt = 0
  #isQueuedUrgent = false
  #retryAt = 0
  #lastError: unknown = null
  readonly #bodies = new LRUCache<string, { version: string | null; body: SourceBody }>({ max: maxBodies })
  readonly #now: () => number
  readonly #disk: DiskCache | null

  constructor(
    private readonly source: PostSource,
    private readonly options: Options,
  ) {
    this.#now = options.now ?? Date.now
    this.#disk = options.disk ?? null
  }

  /**
   * The snapshot, refreshed if too old, or the last good one while the source fails or exceeds `maxWaitMs`.
   * @param maxAge in milliseconds
   * @throws {BlogUnavailable} if the source fails and nothing is cached
   */
  async getSnapshot(maxAge = this.options.freshMs): Promise<Snapshot> {
    const now = this.#now()
    const last = this.#latest
    if (last && now - last.readAt < maxAge) return this.#forToday(last, now)
    if (now < this.#retryAt) return this.#fallback(this.#lastError)
    const refresh = (this.#pending ?? this.#queued ?? this.#start()).catch((error: unknown) => this.#fallback(error))
    if (!last) return refresh
    const maxWait = now - last.readAt < this.options.freshMs ? maxWaitMs.whileFresh : maxWaitMs.whenStale
    const remainingMs = Math.max(0, this.#startedAt + maxWait - now)
    const timeout = sleep(remainingMs, undefined, { ref: false }).then(() => this.#forToday(last, this.#now()))
    return Promise.race([refresh, timeout])
  }

  /** Whether the last request to the source succeeded. Waits only for the first one. */
  async isHealthy(): Promise<boolean> {
    const refresh = this.getSnapshot().catch(() => undefined)
    if (!this.#latest && this.#lastError === null) await refresh
    return this.#latest !== null && this.#lastError === null
  }

  /**
   * Asks the source now, unless it asked us to wait. If a request is pending, another follows it, because the pending
   * one may miss the caller's change.
   * @param isUrgent for publishers: retries shortly after failures, and throws if a changed text cannot be rendered
   * @throws the source's error, or {UnreadablePost}; the cached snapshot stays
   */
  async refresh(isUrgent = true): Promise<Snapshot> {
    if (this.#now() < this.#retryAt && (!isUrgent || retryAfterSeconds(this.#lastError))) throw this.#lastError
    if (this.#queued) {
      this.#isQueuedUrgent ||= isUrgent
      return this.#queued
    }
    if (!this.#pending) return this.#start(isUrgent)
    this.#isQueuedUrgent = isUrgent
    this.#queued = this.#pending
      .catch(() => undefined)
      .then(() => {
        this.#queued = null
        return this.#start(this.#isQueuedUrgent)
      })
    return this.#queued
  }

  #start(isUrgent = false): Promise<Snapshot> {
    this.#startedAt = this.#now()
    this.#pending = this.#readSource(isUrgent).finally(() => {
      this.#pending = null
    })
    return this.#pending
  }

  /**
   * A body, rendered once per version, or the last good one on errors.
   * @throws if there is no good body
   */
  async body(draft: Draft): Promise<SourceBody> {
    const cached = this.#bodies.get(draft.key)
    if (cached && draft.version !== null && cached.version === draft.version) return cached.body
    try {
      const body = await this.source.readBody(draft)
      if (!body.broken) return await this.#storeBody(draft, body)
      const lastGood = await this.#lastGoodBody(draft)
      report('post has broken parts', {
        slug: draft.summary.slug,
        parts: body.broken,
        shown: lastGood ? 'before' : 'rest',
      })
      return lastGood ?? body
    } catch (error) {
      const lastGood = await this.#lastGoodBody(draft)
      report('post could not be read', {
        slug: draft.summary.slug,
        reason: reasonOf(error),
        shown: lastGood ? 'before' : 'none',
      })
      if (lastGood) return lastGood
      throw error
    }
  }

  /**
   * Keys of new posts that cannot be rendered, which stay out of lists.
   * @param isUrgent also checks changed texts, and throws at the first failure
   */
  async #findUnreadable(next: Snapshot, last: Snapshot, isUrgent: boolean): Promise<Set<string>> {
    const previous = new Map(last.published.map((draft) => [draft.key, draft]))
    const isNew = ({ key, version }: Draft) => {
      const other = previous.get(key)
      return !other || (isUrgent && (version === null || other.version !== version))
    }
    const hidden = new Set<string>()
    for (const draft of next.published.filter(isNew).slice(0, maxCheckedPosts)) {
      try {
        const body = await this.source.readBody(draft)
        if (!body.broken) await this.#storeBody(draft, body)
      } catch (error) {
        if (isUrgent) throw new UnreadablePost(reasonOf(error), { cause: error })
        if (previous.has(draft.key) || (await this.#lastGoodBody(draft))) continue
        hidden.add(draft.key)
        report('post left out: its text cannot be read', { slug: draft.summary.slug, reason: reasonOf(error) })
      }
    }
    return hidden
  }

  async #readSource(isUrgent: boolean): Promise<Snapshot> {
    const now = this.#now()
    try {
      const all = await this.source.readDrafts()
      const today = dayOf(now)
      let records: SourceRecords = { drafts: all, hidden: new Set() }
      let snapshot = snapshotOf(records, today, now)
      if (snapshot.published.length === 0 && !this.source.mayBeEmpty) {
        throw new BlogUnavailable('The source of posts answered, and had none that is published.')
      }
      const last = this.#latest?.snapshot
      const hidden = last ? await this.#findUnreadable(snapshot, last, isUrgent) : records.hidden
      if (hidden.size > 0) snapshot = snapshotOf((records = { drafts: all, hidden }), today, now)
      if (last?.revision === snapshot.revision) snapshot = { ...snapshot, changedAt: last.changedAt }
      this.#latest = { records, snapshot, day: today, readAt: now }
      this.#retryAt = 0
      this.#lastError = null
      await this.#disk?.write('drafts', all)
      return snapshot
    } catch (error) {
      // The source works.
      if (error instanceof UnreadablePost) throw error
      const retryAfter = retryAfterSeconds(error)
      const delayMs = retryAfter ? retryAfter * 1000 : this.#latest ? retryDelayMs.withCache : retryDelayMs.withoutCache
      this.#retryAt = now + delayMs
      this.#lastError = error
      report('posts could not be refreshed', { reason: reasonOf(error), next: `${Math.round(delayMs / 1000)} s` })
      throw error
    }
  }

  async #fallback(error: unknown): Promise<Snapshot> {
    const now = this.#now()
    if (this.#latest) return this.#forToday(this.#latest, now)
    const saved = (await this.#disk?.read<Draft[]>('drafts')) ?? (await this.#readValidDrafts())
    if (!saved) throw new BlogUnavailable('The source of posts does not answer.', { cause: error })
    const day = dayOf(now)
    // Expired, so that the source is asked soon.
    const records = { drafts: saved, hidden: new Set<string>() }
    this.#latest = { records, snapshot: snapshotOf(records, day, now), day, readAt: Number.NEGATIVE_INFINITY }
    return this.#latest.snapshot
  }

  /** After a start nothing is cached yet, and one invalid file must not hide all posts. */
  async #readValidDrafts(): Promise<Draft[] | null> {
    if (this.options.rejectInvalid || !this.source.readValidDrafts) return null
    const drafts = await this.source.readValidDrafts().catch(() => [])
    return drafts.length > 0 ? drafts : null
  }

  /** Posts dated tomorrow appear at midnight without a request. */
  #forToday(last: CachedList, now: number): Snapshot {
    const today = dayOf(now)
    if (last.day === today) return last.snapshot
    const snapshot = snapshotOf(last.records, today, now)
    const isSame = snapshot.revision === last.snapshot.revision
    this.#latest = { ...last, day: today, snapshot: isSame ? last.snapshot : snapshot }
    return this.#latest.snapshot
  }

  async #storeBody({ key, version }: Draft, body: SourceBody): Promise<SourceBody> {
    this.#bodies.set(key, { version: body.borrowed ? null : version, body })
    await this.#disk?.write(`body-${key}`, body)
    return body
  }

  async #lastGoodBody({ key }: Draft): Promise<SourceBody | null> {
    return this.#bodies.get(key)?.body ?? (await this.#disk?.read<SourceBody>(`body-${key}`)) ?? null
  }
}

/** JSON values that survive the process. Errors are only logged. */
export type DiskCache = {
  read<T>(name: string): Promise<T | null>
  write(name: string, value: unknown): Promise<void>
}

const fileOf = (folder: string, name: string) => path.join(folder, `${name.replace(/[^\w-]/g, '_')}.json`)

/** Writes are atomic, so a crash keeps the previous value. */
export function diskCache(folder: string): DiskCache {
  let count = 0
  return {
    async read<T>(name: string) {
      try {
        return JSON.parse(await readFile(fileOf(folder, name), 'utf8')) as T
      } catch {
        return null
      }
    },
    async write(name, value) {
      const file = fileOf(folder, name)
      const temporary = `${file}.${process.pid}.${(count += 1)}`
      try {
        await mkdir(folder, { recursive: true })
        await writeFile(temporary, JSON.stringify(value))
        await rename(temporary, file)
      } catch (error) {
        report('the posts could not be cached on disk', { folder, reason: reasonOf(error) })
      }
    },
  }
}
