import 'server-only'
import { limits } from '@/lib/site'
import { ApiFailure } from '@/lib/server/http/errors'
import type { Identity } from './tokens'

/**
 * Whoever finds a browser that somebody else is signed in with must not be able to delete that account. A guest cannot
 * sign in again, and has nothing but this browser.
 * @throws ApiFailure `recent-sign-in-required`
 */
export function assertRecentSignIn(
  { authTime, isGuest }: Pick<Identity, 'authTime' | 'isGuest'>,
  now = Date.now(),
): void {
  if (isGuest || now - authTime * 1000 <= limits.recentSignInMinutes * 60_000) return
  throw new ApiFailure('recent-sign-in-required')
}
