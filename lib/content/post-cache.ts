import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { type Draft, type PostSource, type SourceBody, isPublished } from './record'
import { reasonOf, report } from './report'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'

/** One reading of the source. */
export type PostList = {
  drafts: readonly Draft[]
  published: readonly Draft[]
  bySlug: ReadonlyMap<string, Draft>
}

/** A newly published text cannot be rendered; the publisher gets the reason. */
class UnreadablePost extends Error {}

/** The source fails, and there is no earlier answer. */
export class BlogUnavailable extends Error {}

/** By code unit, because locales differ between machines. */
const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other))

const newestFirst = ({ summary: one }: Draft, { summary: other }: Draft) =>
  compare(other.written, one.written) || compare(one.slug, other.slug)

const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10)

type Reading = { drafts: readonly Draft[]; hidden: ReadonlySet<string> }

function listOf({ drafts: all, hidden }: Reading, today: string): PostList {
  const isShown = (draft: Draft) => isPublished(draft, today) && !hidden.has(draft.key)
  const sorted = all.toSorted(newestFirst)
  const bySlug = new Map<string, Draft>()
  // Published posts win over drafts with the same slug, so that a copy does not hide its page.
  for (const draft of [...sorted.filter(isShown), ...sorted.filter((draft) => !isShown(draft))]) {
    const { slug } = draft.summary
    const other = bySlug.get(slug)
    if (other) report('post left out: its slug is taken', { slug, key: draft.key, by: other.key })
    else bySlug.set(slug, draft)
  }
  const drafts = [...bySlug.values()].toSorted(newestFirst)
  const published = drafts.filter(isShown)
  return { drafts, published, bySlug: new Map(published.map((draft) => [draft.summary.slug, draft])) }
}

type Options = {
  /** How long one reading counts, in milliseconds. */
  listMs: number
  /** Keeps good answers across restarts. */
  files?: LastGoodFiles
  /** For builds: fail instead of leaving invalid posts out. */
  rejectInvalid?: boolean
  now?: () => number
}

type Current = Reading & { list: PostList; day: string; readAt: number; publication: string }

/** A slow source is awaited, and a failing one left alone, for so many milliseconds. */
const waitMs = 10_000
const retryMs = 30_000
const maxBodies = 200
/** Maximum number of new texts rendered before their posts are listed. */
const maxCheckedPosts = 20

/** The source's `Retry-After` in seconds, if it sent one. */
export function retryAfterSeconds(error: unknown): number | undefined {
  const headers = error instanceof Error && 'headers' in error ? error.headers : null
  const value = headers instanceof Headers ? Number(headers.get('retry-after')) : Number.NaN
  return Number.isFinite(value) && value > 0 ? value : undefined
}

/** The last good answer of a source. Outages, empty answers and broken bodies never replace it. */
export class PostCache {
  #current: Current | null = null
  #pending: { publication: string; list: Promise<PostList> } | null = null
  #failure: { error: unknown; until: number } | null = null
  readonly #bodies = new LRUCache<string, { draft: Draft; body: Promise<SourceBody> }>({ max: maxBodies })
  readonly #lastGood = new LRUCache<string, SourceBody>({ max: maxBodies })
  readonly #now: () => number

  constructor(
    private readonly source: PostSource,
    private readonly options: Options,
  ) {
    this.#now = options.now ?? Date.now
  }

