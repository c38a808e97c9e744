import 'client-only'
import { publicEnv } from '@/lib/env/public'
import { modeOf } from '@/lib/mode'
import { defaultHosts } from '@/lib/site'

/**
 * Base address of the API for the host that this page is on: another host where one is configured
 * for the mode, else this origin. Null on a host without a mode, which reaches no API.
 */
export function apiBase(host = location.hostname): string | null {
  const mode = modeOf(host, publicEnv.hosts)
  return mode === 'none' ? null : `${publicEnv.api[mode]}/api`
}

let isNoted = false

/** Whether this page is on a host without a mode, where nothing that needs the API works. */
export function isUnknownHost(): boolean {
  const isUnknown = apiBase() === null
  if (isUnknown && !isNoted) {
    isNoted = true
    console.info(`The host ${location.hostname} has no mode. Build with SITE_HOST or STAGING_HOST set to it.`)
  }
  return isUnknown
}

/** Address of the main site; null where the build does not name its host. */
export const mainSite = (): string | null =>
  publicEnv.hosts.main === defaultHosts.main ? null : `https://${publicEnv.hosts.main}`
