import 'server-only'
import { env } from '@/lib/env'
import { ApiFailure } from './errors'
import { sameSecret } from './secret'

/** @throws ApiFailure `unavailable` when no secret is configured, `bad-credentials` for a wrong one */
export function assertRevalidateSecret(given: string | null): void {
  const { revalidateSecret } = env()
  if (!revalidateSecret)
    throw new ApiFailure('unavailable', { message: 'REVALIDATE_SECRET is not set on this server.' })
  if (!sameSecret(given, revalidateSecret)) throw new ApiFailure('bad-credentials')
}
