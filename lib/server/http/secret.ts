import 'server-only'
import { createHash, timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { processState } from '@/lib/server/process-state'
import { countLimited } from '@/lib/server/observability/metrics'
import { ApiFailure } from './errors'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Wrong secrets per minute before 429. A misconfigured vendor repeats many messages. */
const guessLimits = { publisher: 60, chargebee: 600 } as const
type Endpoint = keyof typeof guessLimits

const windowMs = 60_000

/**
 * Compares a secret and limits wrong guesses. The right secret always passes, so that guessing cannot lock out the
 * vendor.
 * @throws ApiFailure `bad-credentials`, or `too-many-requests` after many wrong ones
 */
export function assertSecret(endpoint: Endpoint, secret: string | null, expected: string): void {
  if (timingSafeEqual(digest(secret ?? ''), digest(expected))) return
  const guesses = processState(
    'secret-guesses',
    () =>
      new LRUCache<Endpoint, number>({
        max: Object.keys(guessLimits).length,
        ttl: windowMs,
        noUpdateTTL: true,
        perf: Date,
      }),
  )
  const count = (guesses.get(endpoint) ?? 0) + 1
  guesses.set(endpoint, count)
  if (count <= guessLimits[endpoint]) throw new ApiFailure('bad-credentials')
  countLimited('guess')
  throw new ApiFailure('too-many-requests', { retryAfter: guesses.getRemainingTTL(endpoint) / 1000 })
}
