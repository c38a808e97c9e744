import { Client, LogLevel, isFullBlock } from '@notionhq/client'
import { LRUCache } from 'lru-cache'
import type { BlogEnv } from '@/lib/env'
import { processState } from '@/lib/server/process-state'
import { setTimeout as sleep } from 'node:timers/promises'
import { fetch } from 'undici'
import { reasonOf } from '@/lib/content/report'

export type NotionEnv = Extract<BlogEnv, { source: 'notion' }>

export type PictureSize = { width: number; height: number; extension: 'png' | 'jpg' | 'gif' | 'webp' | 'avif' }

export type Notion = {
  client: Client
  /** Current addresses of files by block id; `fetch` asks Notion for unknown ones. */
  fileUrls: LRUCache<string, string>
  /** By block id and version mark. */
  pictureSizes: LRUCache<string, PictureSize>
  /** Files used in rendered pages, so that an open page still gets a replaced picture. */
  servedFiles: LRUCache<string, true>
  /** The origin of the local stand-in, or null for Notion's own file stores. */
  standInOrigin: string | null
}

export class FileNotFound extends Error {}

/** Milliseconds by which addresses expire early. */
const expiryMarginMs = 60_000

/** At least 1, because 0 means no expiry. */
const ttlOf = (expires: string) => Math.max(1, Date.parse(expires) - Date.now() - expiryMarginMs) || 1

export function cacheFileUrl({ fileUrls }: Notion, block: string, url: string, expires: string): void {
  fileUrls.set(block, url, { ttl: ttlOf(expires) })
}

/** Milliseconds for one call, including the queue and one retry. */
const callTimeoutMs = 60_000

export function openNotion({ token, apiBase }: NotionEnv, fetchNotion: NotionFetch = rateLimitedFetch()): Notion {
  const client = new Client({
    auth: token,
    ...(apiBase ? { baseUrl: apiBase } : {}),
    fetch: fetchNotion,
    timeoutMs: callTimeoutMs,
    retry: false,
    logLevel: LogLevel.ERROR,
  })
  return {
    client,
    fileUrls: new LRUCache<string, string>({
      max: 2000,
      fetchMethod: async (id, _before, { options }) => {
        const block = await client.blocks.retrieve({ block_id: id })
        if (!isFullBlock(block) || block.type !== 'image' || block.image.type !== 'file') throw new FileNotFound(id)
        options.ttl = ttlOf(block.image.file.expiry_time)
        return block.image.file.url
      },
    }),
    pictureSizes: new LRUCache({ max: 2000 }),
    servedFiles: new LRUCache({ max: 2000 }),
    standInOrigin: apiBase ? new URL(apiBase).origin : null,
  }
}

/** One client per database, so that all bundles share Notion's rate limit. */
export function getNotion(settings: NotionEnv): Notion {
  const clients = processState('notion', () => new Map<string, Notion>())
  const key = JSON.stringify([settings.apiBase, settings.databaseId, settings.token])
  const cached = clients.get(key)
  if (cached) return cached
  const opened = openNotion(settings)
  clients.set(key, opened)
  return opened
}

/** @throws {Error} if the database has none, or the client's error */
export async function findDataSource(client: Client, databaseId: string): Promise<string> {
  const database = await client.databases.retrieve({ database_id: databaseId })
  const id = 'data_sources' in database ? database.data_sources[0]?.id : undefined
  if (id === undefined) throw new Error(`The Notion database ${databaseId} has no data source.`)
  return id
}

type NotionResponse = { ok: boolean; status: number; headers: Headers; text(): Promise<string> }
type CallOptions = { method?: string; headers?: Record<string, string>; body?: unknown }
export type NotionFetch = (address: string, call?: CallOptions) => Promise<NotionResponse>

type RateLimit = { maxConcurrent: number; timeoutMs: number; maxWaitMs: number; retryDelayMs: number }

/** Notion allows about three calls a second. */
export const defaultRateLimit: RateLimit = { maxConcurrent: 3, timeoutMs: 10_000, maxWaitMs: 3_000, retryDelayMs: 400 }

