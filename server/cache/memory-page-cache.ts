/** Next's page cache. Prerendered pages lack the settings, so each process renders its own. */
import type createStore from '@fortedigital/nextjs-cache-handler/redis-strings'
import { LRUCache } from 'lru-cache'
import { shared } from '@/lib/process-state'

export type Entry = Parameters<ReturnType<typeof createStore>['set']>[1]
export type Value = Entry['value']
export type Context = {
  tags?: string[]
  softTags?: string[]
  cacheControl?: Entry['cacheControl']
}

const bytesOf = (part: unknown): number => {
  if (typeof part === 'string' || part instanceof Uint8Array) return part.length
  if (part instanceof Map) return [...part.values()].reduce<number>((sum, value) => sum + bytesOf(value), 0)
  return JSON.stringify(part ?? '').length
}

const entries = new LRUCache<string, Entry>({
  maxSize: 50 * 1024 * 1024,
  sizeCalculation: ({ value }, key) =>
    Object.values(value ?? {}).reduce<number>((sum, part) => sum + bytesOf(part), key.length + 1),
})

const revalidatedAt = new Map<string, number>()

const areExpired = (tags: string[], since: number) => tags.some((tag) => (revalidatedAt.get(tag) ?? 0) > since)

/** Data passes its tags with each call; a page has them in a header. */
export function tagsOf(value: Value, { tags = [], softTags = [] }: Context): string[] {
  if (value?.kind === 'FETCH') return [...tags, ...softTags]
  const header = value && 'headers' in value ? value.headers?.['x-next-cache-tags'] : undefined
  return typeof header === 'string' ? header.split(',') : []
}

const notFoundPage = /(?:^|\/\$)\/_not-found$/

export class MemoryPageCache {
  /** Next creates an instance per request before rendering. Milliseconds since the epoch. */
  protected readonly startedAt = Date.now()

  async get(key: string, context: Context): Promise<Entry | null> {
    const entry = entries.get(key)
    return entry && !areExpired(tagsOf(entry.value, context), entry.lastModified) ? entry : null
  }

  /** Does not store a page whose tag was revalidated during rendering. */
  async set(key: string, value: Value, context: Context): Promise<void> {
    if (areExpired(tagsOf(value, context), this.startedAt) || (await this.isUselessNotFound(key, value))) return
    entries.set(key, { value, lastModified: this.startedAt, cacheControl: context.cacheControl } as Entry)
  }

  async revalidateTag(tags: string | string[]): Promise<void> {
    const now = Date.now()
    for (const tag of [tags].flat()) revalidatedAt.set(tag, now)
    shared.contentRevision += 1
  }

  /** Unknown addresses are endless, so 404s are stored only in place of a withdrawn page. */
  protected async isUselessNotFound(key: string, value: Value): Promise<boolean> {
    if (value === null || !('status' in value) || value.status !== 404 || notFoundPage.test(key)) return false
    return (await this.get(key, {})) === null
  }
}
