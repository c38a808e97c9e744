import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { type Draft, type PostSource, type SourceBody, isPublished } from './record'
import { reasonOf, report } from './content-files'
import { defaultLocale } from '@/lib/locales'
import { shared } from '@/lib/server/process-state'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'

/** Newest first, in all languages. */
export type PostList = {
  /** With the unpublished ones. */
  drafts: readonly Draft[]
  /** Translations are published with their original. */
  published: readonly Draft[]
}

/** The source fails, and there is no earlier answer. */
export class BlogUnavailable extends Error {}

/** By code unit, because locales differ between machines. */
const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other))

const newestFirst = ({ summary: one }: Draft, { summary: other }: Draft) =>
  compare(other.written, one.written) || compare(one.slug, other.slug)

export function listOf(all: readonly Draft[], today = new Date().toISOString().slice(0, 10)): PostList {
  const isShown = (draft: Draft) => isPublished(draft, today)
  const byAddress = new Map<string, Draft>()
  const sorted = all.toSorted(newestFirst)
  // Published posts win over drafts with the same slug, so that a copy does not hide its page.
  for (const draft of [...sorted.filter(isShown), ...sorted.filter((each) => !isShown(each))]) {
    const { slug, locale = defaultLocale } = draft.summary
    const other = byAddress.get(`${locale}/${slug}`)
    if (other) report('post left out: its slug is taken', { slug, key: draft.key, by: other.key })
    else byAddress.set(`${locale}/${slug}`, draft)
  }
  const originalOf = ({ summary: { slug } }: Draft) => byAddress.get(`${defaultLocale}/${slug}`)
  const drafts = [...byAddress.values()].toSorted(newestFirst).filter((draft) => {
    if (originalOf(draft)) return true
    report('translation left out: there is no post that it translates', { slug: draft.summary.slug, key: draft.key })
    return false
  })
  const published = drafts.filter((draft) => [draft, originalOf(draft)].every((each) => each && isShown(each)))
  return { drafts, published }
}

/** The source's `Retry-After` in seconds, if it sent one. */
export function retryAfterSeconds(error: unknown): number | undefined {
  const headers = error instanceof Error && 'headers' in error ? error.headers : null
  const value = headers instanceof Headers ? Number(headers.get('retry-after')) : Number.NaN
  return Number.isFinite(value) && value > 0 ? value : undefined
}

type Options = {
  /** How long one reading counts, in milliseconds. */
  listMs: number
  files?: ReturnType<typeof lastGoodFiles>
  /** For builds: an invalid post is an error. */
  isStrict?: boolean
}

const waitMs = 10_000
const retrySeconds = 30
const maxBodies = 200

/** A version that is null is rendered again for the next reading of the list. */
type Rendered = { draft: Draft; version: string | null; body: SourceBody }

