import { Client, isFullBlock, LogLevel } from '@notionhq/client'
import { LRUCache } from 'lru-cache'
import type { BlogEnv } from '@/lib/env'
import { processState } from '@/lib/process-state'
import { rateLimitedFetch, type Calls } from './rate-limited-fetch'

export type NotionEnv = Extract<BlogEnv, { source: 'notion' }>

/** A picture's size in pixels, and the ending of its kind. */
export type Measured = { width: number; height: number; ending: 'png' | 'jpg' | 'gif' | 'webp' | 'avif' }

/** The door to Notion, with what a process remembers of its files. */
export type Notion = {
  client: Client
  /** Where files are at present, by the id of their block; `fetch` asks for what is not known any more. */
  places: LRUCache<string, string>
  /** By block and mark. */
  measured: LRUCache<string, Measured>
  /** Names that pages have been given, so that one which is open when a picture is replaced stays whole. */
  given: LRUCache<string, true>
  /** The origin of the stand-in's files, or null where files are Notion's own. */
  ownOrigin: string | null
}

/** A file of a block that is there no more, or is no picture any more. */
export class NoFile extends Error {}

/** An address counts as over this many milliseconds before it is. */
const margin = 60_000

/** How long an address may be used; never 0, which would be for ever. */
const lifeOf = (expires: string) => Math.max(1, Date.parse(expires) - Date.now() - margin) || 1

/** Keeps where a file is for as long as it is there. */
export function rememberPlace({ places }: Notion, block: string, url: string, expires: string): void {
  places.set(block, url, { ttl: lifeOf(expires) })
}

/** Milliseconds for a call with its time in the queue and its second try. */
const patience = 60_000

/** @param calls how it asks; the usual way keeps Notion's limits */
export function openNotion({ token, apiBase }: NotionEnv, calls: Calls = rateLimitedFetch()): Notion {
  const client = new Client({
    auth: token,
    ...(apiBase ? { baseUrl: apiBase } : {}),
    fetch: calls,
    timeoutMs: patience,
    retry: false,
    // What fails is reported where it matters.
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

/** The process's one door to each database: bundles of several routes keep Notion's limits together. */
export function notionOf(settings: NotionEnv): Notion {
  const doors = processState('notion', () => new Map<string, Notion>())
  const key = JSON.stringify([settings.apiBase, settings.databaseId, settings.token])
  const known = doors.get(key)
  if (known) return known
  const opened = openNotion(settings)
  doors.set(key, opened)
  return opened
}
