import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Keep } from './disk-cache'
import type { Draft, PostSource, SourceBody } from './record'
import { reasonOf, report } from './report'

/** Every record of a source at one moment, and the published ones among them, newest first. */
export type Snapshot = {
  drafts: readonly Draft[]
  published: readonly Draft[]
  bySlug: ReadonlyMap<string, Draft>
  /** Changes when something that is published does; the same content has the same revision everywhere. */
  revision: string
  /** When this process first saw this revision, in milliseconds. */
  changedAt: number
}

/** A text that was published cannot be shown, which whoever published it is told. */
class PostUnreadable extends Error {}

/** Nothing can be shown: the source does not answer, and nothing is remembered of it. */
export class BlogUnavailable extends Error {}

/** The only rule of what is published: not a draft, and not dated after today (UTC). */
export function isPublished({ record }: Draft, today: string): boolean {
  return !record.draft && record.written <= today
}

/** The same order everywhere: letters by their codes, since a locale is the machine's. */
const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other))

const newestFirst = ({ summary: one }: Draft, { summary: other }: Draft) =>
  compare(other.written, one.written) || compare(one.slug, other.slug)

const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10)

/** The first record of each slug wins, so that two of one name never take turns on a page. */
function withoutDoubles(drafts: readonly Draft[]): Draft[] {
  const seen = new Map<string, Draft>()
  for (const draft of drafts) {
    const other = seen.get(draft.summary.slug)
    if (other) report('post left out: its slug is taken', { slug: draft.summary.slug, key: draft.key, by: other.key })
    else seen.set(draft.summary.slug, draft)
  }
  return [...seen.values()]
}

/** Every record that the source has, also several of one slug, and the keys of those that are not shown for now. */
type Told = { all: readonly Draft[]; held: ReadonlySet<string> }

function snapshotOf({ all, held }: Told, today: string, now: number): Snapshot {
  const isShown = (draft: Draft) => isPublished(draft, today) && !held.has(draft.key)
  const sorted = all.toSorted(newestFirst)
  // What is published goes before what is not: a copy that somebody works on never takes its page away.
  const drafts = withoutDoubles([...sorted.filter(isShown), ...sorted.filter((draft) => !isShown(draft))])
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
  /** Milliseconds for which an answer counts as fresh. */
  freshFor: number
  /** Where the last good answers outlive the process; null remembers them in memory alone. */
  keep?: Keep | null
  /** Whether a source with something wrong in it is refused as a whole at the beginning, as by a build. */
  beginsWhole?: boolean
  now?: () => number
}

/** The day is the one whose posts are published; `askedAt` is in milliseconds. */
type Answer = { told: Told; snapshot: Snapshot; day: string; askedAt: number }

const patience = { withLastGood: 30_000, without: 3_000, wished: 2_000 }
const bodiesInMemory = 200
/** So many new texts are looked at before their posts are shown; of more at once, as in a move, the newest. */
const mostLooked = 20

/** How many seconds a source asked us to wait; undefined where it did not say. */
export function secondsToWait(error: unknown): number | undefined {
  const headers = error instanceof Error && 'headers' in error ? error.headers : null
  const value = headers instanceof Headers ? Number(headers.get('retry-after')) : Number.NaN
  return Number.isFinite(value) && value > 0 ? value : undefined
}

/**
 * What a source last said, for as long as it says nothing better: an outage, an empty answer or a broken
 * body never takes the place of what was good. One archive serves all pages of a process.
 */
export class Archive {
  #last: Answer | null = null
  #asking: Promise<Snapshot> | null = null
  /** Follows `#asking`, and outlives it by a moment: while there is one, nobody else asks. */
  #next: Promise<Snapshot> | null = null
  /** Whether anybody who waits for the next question is urgent. */
  #isNextUrgent = false
  #notBefore = 0
  #failure: unknown = null
  readonly #bodies = new LRUCache<string, { version: string | null; body: SourceBody }>({ max: bodiesInMemory })
  readonly #now: () => number
  readonly #keep: Keep | null

