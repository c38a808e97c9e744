import 'server-only'
import { createHash } from 'node:crypto'
import { getTableName } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { Pool } from 'pg'
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
  type RateLimiterAbstract,
  type RateLimiterRes,
} from 'rate-limiter-flexible'
import { aboutMinutes } from '@/lib/contract/sentences'
import { processState } from '@/lib/process-state'
import { limitsRedis, type Redis } from '@/lib/redis'
import { pool } from '@/lib/server/db/client'
import { rateLimits } from '@/lib/server/db/schema'
import { ApiFailure } from './errors'
import { countLimited } from '@/lib/server/observability/metrics'

/** Requests that may be made: points in a window of seconds. Only valid requests are counted. */
export const rates = {
  /** Calls of one person, to whatever address. */
  call: { points: 60, duration: 60 },
  /** Of these, checkouts, with whatever provider. */
  checkout: { points: 10, duration: 3600 },
  /** Cancellations that one person takes back. Cancelling has no limit of its own: it must always be possible. */
  resume: { points: 5, duration: 3600 },
  /** Messages from one typed address that are taken without a proof, as the next two. */
  contact: { points: 10, duration: 3600 },
  /** Messages from one client, where a proxy names it. */
  contactClient: { points: 10, duration: 600 },
  /** Messages from everybody. */
  contactAll: { points: 60, duration: 60 },
  /** Messages that somebody without script has sent a second time. */
  contactForm: { points: 60, duration: 60 },
  /** Messages with a proof, which are counted and never refused. */
  contactProved: { points: 1_000_000, duration: 60 },
} as const
export type Rate = keyof typeof rates

type Limiters = { of: Pool | null; store: Redis | null; made: Map<Rate, RateLimiterAbstract> }

const limiters = () => processState<Limiters>('limiters', () => ({ of: null, store: null, made: new Map() }))

/** Counted in Redis where there is one that loses no count, and while it is away as without it. */
function make(rate: Rate, of: Pool | null, store: Redis | null): RateLimiterAbstract {
  const insuranceLimiter = makeWithoutRedis(rate, of)
  if (!store) return insuranceLimiter
  return new RateLimiterRedis({
    storeClient: store.client,
    useRedisPackage: true,
    insuranceLimiter,
    ...rates[rate],
    keyPrefix: `${store.prefix}limit:${rate}`,
  })
}

/** Over Postgres the counts are shared between processes; the embedded database has one process only. */
function makeWithoutRedis(rate: Rate, storeClient: Pool | null): RateLimiterAbstract {
  const options = { keyPrefix: rate, ...rates[rate] }
  if (!storeClient) return new RateLimiterMemory(options)
  const insuranceLimiter = new RateLimiterMemory(options)
  return new RateLimiterPostgres({
    storeClient,
    insuranceLimiter,
    tableName: getTableName(rateLimits),
    // By our migrations, which take turns: two that make it at the same moment would refuse each other.
    tableCreated: true,
    ...options,
  })
}

async function limiter(rate: Rate): Promise<RateLimiterAbstract> {
  const of = await pool()
  const store = limitsRedis()
  // After a database was opened anew, what counted over the old connections would count nothing.
  if (limiters().of !== of || limiters().store !== store) Object.assign(limiters(), { of, store, made: new Map() })
  const { made } = limiters()
  const known = made.get(rate) ?? make(rate, of, store)
  made.set(rate, known)
  return known
}

const keyOf = (key: string) => createHash('sha256').update(key).digest('base64url')

/** How often something was counted in the present window. */
export async function spent(rate: Rate, key: string): Promise<number> {
  return (await (await limiter(rate)).get(keyOf(key)))?.consumedPoints ?? 0
}

/** What this process has refused, until it would be let through again. */
const refused = new LRUCache<string, true>({ max: 10_000 })

/** Whether this process has just refused one for being too many, so that the next is probably refused as well. */
export const wasRefused = (rate: Rate, key: string): boolean => refused.has(`${rate} ${key}`)

/** Told by its shape: the limiter may come from another bundle of this process, with a class of its own. */
const isRefusal = (error: unknown): error is RateLimiterRes =>
  typeof error === 'object' && error !== null && 'msBeforeNext' in error

/**
 * Counts one valid request. `key` is whose it is: a uid, or whatever the rate is for. Only a digest of it is kept.
 * @throws ApiFailure `too-many-requests` with the seconds to wait
 */
export async function spend(rate: Rate, key: string): Promise<void> {
  const counting = await limiter(rate)
  try {
    await counting.consume(keyOf(key))
  } catch (cause) {
    if (!isRefusal(cause)) throw cause
    countLimited(rate)
    refused.set(`${rate} ${key}`, true, { ttl: Math.max(1, cause.msBeforeNext) })
    const retryAfter = cause.msBeforeNext / 1000
    const message = retryAfter > 60 ? `That was too often. Please try again in ${aboutMinutes(retryAfter)}.` : undefined
    throw new ApiFailure('too-many-requests', { retryAfter, message })
  }
}
