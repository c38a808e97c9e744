import 'server-only'
import { env } from '@/lib/env'
import { ApiFailure } from './errors'
import { sameSecret } from './secret'

/**
 * Whoever has the secret may publish and see what is not published yet.
 * @throws ApiFailure `unavailable` when no secret is configured, `bad-credentials` for a wrong one
 */
export function assertPublisher(given: string | null): void {
  const { revalidateSecret } = env()
  if (!revalidateSecret)
    throw new ApiFailure('unavailable', { message: 'REVALIDATE_SECRET is not set on this server.' })
  if (!sameSecret(given, revalidateSecret)) throw new ApiFailure('bad-credentials')
}

const shared = globalThis as typeof globalThis & { unhurriedTell?: (tag: string) => Promise<void> }

/**
 * Next throws away what carries a revalidated tag when the answer is already on its way. Other processes have heard
 * of it before, where they share their pages and Redis is not away, so that the very next request is new with them.
 */
export async function tellOthers(tag: string): Promise<void> {
  await shared.unhurriedTell?.(tag)
}
