import 'server-only'
import { createHash, timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { env } from '@/lib/env'
import { previewCookie } from '@/lib/preview-cookie'
import { processState } from '@/lib/server/process-state'
import { countLimited } from '@/lib/server/observability/metrics'
import { secretHeader } from '@/lib/site'
import { ApiFailure } from './errors'
import { handlePublic } from './handle'
import { bodyLimit, readBody } from './request'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Wrong secrets per minute before 429. A misconfigured vendor repeats many messages. */
const guessLimits = { publisher: 60, chargebee: 600 } as const
type Endpoint = keyof typeof guessLimits

const createGuesses = () => new LRUCache<Endpoint, number>({ max: 2, ttl: 60_000, noUpdateTTL: true, perf: Date })

/**
 * Compares a secret and limits wrong guesses. The right secret always passes, so that guessing cannot lock out the
 * vendor.
 * @throws ApiFailure `bad-credentials`, or `too-many-requests` after many wrong ones
 */
export function assertSecret(endpoint: Endpoint, secret: string | null, expected: string): void {
  if (timingSafeEqual(digest(secret ?? ''), digest(expected))) return
  const guesses = processState('secret-guesses', createGuesses)
  const count = (guesses.get(endpoint) ?? 0) + 1
  guesses.set(endpoint, count)
  if (count <= guessLimits[endpoint]) throw new ApiFailure('bad-credentials')
  countLimited('guess')
  throw new ApiFailure('too-many-requests', { retryAfter: guesses.getRemainingTTL(endpoint) / 1000 })
}

/** @returns the site's secret. @throws ApiFailure as `assertSecret`, or `unavailable` if no secret is configured */
export function assertPublisher(secret: string | null): string {
  const { revalidateSecret } = env()
  if (!revalidateSecret)
    throw new ApiFailure('unavailable', { message: 'REVALIDATE_SECRET is not set on this server.' })
  assertSecret('publisher', secret, revalidateSecret)
  return revalidateSecret
}

export const publisherCookie = (secret: string): string => previewCookie(secret, env().siteOrigin.startsWith('https:'))

/** Handles a call of the owner, with the secret in a header and a body that does not count. */
export const handlePublisher = (run: (request: Request) => Promise<unknown>) =>
  handlePublic(async (request) => {
    assertPublisher(request.headers.get(secretHeader))
    await readBody(request, bodyLimit.api)
    return run(request)
  })
