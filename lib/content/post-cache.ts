import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { type Draft, type PostSource, type SourceBody, isPublished } from './record'
import { reasonOf, report } from './content-files'
import type { PostSummary } from '@/lib/contract/content'
import { perLocale } from '@/lib/contract/format'
import { defaultLocale, type Locale, locales } from '@/lib/locales'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'

/** One reading of the source, newest first. */
export type PostList = {
  /** With the unpublished ones. */
  drafts: readonly Draft[]
  /** In all languages. Translations are published with their original. */
  published: readonly Draft[]
  inLanguage: (locale: Locale) => { summaries: readonly PostSummary[]; bySlug: ReadonlyMap<string, Draft> }
}

/** A newly published text cannot be rendered; the publisher gets the reason. */
class UnreadablePost extends Error {}

/** The source fails, and there is no earlier answer. */
export class BlogUnavailable extends Error {}

/** By code unit, because locales differ between machines. */
const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other))

const newestFirst = ({ summary: one }: Draft, { summary: other }: Draft) =>
  compare(other.written, one.written) || compare(one.slug, other.slug)

const localeOf = ({ summary }: Draft) => summary.locale ?? defaultLocale

function listOf(all: readonly Draft[], today: string): PostList {
  const sorted = all.toSorted(newestFirst)
  const bySlug = Object.fromEntries(locales.map((locale) => [locale, new Map<string, Draft>()]))
  const isShown = (draft: Draft) => isPublished(draft, today)
  // Published posts win over drafts with the same slug, so that a copy does not hide its page.
  for (const draft of [...sorted.filter(isShown), ...sorted.filter((draft) => !isShown(draft))]) {
    const { slug } = draft.summary
    const own = bySlug[localeOf(draft)]
    const other = own?.get(slug)
    if (other) report('post left out: its slug is taken', { slug, key: draft.key, by: other.key })
    else own?.set(slug, draft)
  }
  const originals = bySlug[defaultLocale]
  const hasOriginal = ({ key, summary: { slug } }: Draft) => {
    if (originals?.has(slug)) return true
    report('translation left out: there is no post that it translates', { slug, key })
    return false
  }
  const drafts = Object.values(bySlug)
    .flatMap((own) => [...own.values()])
    .filter(hasOriginal)
    .toSorted(newestFirst)
  const isPublic = (draft?: Draft) => draft !== undefined && isShown(draft)
  const published = drafts.filter((draft) => isPublic(draft) && isPublic(originals?.get(draft.summary.slug)))
  const inLanguage = perLocale((locale) => {
    const own = published.filter((draft) => localeOf(draft) === locale)
    return {
      summaries: own.map(({ summary }) => summary),
      bySlug: new Map(own.map((draft) => [draft.summary.slug, draft])),
    }
  })
  return { drafts, published, inLanguage }
}

type Options = {
  /** How long one reading counts, in milliseconds. */
  listMs: number
  /** Keeps good answers across restarts. */
  files?: LastGoodFiles
  /** For builds: an invalid post is an error. */
  isStrict?: boolean
  now?: () => number
}

type Current = { list: PostList; readAt: number; publication: string }

/** A slow source is awaited, and a failing one left alone, for so many milliseconds. */
const waitMs = 10_000
const retryMs = 30_000
const maxBodies = 200

/** The source's `Retry-After` in seconds, if it sent one. */
export function retryAfterSeconds(error: unknown): number | undefined {
  const headers = error instanceof Error && 'headers' in error ? error.headers : null
  const value = headers instanceof Headers ? Number(headers.get('retry-after')) : Number.NaN
  return Number.isFinite(value) && value > 0 ? value : undefined
}

/** Unreadable posts are drafts until they can be read. */
const asDraft = (unreadable: ReadonlySet<string>) => (draft: Draft) =>
  unreadable.has(draft.key) ? { ...draft, record: { ...draft.record, draft: true } } : draft

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
    if (isCurrent) return current.list
    if (this.#failure && this.#now() < this.#failure.until) return this.#fallback(this.#failure.error)
    const reading = this.#readOnce(publication).catch((error: unknown) => this.#fallback(error))
    if (!current) return reading
    return Promise.race([reading, sleep(waitMs, current.list, { ref: false })])
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
    try {
      const drafts = await this.source.readDrafts(isPublishing || Boolean(this.options.isStrict))
      const list = listOf(drafts, this.#today())
      if (list.published.length === 0 && !this.source.mayBeEmpty) {
        throw new BlogUnavailable('The source of posts answered, and had none that is published.')
      }
      const unreadable = await this.#findUnreadable(list, isPublishing)
      const shown = unreadable.size === 0 ? list : listOf(drafts.map(asDraft(unreadable)), this.#today())
      this.#current = { list: shown, readAt, publication }
      this.#failure = null
      await this.options.files?.write('drafts', shown.drafts)
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
    for (const draft of next.published.filter(mustRender)) {
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

  #today(): string {
    return new Date(this.#now()).toISOString().slice(0, 10)
  }

  async #fallback(error: unknown): Promise<PostList> {
    if (this.#current) return this.#current.list
    const drafts = await this.options.files?.read<Draft[]>('drafts')
    if (!drafts) throw new BlogUnavailable('The source of posts does not answer.', { cause: error })
    this.#current = { list: listOf(drafts, this.#today()), readAt: Number.NEGATIVE_INFINITY, publication: '' }
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
    if (cached?.draft === draft) return cached.body
    if (cached && version !== null && cached.draft.version === version) {
      const body = await cached.body
      if (!body.dependsOnOthers) return body
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

type LastGoodFiles = ReturnType<typeof lastGoodFiles>

/** JSON values that survive the process. Writes are atomic, so a crash keeps the previous value; errors are logged. */
export function lastGoodFiles(folder: string) {
  const fileOf = (name: string) => path.join(folder, `${name.replace(/[^\w-]/g, '_')}.json`)
  let count = 0
  return {
    async read<T>(name: string): Promise<T | null> {
      try {
        return JSON.parse(await readFile(fileOf(name), 'utf8')) as T
      } catch {
        return null
      }
    },
    async write(name: string, value: unknown): Promise<void> {
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
