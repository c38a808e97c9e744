/** An SDK's own word for what went wrong, such as `auth/user-disabled`; empty for whatever has none. */
export function codeOf(cause: unknown): string {
  if (typeof cause !== 'object' || cause === null || !('code' in cause)) return ''
  return typeof cause.code === 'string' ? cause.code : ''
}
