/**
 * A record with these entries and nothing else: what the world names may be any text, and a plain object has
 * something at `constructor` and `__proto__` too.
 */
export const bareRecord = <T>(entries: Record<string, T> = {}): Record<string, T> =>
  Object.assign(Object.create(null) as Record<string, T>, entries)
