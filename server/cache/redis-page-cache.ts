/** Rendered pages shared through Redis, or in memory while it is down. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import createStore from '@fortedigital/nextjs-cache-handler/redis-strings'
import { env, type Env } from '@/lib/env'
import { shared } from '@/lib/process-state'
import { redis, type Redis } from '@/lib/redis'
import { MemoryPageCache, tagsOf, type Context, type Entry, type Value } from './memory-page-cache'

const maxLifeSeconds = 24 * 60 * 60

const cleanUpEveryMs = 60 * 60 * 1000

/** The store revalidates only tags with this prefix. */
const storedTag = (tag: string) => (tag.startsWith('_N_T_') ? tag : `_N_T_${tag}`)

const settingsWithoutEffect: string[] = [
  'port',
  'dataDir',
  'logLevel',
  'traces',
  'metricsPort',
  'shutdownDelayMs',
  'databaseUrl',
  'redisUrl',
  'limitsRedisUrl',
  'smtpUrl',
  'revalidateSecret',
] satisfies (keyof Env)[]

export function settingsDigest(settings: Env): string {
  const visible = Object.entries(settings).filter(([name]) => !settingsWithoutEffect.includes(name))
  return createHash('sha256').update(JSON.stringify(visible)).digest('base64url').slice(0, 12)
}

/** Excludes posts, whose pages are revalidated by tag. */
function contentDigest(dir: string): string {
  const folder = join(dir, 'content')
  const hash = createHash('sha256')
  if (!existsSync(folder)) return 'none'
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => join(parentPath, name))
    .filter((file) => !file.startsWith(join(folder, 'posts/')))
  for (const file of files.toSorted()) {
    const text = readFileSync(file)
    hash.update(`${file.slice(folder.length)}\n${text.byteLength}\n`).update(text)
  }
  return hash.digest('base64url').slice(0, 12)
}

function prefixOf(connection: Redis, serverDistDir: string): string {
  const build = readFileSync(join(serverDistDir, '../BUILD_ID'), 'utf8').trim()
  return `${connection.prefix}pages:${build}:${settingsDigest(env())}:${contentDigest(join(serverDistDir, '../..'))}:`
}

type Pages = { redis: Redis; store: ReturnType<typeof createStore>; prefix: string }
let sharedPages: Pages | undefined

const unannounced = new Set<string>()

function open(serverDistDir: string): Pages {
  const connection = redis()
  if (!connection) throw new Error('The shared page cache needs REDIS_URL.')
  const prefix = prefixOf(connection, serverDistDir)
  const store = createStore({ client: connection.client, keyPrefix: prefix, keyExpirationStrategy: 'EXAT' })
  const pages = { redis: connection, store, prefix }
  connection.onReconnect(() => announce(pages))
  // The store removes expired entries from its lists only on request.
  setInterval(() => void store.prepare?.().catch(() => {}), cleanUpEveryMs).unref()
  shared.announcePublication = (tag) => {
    unannounced.add(tag)
    return announce(pages).catch(() => {})
  }
  connection.subscribe(`${prefix}published`, () => (shared.contentRevision += 1))
  return pages
}

async function announce({ redis: { client }, store, prefix }: Pages): Promise<void> {
  for (const tag of unannounced) {
    await store.revalidateTag(storedTag(tag))
    await client.publish(`${prefix}published`, tag)
    unannounced.delete(tag)
  }
}

/** The store's lists must outlive every page. */
const extendLists = ({ redis: { client }, prefix }: Pages) =>
  Promise.all(
    ['__sharedTags__', '__sharedTagsTtl__', '__revalidated_tags__'].map((list) =>
      client.expire(prefix + list, 2 * maxLifeSeconds),
    ),
  )

export class RedisPageCache extends MemoryPageCache {
  readonly #pages: Pages

  constructor({ serverDistDir }: { serverDistDir: string }) {
    super()
    this.#pages = sharedPages ??= open(serverDistDir)
  }

  /** Entries from an earlier outage must not be used. */
  #memoryKey(key: string): string {
    return `${key}#${this.#pages.redis.outages}`
  }

  override async get(key: string, context: Context): Promise<Entry | null> {
    const implicitTags = [...(context.tags ?? []), ...(context.softTags ?? [])].map(storedTag)
    try {
      return (await this.#pages.store.get(key, { implicitTags })) ?? null
    } catch {
      return super.get(this.#memoryKey(key), context)
    }
  }

  override async set(key: string, value: Value, context: Context): Promise<void> {
    if (await this.isUselessNotFound(key, value)) return
    const now = Math.floor(this.startedAt / 1000)
    const lifeSeconds = Math.min(context.cacheControl?.expire ?? maxLifeSeconds, maxLifeSeconds)
    const entry = {
      value,
      // The rendering's start, so that later revalidations count.
      lastModified: this.startedAt,
      cacheControl: context.cacheControl,
      tags: tagsOf(value, { tags: context.tags }).map(storedTag),
      lifespan: {
        lastModifiedAt: now,
        staleAt: now + lifeSeconds,
        staleAge: lifeSeconds,
        expireAt: now + lifeSeconds,
        expireAge: lifeSeconds,
        revalidate: context.cacheControl?.revalidate,
      },
    }
    try {
      await this.#pages.store.set(key, entry)
      await extendLists(this.#pages)
    } catch {
      await super.set(this.#memoryKey(key), value, context)
    }
  }

  override async revalidateTag(tags: string | string[]): Promise<void> {
    await super.revalidateTag(tags)
    for (const tag of [tags].flat()) unannounced.add(tag)
    await announce(this.#pages).catch(() => {})
  }
}
