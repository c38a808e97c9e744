import 'client-only'
import { publicEnv } from '@/lib/env.public'
import { modeOf } from '@/lib/mode'

/**
 * Base address of the API for the host that this page is on: another host where one is configured
 * for the mode, else this origin. Null on a host without a mode, which reaches no API.
 */
export function apiBase(host = location.hostname): string | null {
  const mode = modeOf(host, publicEnv.hosts)
  return mode === 'none' ? null : `${publicEnv.api[mode]}/api`
}
