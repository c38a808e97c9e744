import 'server-only'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'
import { pool } from './db/client'
import { ApiFailure } from './errors'

/** Requests that may be made: points in a window of seconds. Only valid requests are counted. */
export const rates = {
  call: { points: 60, duration: 60 },
  checkout: { points: 10, duration: 3600 },
  /** Messages from one typed address. */
  contact: { points: 10, duration: 3600 },
  /** Messages from everybody. */
  contactAll: { points: 600, duration: 60 },
} as const
export type Rate = keyof typeof rates

const limiters = new Map<Rate, Promise<RateLimiterAbstract>>()

/** Over Postgres the counts are shared between processes; the embedded database has one process only. */
async function limiter(rate: Rate): Promise<RateLimiterAbstract> {
  const options = { keyPrefix: rate, ...rates[rate] }
  const storeClient = await pool()
  if (!storeClient) return new RateLimiterMemory(options)
  return new Promise((resolve, reject) => {
    const made: RateLimiterAbstract = new RateLimiterPostgres(
      { storeClient, tableName: 'rate_limits', insuranceLimiter: new RateLimiterMemory(options), ...options },
      (error?: Error) => (error ? reject(error) : resolve(made)),
    )
  })
}

/**
 * Counts one valid request. `key` is whose it is: a uid, or whatever the rate is for, at most 200 characters.
 * @throws ApiFailure `too-many-requests` with the seconds to wait
 */
export async function spend(rate: Rate, key: string): Promise<void> {
  let made = limiters.get(rate)
  if (!made) {
    made = limiter(rate)
    limiters.set(rate, made)
    made.catch(() => limiters.delete(rate))
  }
  try {
    await (await made).consume(key)
  } catch (cause) {
    if (!(cause instanceof RateLimiterRes)) throw cause
    const retryAfter = cause.msBeforeNext / 1000
    const minutes = Math.ceil(retryAfter / 60)
    const message = minutes > 1 ? `That was too often. Please try again in about ${minutes} minutes.` : undefined
    throw new ApiFailure('too-many-requests', { retryAfter, message })
  }
}