  /**
   * The posts, read again if the reading is too old, or the last good ones while the source fails or is slow.
   * @param publication changes with each publication, after which the source is read at once
   * @throws {BlogUnavailable} if the source fails, and there is no earlier answer
   */
  async read(publication = this.#current?.publication ?? ''): Promise<PostList> {
    const current = this.#current
    const isCurrent = current?.publication === publication && this.#now() - current.readAt < this.options.listMs
    if (isCurrent) return this.#today(current)
    if (this.#failure && this.#now() < this.#failure.until) return this.#fallback(this.#failure.error)
    const reading = this.#readOnce(publication).catch((error: unknown) => this.#fallback(error))
    if (!current) return reading
    return Promise.race([reading, sleep(waitMs, undefined, { ref: false }).then(() => this.#today(current))])
  }

  /**
   * For publishers: reads the source now, unless it asked us to wait, and renders changed texts.
   * @throws the source's error, or {UnreadablePost}; the last good posts stay
   */
  async refresh(): Promise<PostList> {
    const { error, until = 0 } = this.#failure ?? {}
    if (this.#now() < until && retryAfterSeconds(error)) throw error
    return this.#start(this.#current?.publication ?? '', true)
  }

  /** Whether the last reading succeeded. Waits only for the first one. */
  async isHealthy(): Promise<boolean> {
    const reading = this.read().catch(() => undefined)
    if (!this.#current && !this.#failure) await reading
    return this.#current !== null && !this.#failure
  }

  #readOnce(publication: string): Promise<PostList> {
    return this.#pending?.publication === publication ? this.#pending.list : this.#start(publication, false)
  }

  /** After the pending reading, which may miss the change that was published. */
  #start(publication: string, isPublishing: boolean): Promise<PostList> {
    const before = this.#pending?.list.catch(() => undefined)
    const list = Promise.resolve(before).then(() => this.#readSource(publication, isPublishing))
    const pending = { publication, list }
    this.#pending = pending
    const end = () => {
      if (this.#pending === pending) this.#pending = null
    }
    list.then(end, end)
    return list
  }

  async #readSource(publication: string, isPublishing: boolean): Promise<PostList> {
    const readAt = this.#now()
    const day = dayOf(readAt)
    try {
      const drafts = await this.source.readDrafts()
      const list = listOf({ drafts, hidden: new Set() }, day)
      if (list.published.length === 0 && !this.source.mayBeEmpty) {
        throw new BlogUnavailable('The source of posts answered, and had none that is published.')
      }
      const hidden = await this.#findUnreadable(list, isPublishing)
      const shown = hidden.size > 0 ? listOf({ drafts, hidden }, day) : list
      this.#current = { drafts, hidden, list: shown, day, readAt, publication }
      this.#failure = null
      await this.options.files?.write('drafts', drafts)
      return shown
    } catch (error) {
      // The source works.
      if (error instanceof UnreadablePost) throw error
      const seconds = retryAfterSeconds(error) ?? retryMs / 1000
      this.#failure = { error, until: readAt + seconds * 1000 }
      report('posts could not be read', { reason: reasonOf(error), next: `${Math.round(seconds)} s` })
      throw error
    }
  }

  /** Keys of new posts that cannot be rendered, which stay out of lists. Publishing fails if a changed one cannot. */
  async #findUnreadable(next: PostList, isPublishing: boolean): Promise<Set<string>> {
    const hidden = new Set<string>()
    if (!this.#current) return hidden
    const previous = new Map(this.#current.list.published.map((draft) => [draft.key, draft]))
    const mustRender = ({ key, version }: Draft) => {
      const other = previous.get(key)
      return !other || (isPublishing && (version === null || other.version !== version))
    }
    for (const draft of next.published.filter(mustRender).slice(0, maxCheckedPosts)) {
      try {
        await this.#render(draft)
      } catch (error) {
        if (isPublishing) throw new UnreadablePost(reasonOf(error), { cause: error })
        if (previous.has(draft.key) || (await this.#lastGoodBody(draft))) continue
        hidden.add(draft.key)
        report('post left out: its text cannot be read', { slug: draft.summary.slug, reason: reasonOf(error) })
      }
    }
    return hidden
  }

  async #fallback(error: unknown): Promise<PostList> {
    if (this.#current) return this.#today(this.#current)
    const drafts = (await this.options.files?.read<Draft[]>('drafts')) ?? (await this.#readValidDrafts())
    if (!drafts) throw new BlogUnavailable('The source of posts does not answer.', { cause: error })
    const reading = { drafts, hidden: new Set<string>() }
    const day = dayOf(this.#now())
    this.#current = { ...reading, list: listOf(reading, day), day, readAt: Number.NEGATIVE_INFINITY, publication: '' }
    return this.#current.list
  }

  /** After a start there is no earlier answer, and one invalid file must not hide all posts. */
  async #readValidDrafts(): Promise<Draft[] | null> {
    if (this.options.rejectInvalid || !this.source.readValidDrafts) return null
    const drafts = await this.source.readValidDrafts().catch(() => [])
    return drafts.length > 0 ? drafts : null
  }

  /** Posts dated tomorrow appear at midnight, also while the source fails. */
  #today(current: Current): PostList {
    const day = dayOf(this.#now())
    if (current.day === day) return current.list
    this.#current = { ...current, day, list: listOf(current, day) }
    return this.#current.list
  }

  /**
   * A body, rendered once per version, or the last good one on errors.
   * @throws if there is no good body
   */
  async body(draft: Draft): Promise<SourceBody> {
    const { slug } = draft.summary
    try {
      const body = await this.#render(draft)
      const lastGood = body.broken ? await this.#lastGoodBody(draft) : null
      if (body.broken) {
        report('post has broken parts', { slug, parts: body.broken, shown: lastGood ? 'before' : 'rest' })
      }
      return lastGood ?? body
    } catch (error) {
      const lastGood = await this.#lastGoodBody(draft)
      report('post could not be read', { slug, reason: reasonOf(error), shown: lastGood ? 'before' : 'none' })
      if (lastGood) return lastGood
      throw error
    }
  }

  /** Texts without a version, and those with parts of other pages, are rendered once per reading of the list. */
  async #render(draft: Draft): Promise<SourceBody> {
    const { key, version } = draft
    const cached = this.#bodies.get(key)
    if (cached && (cached.draft === draft || (version !== null && cached.draft.version === version))) {
      const body = await cached.body
      if (cached.draft === draft || !body.dependsOnOthers) return body
      // Another reader may have begun meanwhile.
      if (this.#bodies.get(key) !== cached) return this.#render(draft)
    }
    const body = this.source.readBody(draft)
    this.#bodies.set(key, { draft, body })
    try {
      const rendered = await body
      if (rendered.broken) this.#bodies.delete(key)
      else {
        this.#lastGood.set(key, rendered)
        await this.options.files?.write(`body-${key}`, rendered)
      }
      return rendered
    } catch (error) {
      this.#bodies.delete(key)
      throw error
    }
  }

  async #lastGoodBody({ key }: Draft): Promise<SourceBody | null> {
    return this.#lastGood.get(key) ?? (await this.options.files?.read<SourceBody>(`body-${key}`)) ?? null
  }
}

/** JSON values that survive the process. Errors are only logged. */
export type LastGoodFiles = {
  read<T>(name: string): Promise<T | null>
  write(name: string, value: unknown): Promise<void>
}

/** Writes are atomic, so a crash keeps the previous value. */
export function lastGoodFiles(folder: string): LastGoodFiles {
  const fileOf = (name: string) => path.join(folder, `${name.replace(/[^\w-]/g, '_')}.json`)
  let count = 0
  return {
    async read<T>(name: string) {
      try {
        return JSON.parse(await readFile(fileOf(name), 'utf8')) as T
      } catch {
        return null
      }
    },
    async write(name, value) {
      const temporary = `${fileOf(name)}.${process.pid}.${(count += 1)}`
      try {
        await mkdir(folder, { recursive: true })
        await writeFile(temporary, JSON.stringify(value))
        await rename(temporary, fileOf(name))
      } catch (error) {
        report('the last good posts could not be saved', { folder, reason: reasonOf(error) })
      }
    },
  }
}
