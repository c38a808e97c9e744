/** Next's `cacheHandler`: pages in this process, or shared through Redis with `REDIS_URL`. Nothing stores a 404. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CacheHandler } from '@fortedigital/nextjs-cache-handler'
import createMemoryStore from '@fortedigital/nextjs-cache-handler/local-lru'
import createRedisStore from '@fortedigital/nextjs-cache-handler/redis-strings'
import { shared } from '@/lib/server/process-state'
import { redis, type Redis } from '@/lib/server/redis'

const maxBytes = 100 * 1024 * 1024

type Store = ReturnType<typeof createRedisStore>

const createMemory = () => createMemoryStore({ maxItemSizeBytes: maxBytes })

/** Shared pages; while Redis is down, this process's own. */
function createSharedStore({ client, prefix: sitePrefix }: Redis, build: string): Store {
  const keyPrefix = `${sitePrefix}pages:${build}:`
  const channel = `${keyPrefix}published`
  const pages = createRedisStore({ client, keyPrefix })
  let memory = createMemory()
  /** Tags that the other processes do not know yet. */
  const unannounced = new Set<string>()
  const store = () => (client.isReady ? pages : memory)

  async function announce(): Promise<void> {
    for (const tag of unannounced) {
      // Others read the posts again before they render pages again.
      await client.publish(channel, tag)
      await pages.revalidateTag(tag)
      unannounced.delete(tag)
    }
  }
  const onPublished = () => void (shared.contentRevision += 1)
  async function onReady(): Promise<void> {
    // Pages of one outage must not appear in the next.
    memory = createMemory()
    await client.subscribe(channel, onPublished)
    // Messages may have been missed.
    onPublished()
    await announce()
  }
  const prepare = () => void onReady().catch(() => {})
  client.on('ready', prepare)
  if (client.isReady) prepare()
  shared.announcePublication = (tag) => {
    unannounced.add(tag)
    return announce().catch(() => {})
  }
  return {
    name: 'redis-or-memory',
    get: (key, meta) => store().get(key, meta),
    set: (key, value, context) => store().set(key, value, context),
    async revalidateTag(tag) {
      unannounced.add(tag)
      await Promise.all([memory.revalidateTag(tag), announce().catch(() => {})])
    },
  }
}

CacheHandler.onCreation(({ serverDistDir = '' }) => {
  const connection = process.env.REDIS_URL?.trim() ? redis() : null
  const build = () => readFileSync(join(serverDistDir, '../BUILD_ID'), 'utf8').trim()
  return { handlers: [connection ? createSharedStore(connection, build()) : createMemory()] }
})

export default class PageCache extends CacheHandler {
  /** Next creates an instance per request, before it renders. */
  readonly #revision = shared.contentRevision

  override async set(...[key, value, context]: Parameters<CacheHandler['set']>): Promise<void> {
    const isMissing = value !== null && 'status' in value && value.status === 404
    const isCurrent = this.#revision === shared.contentRevision
    if (!isMissing && isCurrent) await super.set(key, value, context)
  }

  override async revalidateTag(tags: Parameters<CacheHandler['revalidateTag']>[0]): Promise<void> {
    shared.contentRevision += 1
    await super.revalidateTag(tags)
  }
}