/** `Retry-After` in milliseconds from now, or null. */
function retryAfterMs(headers: Headers): number | null {
  const value = headers.get('retry-after')?.trim()
  if (!value) return null
  const wait = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isFinite(wait) ? Math.max(0, wait) : null
}

function isRetryable({ status, headers }: NotionResponse, maxWaitMs: number): boolean {
  const wait = retryAfterMs(headers)
  if (wait === null) return status >= 500
  return (status >= 500 || status === 429) && wait <= maxWaitMs
}

const createResponse = (status: number, text: string, headers: Headers): NotionResponse => ({
  ok: status >= 200 && status < 300,
  status,
  headers,
  text: async () => text,
})

async function sendRequest(
  address: string,
  { method, headers, body }: CallOptions,
  timeout: number,
): Promise<NotionResponse> {
  // Bypasses Next's caching `fetch`. The signal also limits reading the body.
  const response = await fetch(address, {
    method,
    headers,
    body: typeof body === 'string' ? body : undefined,
    redirect: 'error',
    signal: AbortSignal.timeout(timeout),
  })
  return createResponse(response.status, await response.text(), new Headers([...response.headers]))
}

const isTimeout = (error: unknown) => error instanceof Error && error.name === 'TimeoutError'

function networkError(error: unknown): Error {
  if (isTimeout(error)) return new Error('Notion did not answer in time.', { cause: error })
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  return new Error(`Notion could not be reached: ${reasonOf(cause)}`, { cause: error })
}

/**
 * A `fetch` within Notion's rate limit: waits out short refusals, returns long ones, and retries temporary failures
 * once. The client's own retry would cut long waits short.
 */
export function rateLimitedFetch(limits: RateLimit = defaultRateLimit): NotionFetch {
  const withinLimit = concurrencyLimit(limits.maxConcurrent)
  let refusal: { response: NotionResponse; until: number } | null = null

  async function waitForRateLimit(): Promise<NotionResponse | null> {
    const remainingMs = refusal ? refusal.until - Date.now() : 0
    if (!refusal || remainingMs <= 0) return null
    if (remainingMs > limits.maxWaitMs) {
      const headers = new Headers(refusal.response.headers)
      headers.set('retry-after', String(Math.ceil(remainingMs / 1000)))
      return createResponse(refusal.response.status, await refusal.response.text(), headers)
    }
    await sleep(remainingMs)
    return waitForRateLimit()
  }

  async function sendOnce(address: string, call: CallOptions): Promise<NotionResponse> {
    const refusedResponse = await waitForRateLimit()
    if (refusedResponse) return refusedResponse
    const response = await sendRequest(address, call, limits.timeoutMs)
    const wait = response.ok ? null : retryAfterMs(response.headers)
    if (wait === null) return response
    response.headers.set('retry-after', String(Math.ceil(wait / 1000)))
    if (Date.now() + wait > (refusal?.until ?? 0)) refusal = { response, until: Date.now() + wait }
    return response
  }

  return (address, call = {}) =>
    withinLimit(async () => {
      try {
        const response = await sendOnce(address, call)
        if (!isRetryable(response, limits.maxWaitMs)) return response
      } catch (error) {
        // The reader has waited long enough.
        if (isTimeout(error)) throw networkError(error)
      }
      await sleep(limits.retryDelayMs)
      return sendOnce(address, call).catch((error: unknown) => {
        throw networkError(error)
      })
    })
}

/** Runs at most `maxConcurrent` tasks at a time; the others wait in order. */
export function concurrencyLimit(maxConcurrent: number): <T>(task: () => Promise<T>) => Promise<T> {
  let freeSlots = maxConcurrent
  const queue: (() => void)[] = []
  return async (task) => {
    if (freeSlots > 0) freeSlots -= 1
    else await new Promise<void>((resolve) => queue.push(resolve))
    try {
      return await task()
    } finally {
      const next = queue.shift()
      if (next) next()
      else freeSlots += 1
    }
  }
}
