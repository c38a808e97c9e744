import { env } from '@/lib/env'
import { previewHosts } from '@/lib/env/hosts'

/** The origin known at build time. Without `SITE_ORIGIN`, canonical links stay paths. */
export function originAtBuild(): URL | undefined {
  return URL.parse(process.env.SITE_ORIGIN?.trim() ?? '') ?? undefined
}

/** Next writes the home page's canonical address without a slash. */
const joinUrl = (path: string, origin: URL): string => (path === '/' ? origin.origin : new URL(path, origin).href)

export function absoluteUrlAtBuild(path: string): string {
  const origin = originAtBuild()
  return origin ? joinUrl(path, origin) : path
}

/** For the browser, as known at build time; undefined without `PREVIEW_HOSTS`. */
export const previewHostList = (): string | undefined => previewHosts().join(',') || undefined

/** Only available at request time. */
export function siteOrigin(): string {
  return env().siteOrigin
}

export function absoluteUrl(path: string): string {
  return joinUrl(path, new URL(siteOrigin()))
}

/** Search engines must not index beta. */
export function isIndexable(): boolean {
  const { mode, deployment } = env()
  return mode !== 'beta' || deployment === 'local'
}
