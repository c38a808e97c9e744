import 'server-only'
import { createHash, timingSafeEqual } from 'node:crypto'
import { processState } from '@/lib/process-state'
import { ApiFailure } from './errors'
import { countLimited } from '@/lib/server/observability/metrics'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Compares two texts in a time that says nothing of where they differ, nor of their lengths. */
export const sameSecret = (given: string | null, expected: string) =>
  timingSafeEqual(digest(given ?? ''), digest(expected))

/** Wrong secrets that each entrance answers as such in a minute. A vendor's own mistake may repeat many messages. */
const guesses = { publisher: 60, chargebee: 600 } as const
type Entrance = keyof typeof guesses

const windowMs = 60_000

/**
 * Compares a secret, and counts those that are wrong. The right one is always taken, so that nobody who guesses can
 * lock out the vendor or the operator; it is too long to be guessed (`lib/env/index.ts`), and what guessing costs is bounded.
 * @throws ApiFailure `bad-credentials`, or `too-many-requests` after many wrong ones
 */
export function assertSecret(entrance: Entrance, given: string | null, expected: string): void {
  if (sameSecret(given, expected)) return
  const all = processState('secret-guesses', () => new Map<Entrance, { since: number; count: number }>())
  const known = all.get(entrance)
  const now = Date.now()
  const current = known && now - known.since < windowMs && now >= known.since ? known : { since: now, count: 0 }
  current.count += 1
  all.set(entrance, current)
  if (current.count <= guesses[entrance]) throw new ApiFailure('bad-credentials')
  countLimited('guess')
  throw new ApiFailure('too-many-requests', { retryAfter: (current.since + windowMs - now) / 1000 })
}
