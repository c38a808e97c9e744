import 'client-only'
import type { PublicConfig } from '@/lib/contract/config'
import { apiBase } from './api-base'
import { callTimeoutMs } from './timeout'

let configPromise: Promise<PublicConfig> | undefined

/**
 * The deployment's public settings, requested once per page.
 * @throws without an answer; the next call tries again
 */
export function publicConfig(): Promise<PublicConfig> {
  return (configPromise ??= fetchConfig().catch((cause: unknown) => {
    configPromise = undefined
    throw cause
  }))
}

async function fetchConfig(): Promise<PublicConfig> {
  const base = apiBase()
  if (base === null) throw new Error('This host has no mode, so there is no configuration to ask for.')
  const response = await fetch(`${base}/config`, { signal: AbortSignal.timeout(callTimeoutMs) })
  if (!response.ok) throw new Error(`The configuration answered ${response.status}.`)
  return (await response.json()) as PublicConfig
}
