import { codeOf } from './error-code'

const endedCodes = /^auth\/(user-token-expired|user-disabled|user-not-found|invalid-user-token|requires-recent-login)$/

/** Whether a token was refused because the person is no longer signed in, rather than offline. */
export const hasEnded = (cause: unknown) => endedCodes.test(codeOf(cause))

/** Which sign-in a token is of: whose, and when. Null when it cannot be read; nothing is verified here. */
export function signInOf(token: string): string | null {
  try {
    const [, claims = ''] = token.split('.')
    const { sub, auth_time: at } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as {
      sub?: unknown
      auth_time?: unknown
    }
    return typeof sub === 'string' && typeof at === 'number' ? `${at} ${sub}` : null
  } catch {
    return null
  }
}
