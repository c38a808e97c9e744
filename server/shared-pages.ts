/**
 * Rendered pages that the processes of one build share through Redis. While Redis is away each process
 * keeps its own in memory, and what was revalidated meanwhile is made good when Redis is back.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import createStore from '@fortedigital/nextjs-cache-handler/redis-strings'
import { env } from '@/lib/env'
import { shared } from '@/lib/process-state'
import { redis, type Redis } from '@/lib/redis'
import { shownSettings } from './shown-settings'
import { isAboutNothing, PageMemory, tagsOf, type Get, type Options, type Set as Put } from './page-memory'

/** Seconds after which a page is rendered anew, whatever it says itself: what an old build left goes with it. */
const longest = 24 * 60 * 60

const sweepMs = 60 * 60 * 1000

/** The store writes down when a tag was revalidated only where the tag begins so; others it merely looks up. */
const noted = (tag: string) => (tag.startsWith('_N_T_') ? tag : `_N_T_${tag}`)

/**
 * A digest of the texts of fixed pages in `content/`. Posts are left out: pages that show them are renewed by tag.
 * @param dir the folder of the checkout
 */
function fixedTexts(dir: string): string {
  const folder = join(dir, 'content')
  const hash = createHash('sha256')
  if (!existsSync(folder)) return 'none'
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => join(parentPath, name))
    .filter((file) => !file.startsWith(join(folder, 'posts/')))
  for (const file of entries.toSorted()) {
    const text = readFileSync(file)
    hash.update(`${file.slice(folder.length)}\n${text.byteLength}\n`).update(text)
  }
  return hash.digest('base64url').slice(0, 12)
}

/** Pages name the files of one build, and say what settings and texts say: who differs in any of them shares nothing. */
function prefixOf(connection: Redis, serverDistDir: string): string {
  const build = readFileSync(join(serverDistDir, '../BUILD_ID'), 'utf8').trim()
  const texts = fixedTexts(join(serverDistDir, '../..'))
  return `${connection.prefix}pages:${build}:${shownSettings(env())}:${texts}:`
}

type Pages = { redis: Redis; store: ReturnType<typeof createStore>; prefix: string }
let opened: Pages | undefined

function open(serverDistDir: string): Pages {
  const connection = redis()
  if (!connection) throw new Error('Pages are shared only where REDIS_URL is set.')
  const prefix = prefixOf(connection, serverDistDir)
  const { client } = connection
  const store = createStore({ client, keyPrefix: prefix, keyExpirationStrategy: 'EXAT' })
  const pages = { redis: connection, store, prefix }
  connection.whenBack(() => tell(pages))
  // Of what has expired the store sweeps its lists when something is published, and else only when it is asked to.
  setInterval(() => void store.prepare?.().catch(() => {}), sweepMs).unref()
  shared.announcePublication = (tag) => {
    untold.add(tag)
    return tell(pages).catch(() => {})
  }
  connection.hear(`${prefix}published`, () => (shared.contentRevision += 1))
  return pages
}

/** Tags that were revalidated here, and of which Redis has not heard. */
const untold = new Set<string>()

/** Writes it down for who asks Redis, and calls it out to those who answer from memory. */
async function tell({ redis: { client }, store, prefix }: Pages): Promise<void> {
  for (const tag of untold) {
    await store.revalidateTag(noted(tag))
    await client.publish(`${prefix}published`, tag)
    untold.delete(tag)
  }
}

/** The store's own lists have no end; they outlast every page by so many times. */
const keepLists = ({ redis: { client }, prefix }: Pages) =>
  Promise.all(
    ['__sharedTags__', '__sharedTagsTtl__', '__revalidated_tags__'].map((list) =>
      client.expire(prefix + list, 2 * longest),
    ),
  )

export default class SharedPages extends PageMemory {
  readonly #pages: Pages

  constructor(options: Options) {
    super(options)
    this.#pages = opened ??= open(options.serverDistDir)
  }

  /** What was kept in memory while Redis was away is old when it goes the next time. */
  #own(key: string): string {
    return `${key}#${this.#pages.redis.losses}`
  }

  override async get(...[key, context]: Get) {
    const tags = [
      ...(('tags' in context && context.tags) || []),
      ...(('softTags' in context && context.softTags) || []),
    ]
    try {
      return (await this.#pages.store.get(key, { implicitTags: tags.map(noted) })) ?? null
    } catch {
      return super.get(this.#own(key), context)
    }
  }

  override async set(...[key, value, context]: Put): Promise<void> {
    if (isAboutNothing(key, value) && !(await this.isStored(key, value))) return
    const cacheControl = 'cacheControl' in context ? context.cacheControl : undefined
    const now = Math.floor(this.since / 1000)
    const life = Math.min(cacheControl?.expire ?? longest, longest)
    const entry = {
      value,
      // As old as what it was rendered from may be, so that a revalidation in between counts.
      lastModified: this.since,
      cacheControl,
      tags: tagsOf(value, context).map(noted),
      lifespan: {
        lastModifiedAt: now,
        staleAt: now + life,
        staleAge: life,
        expireAt: now + life,
        expireAge: life,
        revalidate: cacheControl?.revalidate,
      },
    }
    try {
      await this.#pages.store.set(key, entry)
      await keepLists(this.#pages)
    } catch {
      await super.set(this.#own(key), value, context)
    }
  }

  /** Those of this process are thrown away in any case; Redis hears of it now, or when it is back. */
  override async revalidateTag(tags: string | string[], durations?: { expire?: number }): Promise<void> {
    await super.revalidateTag(tags, durations)
    for (const tag of [tags].flat()) untold.add(tag)
    await tell(this.#pages).catch(() => {})
  }
}