  constructor(
    private readonly source: PostSource,
    private readonly options: Options,
  ) {
    this.#now = options.now ?? Date.now
    this.#keep = options.keep ?? null
  }

  /**
   * What there is, asked for anew when it is no longer fresh. While the source fails, the last good answer.
   * @param wished milliseconds, for whoever would have it fresher than others, and does not wait long for that
   * @throws {BlogUnavailable} when the source fails and there is none
   */
  async current(wished = this.options.freshFor): Promise<Snapshot> {
    const now = this.#now()
    const last = this.#last
    if (last && now - last.askedAt < wished) return this.#ofToday(last, now)
    if (now < this.#notBefore) return this.#lastGood(this.#failure)
    const asked = (this.#asking ?? this.#next ?? this.#question()).catch((error: unknown) => this.#lastGood(error))
    if (!last || now - last.askedAt >= this.options.freshFor) return asked
    const slow = sleep(patience.wished, undefined, { ref: false }).then(() => this.#ofToday(last, this.#now()))
    return Promise.race([asked, slow])
  }

  /**
   * Whether the source gave what it was last asked for. It is asked again when a reader would ask, and not waited
   * for once it has given or refused anything.
   */
  async isAnswered(): Promise<boolean> {
    const asked = this.current().catch(() => undefined)
    if (!this.#last && this.#failure === null) await asked
    return this.#last !== null && this.#failure === null
  }

  /**
   * Asks the source now, unless it has told us to wait. A question that is under way may have been read before
   * the caller's change was made, so another one follows it, which all who wait share.
   * @param isUrgent asks also shortly after a failure, for somebody who may have mended it or has just published
   * @throws what the source threw, or {PostUnreadable} where that is urgent, with the last good answer untouched
   */
  async renew(isUrgent = true): Promise<Snapshot> {
    if (this.#now() < this.#notBefore && (!isUrgent || secondsToWait(this.#failure))) throw this.#failure
    if (this.#next) {
      this.#isNextUrgent ||= isUrgent
      return this.#next
    }
    if (!this.#asking) return this.#question(isUrgent)
    this.#isNextUrgent = isUrgent
    this.#next = this.#asking
      .catch(() => undefined)
      .then(() => {
        this.#next = null
        return this.#question(this.#isNextUrgent)
      })
    return this.#next
  }

  #question(isUrgent = false): Promise<Snapshot> {
    this.#asking = this.#ask(isUrgent).finally(() => {
      this.#asking = null
    })
    return this.#asking
  }

  /**
   * A body, rendered once for each version of it. When it cannot be had whole, the last good one.
   * @throws when it cannot be had and there is no last good one
   */
  async body(draft: Draft): Promise<SourceBody> {
    const known = this.#bodies.get(draft.key)
    if (known && draft.version !== null && known.version === draft.version) return known.body
    try {
      const body = await this.source.body(draft)
      if (!body.broken) return await this.#remember(draft, body)
      const good = await this.#goodBody(draft)
      report('post has broken parts', { slug: draft.summary.slug, parts: body.broken, shown: good ? 'before' : 'rest' })
      return good ?? body
    } catch (error) {
      const good = await this.#goodBody(draft)
      report('post could not be read', {
        slug: draft.summary.slug,
        because: reasonOf(error),
        shown: good ? 'before' : 'none',
      })
      if (good) return good
      throw error
    }
  }

  /**
   * The keys of posts that came since the last answer and have no text that can be shown: such a post waits, and
   * takes no place in a list. One that was shown before keeps its last good text.
   * @param isUrgent looks at texts that have changed, too, and throws for any that cannot be shown
   */
  async #unreadable(next: Snapshot, last: Snapshot, isUrgent: boolean): Promise<Set<string>> {
    const before = new Map(last.published.map((draft) => [draft.key, draft]))
    const isOther = ({ key, version }: Draft) => {
      const known = before.get(key)
      return !known || (isUrgent && (version === null || known.version !== version))
    }
    const held = new Set<string>()
    for (const draft of next.published.filter(isOther).slice(0, mostLooked)) {
      try {
        const body = await this.source.body(draft)
        if (!body.broken) await this.#remember(draft, body)
      } catch (error) {
        if (isUrgent) throw new PostUnreadable(reasonOf(error), { cause: error })
        if (before.has(draft.key) || (await this.#goodBody(draft))) continue
        held.add(draft.key)
        report('post left out: its text cannot be read', { slug: draft.summary.slug, because: reasonOf(error) })
      }
    }
    return held
  }

  async #ask(isUrgent: boolean): Promise<Snapshot> {
    const now = this.#now()
    try {
      const all = await this.source.drafts()
      const today = dayOf(now)
      let told: Told = { all, held: new Set() }
      let snapshot = snapshotOf(told, today, now)
      if (snapshot.published.length === 0 && !this.source.mayBeEmpty) {
        throw new BlogUnavailable('The source of posts answered, and had none that is published.')
      }
      const last = this.#last?.snapshot
      const held = last ? await this.#unreadable(snapshot, last, isUrgent) : told.held
      if (held.size > 0) snapshot = snapshotOf((told = { all, held }), today, now)
      if (last?.revision === snapshot.revision) snapshot = { ...snapshot, changedAt: last.changedAt }
      this.#last = { told, snapshot, day: today, askedAt: now }
      this.#notBefore = 0
      this.#failure = null
      await this.#keep?.write('drafts', all)
      return snapshot
    } catch (error) {
      // The source has answered, and is asked again as ever.
      if (error instanceof PostUnreadable) throw error
      const asked = secondsToWait(error)
      const wait = asked ? asked * 1000 : this.#last ? patience.withLastGood : patience.without
      this.#notBefore = now + wait
      this.#failure = error
      report('posts could not be renewed', { because: reasonOf(error), next: `${Math.round(wait / 1000)} s` })
      throw error
    }
  }

  async #lastGood(error: unknown): Promise<Snapshot> {
    const now = this.#now()
    if (this.#last) return this.#ofToday(this.#last, now)
    const kept = (await this.#keep?.read<Draft[]>('drafts')) ?? (await this.#rest())
    if (!kept) throw new BlogUnavailable('The source of posts does not answer.', { cause: error })
    const day = dayOf(now)
    // Asked at a time long ago, so that the source is asked again as soon as it may be.
    const told = { all: kept, held: new Set<string>() }
    this.#last = { told, snapshot: snapshotOf(told, day, now), day, askedAt: Number.NEGATIVE_INFINITY }
    return this.#last.snapshot
  }

  /**
   * What there is beside what is wrong: a process that begins has no last good answer, and one file would take
   * the whole blog away. Null where that is nothing.
   */
  async #rest(): Promise<Draft[] | null> {
    if (this.options.beginsWhole || !this.source.readable) return null
    const drafts = await this.source.readable().catch(() => [])
    return drafts.length > 0 ? drafts : null
  }

  /** A post that is dated tomorrow is published at midnight, whether or not its source is asked. */
  #ofToday(last: Answer, now: number): Snapshot {
    const today = dayOf(now)
    if (last.day === today) return last.snapshot
    const snapshot = snapshotOf(last.told, today, now)
    const same = snapshot.revision === last.snapshot.revision
    this.#last = { ...last, day: today, snapshot: same ? last.snapshot : snapshot }
    return this.#last.snapshot
  }

  async #remember({ key, version }: Draft, body: SourceBody): Promise<SourceBody> {
    this.#bodies.set(key, { version: body.borrowed ? null : version, body })
    await this.#keep?.write(`body-${key}`, body)
    return body
  }

  async #goodBody({ key }: Draft): Promise<SourceBody | null> {
    return this.#bodies.get(key)?.body ?? (await this.#keep?.read<SourceBody>(`body-${key}`)) ?? null
  }
}
