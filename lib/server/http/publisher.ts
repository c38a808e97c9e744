import 'server-only'
import { env } from '@/lib/env'
import { previewCookie } from '@/lib/preview-cookie'
import { shared } from '@/lib/server/process-state'
import { ApiFailure } from './errors'
import { assertSecret } from './secret'

/** @throws ApiFailure `bad-credentials`, `too-many-requests`, or `unavailable` if no secret is configured */
export function assertPublisher(secret: string | null): void {
  const { revalidateSecret } = env()
  if (!revalidateSecret)
    throw new ApiFailure('unavailable', { message: 'REVALIDATE_SECRET is not set on this server.' })
  assertSecret('publisher', secret, revalidateSecret)
}

export function publisherCookie(): string {
  const { revalidateSecret, siteOrigin } = env()
  if (!revalidateSecret) throw new ApiFailure('unavailable')
  return previewCookie(revalidateSecret, siteOrigin.startsWith('https:'))
}

/** Tells the other processes first, so that their next request is fresh. */
export async function announcePublication(tag: string): Promise<void> {
  shared.contentRevision += 1
  await shared.announcePublication?.(tag)
}
