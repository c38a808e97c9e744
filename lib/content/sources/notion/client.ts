import { Client, isFullBlock, LogLevel } from '@notionhq/client'
import { LRUCache } from 'lru-cache'
import type { BlogEnv } from '@/lib/env'
import { processState } from '@/lib/process-state'
import { setTimeout as sleep } from 'node:timers/promises'
import { fetch } from 'undici'
import { reasonOf } from '@/lib/content/report'

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
const callPatience = 60_000

export function openNotion({ token, apiBase }: NotionEnv, calls: Calls = rateLimitedFetch()): Notion {
  const client = new Client({
    auth: token,
    ...(apiBase ? { baseUrl: apiBase } : {}),
    fetch: calls,
    timeoutMs: callPatience,
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

type Answer = { ok: boolean; status: number; headers: Headers; text(): Promise<string> }
type Call = { method?: string; headers?: Record<string, string>; body?: unknown }
export type Calls = (address: string, call?: Call) => Promise<Answer>

/** Milliseconds, except `atOnce`. */
type Pace = { atOnce: number; timeout: number; patience: number; pause: number }

/** Notion allows about three calls a second. */
export const usualPace: Pace = { atOnce: 3, timeout: 10_000, patience: 3_000, pause: 400 }

export function concurrencyLimit(atOnce: number): <T>(task: () => Promise<T>) => Promise<T> {
  let free = atOnce
  const waiting: (() => void)[] = []
  return async (task) => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}

/** `Retry-After` in milliseconds from now, or null. */
function waitOf(headers: Headers): number | null {
  const value = headers.get('retry-after')?.trim()
  if (!value) return null
  const wait = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isFinite(wait) ? Math.max(0, wait) : null
}

function isPassing({ status, headers }: Answer, patience: number): boolean {
  const wait = waitOf(headers)
  if (wait === null) return status >= 500
  return (status >= 500 || status === 429) && wait <= patience
}

const answerOf = (status: number, text: string, headers: Headers): Answer => ({
  ok: status >= 200 && status < 300,
  status,
  headers,
  text: async () => text,
})

async function ask(address: string, { method, headers, body }: Call, timeout: number): Promise<Answer> {
  // Bypasses Next's caching `fetch`. The signal also limits reading the body.
  const response = await fetch(address, {
    method,
    headers,
    body: typeof body === 'string' ? body : undefined,
    redirect: 'error',
    signal: AbortSignal.timeout(timeout),
  })
  return answerOf(response.status, await response.text(), new Headers([...response.headers]))
}

const isTimeout = (error: unknown) => error instanceof Error && error.name === 'TimeoutError'

function failure(error: unknown): Error {
  if (isTimeout(error)) return new Error('Notion did not answer in time.', { cause: error })
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  return new Error(`Notion could not be reached: ${reasonOf(cause)}`, { cause: error })
}

/**
 * A `fetch` within Notion's rate limit. Waits out short refusals, returns long ones, and retries temporary failures
 * once.
 * The client's own retry would cut long waits short.
 */
export function rateLimitedFetch(pace: Pace = usualPace): Calls {
  const inTurn = concurrencyLimit(pace.atOnce)
  let refusal: { answer: Answer; until: number } | null = null

  async function held(): Promise<Answer | null> {
    const left = refusal ? refusal.until - Date.now() : 0
    if (!refusal || left <= 0) return null
    if (left > pace.patience) {
      const headers = new Headers(refusal.answer.headers)
      headers.set('retry-after', String(Math.ceil(left / 1000)))
      return answerOf(refusal.answer.status, await refusal.answer.text(), headers)
    }
    await sleep(left)
    return held()
  }

  async function once(address: string, call: Call): Promise<Answer> {
    const refused = await held()
    if (refused) return refused
    const answer = await ask(address, call, pace.timeout)
    const wait = answer.ok ? null : waitOf(answer.headers)
    if (wait === null) return answer
    answer.headers.set('retry-after', String(Math.ceil(wait / 1000)))
    if (Date.now() + wait > (refusal?.until ?? 0)) refusal = { answer, until: Date.now() + wait }
    return answer
  }

  return (address, call = {}) =>
    inTurn(async () => {
      try {
        const answer = await once(address, call)
        if (!isPassing(answer, pace.patience)) return answer
      } catch (error) {
        // The reader has waited long enough.
        if (isTimeout(error)) throw failure(error)
      }
      await sleep(pace.pause)
      return once(address, call).catch((error: unknown) => {
        throw failure(error)
      })
    })
}
