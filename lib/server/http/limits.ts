import 'server-only'
import { createHash } from 'node:crypto'
import { getTableName } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { Pool } from 'pg'
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  type RateLimiterAbstract,
  type RateLimiterRes,
} from 'rate-limiter-flexible'
import { wholeMinutes } from '@/lib/contract/format'
import { processState } from '@/lib/server/process-state'
import { pool } from '@/lib/server/db/client'
import { rateLimits } from '@/lib/server/db/schema'
import { countLimited } from '@/lib/server/observability/metrics'
import { ApiFailure } from './errors'

/** Points per duration in seconds. Only valid requests count. */
export const rates = {
  call: { points: 60, duration: 60 },
  checkout: { points: 10, duration: 3600 },
  /** Cancelling must always be possible, so it has no limit. */
  resume: { points: 5, duration: 3600 },
  changePrice: { points: 10, duration: 3600 },
  /** Messages without a proof of work, per sender; the next two are per client and in total. */
  contact: { points: 10, duration: 3600 },
  contactClient: { points: 10, duration: 600 },
  contactAll: { points: 60, duration: 60 },
  /** Repeated sends from browsers without script. */
  contactForm: { points: 600, duration: 60 },
  contactProved: { points: 1_000_000, duration: 60 },
} as const
export type Rate = keyof typeof rates

const limiters = () => processState('limiters', () => new Map<Rate, RateLimiterAbstract>())

/** Processes share counts in Postgres. */
function createLimiter(rate: Rate, storeClient: Pool | null): RateLimiterAbstract {
  const options = { keyPrefix: rate, ...rates[rate] }
  const memoryLimiter = new RateLimiterMemory(options)
  if (!storeClient) return memoryLimiter
  return new RateLimiterPostgres({
    storeClient,
    insuranceLimiter: memoryLimiter,
    tableName: getTableName(rateLimits),
    // Created by our migrations, because concurrent creation fails.
    tableCreated: true,
    ...options,
  })
}

async function getLimiter(rate: Rate): Promise<RateLimiterAbstract> {
  const limiter = limiters().get(rate) ?? createLimiter(rate, await pool())
  limiters().set(rate, limiter)
  return limiter
}

const digestOf = (key: string) => createHash('sha256').update(key).digest('base64url')

export async function consumedPoints(rate: Rate, key: string): Promise<number> {
  return (await (await getLimiter(rate)).get(digestOf(key)))?.consumedPoints ?? 0
}

const limitedKeys = new LRUCache<string, true>({ max: 10_000 })

/** Whether this process has refused the key, and its time is not over. */
export const wasLimited = (rate: Rate, key: string): boolean => limitedKeys.has(`${rate} ${key}`)

/** By shape, because each bundle has its own limiter class. */
const isLimitReached = (error: unknown): error is RateLimiterRes =>
  typeof error === 'object' && error !== null && 'msBeforeNext' in error

function limitReached(rate: Rate, key: string, msBeforeNext: number): ApiFailure {
  countLimited(rate)
  limitedKeys.set(`${rate} ${key}`, true, { ttl: Math.max(1, msBeforeNext) })
  const retryAfter = msBeforeNext / 1000
  const message =
    retryAfter > 60
      ? `That was too many tries. Please try again in about ${wholeMinutes(retryAfter)} minutes.`
      : undefined
  return new ApiFailure('too-many-requests', { retryAfter, message })
}

/** Stores a digest of the key. @throws ApiFailure `too-many-requests` */
export async function consumePoint(rate: Rate, key: string): Promise<void> {
  const limiter = await getLimiter(rate)
  try {
    await limiter.consume(digestOf(key))
  } catch (cause) {
    throw isLimitReached(cause) ? limitReached(rate, key, cause.msBeforeNext) : cause
  }
}

/** Consumes nothing. @throws ApiFailure `too-many-requests` */
export async function assertPointLeft(rate: Rate, key: string): Promise<void> {
  const state = await (await getLimiter(rate)).get(digestOf(key))
  if (state && state.consumedPoints >= rates[rate].points) throw limitReached(rate, key, state.msBeforeNext)
}
