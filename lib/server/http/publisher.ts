import 'server-only'
import { env } from '@/lib/env'
import { previewCookie } from '@/lib/preview-pass'
import { shared } from '@/lib/process-state'
import { ApiFailure } from './errors'
import { assertSecret } from './secret'

/**
 * Whoever has the secret may publish and see what is not published yet.
 * @throws ApiFailure `unavailable` when no secret is configured, `bad-credentials` for a wrong one,
 *   `too-many-requests` for a wrong one after many others
 */
export function assertPublisher(given: string | null): void {
  const { revalidateSecret } = env()
  if (!revalidateSecret)
    throw new ApiFailure('unavailable', { message: 'REVALIDATE_SECRET is not set on this server.' })
  assertSecret('publisher', given, revalidateSecret)
}

/** @returns the value of `Set-Cookie` by which a publisher's browser is shown drafts */
export function publisherCookie(): string {
  const { revalidateSecret, siteOrigin } = env()
  if (!revalidateSecret) throw new ApiFailure('unavailable')
  return previewCookie(revalidateSecret, siteOrigin.startsWith('https:'))
}

/**
 * Next throws away what carries a revalidated tag when the answer is already on its way. Other processes have heard
 * of it before, where they share their pages and Redis is not away, so that the very next request is new with them.
 */
export async function tellOthers(tag: string): Promise<void> {
  shared.contentRevision += 1
  await shared.announcePublication?.(tag)
}
