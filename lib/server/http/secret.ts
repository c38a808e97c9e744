import 'server-only'
import { createHash, timingSafeEqual } from 'node:crypto'
import { env } from '@/lib/env'
import { previewCookie } from '@/lib/preview-cookie'
import { secretHeader } from '@/lib/site'
import { ApiFailure } from './errors'
import { handlePublic } from './handle'
import { bodyLimit, readBody } from './request'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** In constant time. The start refuses secrets that can be guessed. @throws ApiFailure `bad-credentials` */
export function assertSecret(secret: string | null, expected: string): void {
  if (!timingSafeEqual(digest(secret ?? ''), digest(expected))) throw new ApiFailure('bad-credentials')
}

/** @returns the site's secret. @throws ApiFailure as `assertSecret`, or `unavailable` if no secret is configured */
export function assertPublisher(secret: string | null): string {
  const { revalidateSecret } = env()
  if (!revalidateSecret)
    throw new ApiFailure('unavailable', { message: 'REVALIDATE_SECRET is not set on this server.' })
  assertSecret(secret, revalidateSecret)
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
