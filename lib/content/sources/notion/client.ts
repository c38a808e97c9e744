import { Client, isFullBlock, LogLevel } from '@notionhq/client'
import { LRUCache } from 'lru-cache'
import type { BlogEnv } from '@/lib/env'
import { processState } from '@/lib/process-state'
import { rateLimitedFetch, type Calls } from './rate-limited-fetch'

export type NotionEnv = Extract<BlogEnv, { source: 'notion' }>

export type Measured = { width: number; height: number; ending: 'png' | 'jpg' | 'gif' | 'webp' | 'avif' }

export type Notion = {
  client: Client
  /** Current addresses of files by block id; `fetch` asks Notion for unknown ones. */
  places: LRUCache<string, string>
  /** By block id and version mark. */
  measured: LRUCache<string, Measured>
  /** Files used in rendered pages, so that an open page still gets a replaced picture. */
  given: LRUCache<string, true>
  /** The origin of the local stand-in, or null for Notion's own file stores. */
  ownOrigin: string | null
}

export class NoFile extends Error {}

/** Milliseconds by which addresses expire early. */
const margin = 60_000

/** At least 1, because 0 means no expiry. */
const lifeOf = (expires: string) => Math.max(1, Date.parse(expires) - Date.now() - margin) || 1

export function rememberPlace({ places }: Notion, block: string, url: string, expires: string): void {
  places.set(block, url, { ttl: lifeOf(expires) })
}

/** Milliseconds for one call, including the queue and one retry. */
const patience = 60_000

export function openNotion({ token, apiBase }: NotionEnv, calls: Calls = rateLimitedFetch()): Notion {
  const client = new Client({
    auth: token,
    ...(apiBase ? { baseUrl: apiBase } : {}),
    fetch: calls,
    timeoutMs: patience,
    retry: false,
    logLevel: LogLevel.ERROR,
  })
  return {
    client,
    places: new LRUCache<string, string>({
      max: 2000,
      fetchMethod: async (id, _before, { options }) => {
        const block = await client.blocks.retrieve({ block_id: id })
        if (!isFullBlock(block) || block.type !== 'image' || block.image.type !== 'file') throw new NoFile(id)
        options.ttl = lifeOf(block.image.file.expiry_time)
        return block.image.file.url
      },
    }),
    measured: new LRUCache({ max: 2000 }),
    given: new LRUCache({ max: 2000 }),
    ownOrigin: apiBase ? new URL(apiBase).origin : null,
  }
}

/** One client per database, so that all bundles share Notion's rate limit. */
export function notionOf(settings: NotionEnv): Notion {
  const doors = processState('notion', () => new Map<string, Notion>())
  const key = JSON.stringify([settings.apiBase, settings.databaseId, settings.token])
  const known = doors.get(key)
  if (known) return known
  const opened = openNotion(settings)
  doors.set(key, opened)
  return opened
}
