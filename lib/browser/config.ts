import 'client-only'
import type { PublicConfig } from '@/lib/contract/config'
import { publicEnv, modeOf } from '@/lib/mode'
import { defaultHosts } from '@/lib/site'
import { callTimeoutMs, loadOnce } from './time'

/** The deployment's public settings. @throws without an answer */
export const publicConfig = loadOnce(async (): Promise<PublicConfig> => {
  const base = apiBase()
  if (base === null) throw new Error('This host has no mode, so there is no configuration to ask for.')
  const response = await fetch(`${base}/config`, { signal: AbortSignal.timeout(callTimeoutMs) })
  if (!response.ok) throw new Error(`The configuration answered ${response.status}.`)
  return (await response.json()) as PublicConfig
})

/** Part of the page if the process has `PREVIEW_HOSTS`. */
const previewHosts = () => globalThis.document?.documentElement.dataset.previewHosts?.split(',') ?? []

/** Base URL of the API for this host; null on a host without a mode. */
export function apiBase(host = location.hostname): string | null {
  const mode = modeOf(host, publicEnv.hosts, previewHosts())
  return mode === 'none' ? null : `${publicEnv.api[mode]}/api`
}

let isLogged = false

export function isUnknownHost(): boolean {
  const isUnknown = apiBase() === null
  if (isUnknown && !isLogged) {
    isLogged = true
    console.info(
      `The host ${location.hostname} has no mode. Build with SITE_HOST or STAGING_HOST set to it, or name it in PREVIEW_HOSTS.`,
    )
  }
  return isUnknown
}

/** Null if the build does not name the main host. */
export const mainSiteUrl = (): string | null =>
  publicEnv.hosts.main === defaultHosts.main ? null : `https://${publicEnv.hosts.main}`