/** The last good answer of a source. Outages, empty answers and broken bodies never replace it. */
export class PostCache {
  #list: PostList | null = null
  #failure: unknown = null
  #readAgainAt = 0
  #revision = 0
  #pending: Promise<void> | null = null
  readonly #rendered = new LRUCache<string, Rendered, Draft>({
    max: maxBodies,
    noDeleteOnFetchRejection: true,
    fetchMethod: (_key, before, { context: draft }) => this.#readBody(draft, before?.body),
  })

  constructor(
    private readonly source: PostSource,
    private readonly options: Options,
  ) {}

  /**
   * The posts, read again after their time or a publication; the last good ones while the source fails or is slow.
   * @throws {BlogUnavailable} if the source fails, and there is no earlier answer
   */
  async read(): Promise<PostList> {
    if (this.#isDue()) {
      const reading = this.#readAgain()
      await (this.#list ? Promise.race([reading, sleep(waitMs, null, { ref: false })]) : reading)
    }
    if (this.#list) return this.#list
    throw new BlogUnavailable('The source of posts does not answer.', { cause: this.#failure })
  }

  /**
   * For publishers: reads the source now, unless it asked us to wait, and renders changed texts.
   * @throws the error of the source or of a text; the last good posts stay
   */
  async refresh(): Promise<void> {
    while (this.#pending) await this.#pending
    if (!this.#mustWait()) await this.#start(true)
    if (this.#failure) throw this.#failure
  }

  /** Whether the last reading succeeded. Waits only for the first one. */
  async isHealthy(): Promise<boolean> {
    const reading = this.#readAgain()
    if (!this.#list) await reading
    return this.#list !== null && !this.#failure
  }

  /** The source asked us to. */
  #mustWait(): boolean {
    return Date.now() < this.#readAgainAt && retryAfterSeconds(this.#failure) !== undefined
  }

  #isDue(): boolean {
    const isPublished = this.#revision !== shared.contentRevision
    return Date.now() >= this.#readAgainAt || (isPublished && !this.#mustWait())
  }

  /** Reads once more if something is published meanwhile. */
  async #readAgain(): Promise<void> {
    while (this.#isDue()) await (this.#pending ?? this.#start(false))
  }

  #start(isPublishing: boolean): Promise<void> {
    this.#pending = this.#readSource(isPublishing).finally(() => (this.#pending = null))
    return this.#pending
  }

  async #readSource(isPublishing: boolean): Promise<void> {
    const revision = shared.contentRevision
    try {
      const list = listOf(await this.source.readDrafts(isPublishing || Boolean(this.options.isStrict)))
      if (list.published.length === 0 && !this.source.mayBeEmpty)
        throw new BlogUnavailable('The source of posts answered, and had none that is published.')
      if (isPublishing) await this.#renderChanged(list)
      await this.options.files?.write('drafts', list.drafts)
      this.#list = list
      this.#failure = null
      this.#readAgainAt = Date.now() + this.options.listMs
    } catch (error) {
      const seconds = retryAfterSeconds(error) ?? retrySeconds
      report('posts could not be read', { reason: reasonOf(error), next: `${Math.round(seconds)} s` })
      this.#list ??= (await this.options.files?.read('drafts', (drafts: Draft[]) => listOf(drafts))) ?? null
      this.#failure = error
      this.#readAgainAt = Date.now() + seconds * 1000
    }
    this.#revision = revision
  }

  /** @throws if a text that is new since the last reading cannot be rendered */
  async #renderChanged({ published }: PostList): Promise<void> {
    if (!this.#list) return
    const versions = new Map(this.#list.published.map(({ key, version }) => [key, version]))
    for (const draft of published) {
      if (draft.version === null || versions.get(draft.key) !== draft.version) await this.#render(draft)
    }
  }

  async #render(draft: Draft): Promise<SourceBody> {
    const known = this.#rendered.get(draft.key)
    const isCurrent = known?.draft === draft || (draft.version !== null && known?.version === draft.version)
    return (await this.#rendered.forceFetch(draft.key, { context: draft, forceRefresh: !isCurrent })).body
  }

  /** The last good body stands in for one with broken parts. */
  async #readBody(draft: Draft, before?: SourceBody): Promise<Rendered> {
    const body = await this.source.readBody(draft)
    if (!body.broken) {
      await this.options.files?.write(`body-${draft.key}`, body)
      return { draft, version: body.dependsOnOthers ? null : draft.version, body }
    }
    const lastGood = before && !before.broken ? before : await this.#savedBody(draft)
    const shown = lastGood ? 'before' : 'rest'
    report('post has broken parts', { slug: draft.summary.slug, parts: body.broken, shown })
    return { draft, version: null, body: lastGood ?? body }
  }

  async #savedBody({ key }: Draft): Promise<SourceBody | null> {
    return (await this.options.files?.read(`body-${key}`, (body: SourceBody) => body)) ?? null
  }

  /**
   * A body, rendered once per version, or the last good one.
   * @throws if it cannot be read, and there is no good one
   */
  async body(draft: Draft): Promise<SourceBody> {
    try {
      return await this.#render(draft)
    } catch (error) {
      const lastGood = this.#rendered.get(draft.key)?.body ?? (await this.#savedBody(draft))
      const shown = lastGood ? 'before' : 'none'
      report('post could not be read', { slug: draft.summary.slug, reason: reasonOf(error), shown })
      if (lastGood) return lastGood
      throw error
    }
  }
}

/** JSON values that survive the process. Writes are atomic, so a crash keeps the previous value; errors are logged. */
export function lastGoodFiles(folder: string) {
  const fileOf = (name: string) => path.join(folder, `${name.replace(/[^\w-]/g, '_')}.json`)
  let count = 0
  return {
    async read<Value, Result>(name: string, use: (value: Value) => Result): Promise<Result | null> {
      try {
        return use(JSON.parse(await readFile(fileOf(name), 'utf8')) as Value)
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
