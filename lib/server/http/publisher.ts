import 'server-only'
import type { ErrorCode } from '@/lib/contract/error'
import { env } from '@/lib/env'
import { previewCookie } from '@/lib/preview-cookie'
import { shared } from '@/lib/process-state'
import { ApiFailure } from './errors'
import { assertSecret } from './secret'

/**
 * @param codeIfUnset code of the failure if no secret is configured
 * @throws ApiFailure `bad-credentials`, `too-many-requests` or `codeIfUnset`
 */
export function assertPublisher(secret: string | null, codeIfUnset: ErrorCode = 'unavailable'): void {
  const { revalidateSecret } = env()
  if (!revalidateSecret) throw new ApiFailure(codeIfUnset, { message: 'REVALIDATE_SECRET is not set on this server.' })
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
