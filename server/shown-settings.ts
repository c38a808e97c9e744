/** What of the settings pages can show. */
import { createHash } from 'node:crypto'
import type { Env } from '@/lib/env'

/** Settings of a single process, and of what stands behind it: no page shows them. */
const unshown: string[] = [
  'port',
  'dataDir',
  'logLevel',
  'traces',
  'metricsPort',
  'shutdownDelayMs',
  'databaseUrl',
  'redisUrl',
  'limitsRedisUrl',
  'smtpUrl',
  'revalidateSecret',
] satisfies (keyof Env)[]

/** @returns the same for processes whose settings make the same pages */
export function shownSettings(env: Env): string {
  const shown = Object.entries(env).filter(([name]) => !unshown.includes(name))
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 12)
}
