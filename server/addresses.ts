/** Kinds of addresses and hosts, and whether they exist, decided before rendering. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { publicEnv, modeOf } from '@/lib/mode'
import { shared } from '@/lib/process-state'
import { log } from './log'

/** The site's host with `www.` added or removed; null for IP addresses and localhost. */
export function alternateHost(siteOrigin: string): string | null {
  const { host, hostname } = new URL(siteOrigin)
  if (!hostname.includes('.') || /^[\d.]+$/.test(hostname)) return null
  return host.startsWith('www.') ? host.slice('www.'.length) : `www.${host}`
}

const maxUnknownHosts = 50

/** Logs each host without a mode once, because pages there reach no API. */
export function unknownHostLogger(previewHosts: readonly string[]): (host: string | undefined) => void {
  const logged = new Set<string>()
  return (header = '') => {
    const host = header.toLowerCase().slice(0, 255).replace(/:\d*$/, '').replace(/\.$/, '')
    if (logged.has(host) || logged.size >= maxUnknownHosts || host === '') return
    if (modeOf(host, publicEnv.hosts, previewHosts) !== 'none') return
    logged.add(host)
    log().warn(
      { host },
      'sign-in, payment and forms are off at this host: it is neither SITE_HOST nor STAGING_HOST of the build, and PREVIEW_HOSTS does not name it',
    )
  }
}

export type Missing = { status: 400 | 404; as: 'page' | 'text' | 'api' }

const missingPage: Missing = { status: 404, as: 'page' }
const missingText: Missing = { status: 404, as: 'text' }
const missingApi: Missing = { status: 404, as: 'api' }
const unreadable: Missing = { status: 400, as: 'page' }

type Params = Record<string, string>
type Route = { page: string; namedRegex: string; routeKeys: Params }
type Manifest = {
  staticRoutes: { page: string }[]
  dynamicRoutes: Route[]
  headers: { headers: { key: string; value: string }[] }[]
}

const readBuildFile = (dir: string, name: string): unknown => JSON.parse(readFileSync(join(dir, '.next', name), 'utf8'))

function readRoutes(dir: string) {
  const read = (name: string) => readBuildFile(dir, name)
  const { staticRoutes, dynamicRoutes } = read('routes-manifest.json') as Manifest
  const files = Object.entries(read('app-path-routes-manifest.json') as Params)
  const pages = new Set(files.filter(([file]) => file.endsWith('/page')).map(([, route]) => route))
  return {
    fixed: new Set(staticRoutes.map(({ page }) => page).filter((page) => !page.startsWith('/_'))),
    dynamic: dynamicRoutes.map(({ page, namedRegex, routeKeys }) => ({
      page,
      regex: new RegExp(namedRegex),
      keys: Object.entries(routeKeys),
      isPage: pages.has(page),
    })),
  }
}

/** Policies that the build gave to plain Next; empty without a build. */
export function builtPolicies(dir: string): Set<string> {
  try {
    const { headers } = readBuildFile(dir, 'routes-manifest.json') as Manifest
    const set = headers.flatMap((rule) => rule.headers)
    return new Set(set.flatMap(({ key, value }) => (key === 'Content-Security-Policy' ? value : [])))
  } catch {
    return new Set()
  }
}

export function decodePath(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** Returns null without a build, or if Next must answer. */
export function missingAddressFinder(dir: string, isPublicFile: (name: string) => boolean) {
  let routes: ReturnType<typeof readRoutes>
  try {
    routes = readRoutes(dir)
  } catch {
    return null
  }

  const isKnown = async (route: string, params: Params) => (await shared.isKnownRoute?.(route, params)) ?? true

  async function missingRoute(path: string): Promise<Missing | null> {
    for (const { page, regex, keys, isPage: isPageRoute } of routes.dynamic) {
      const groups = regex.exec(path)?.groups
      if (!groups) continue
      if (page.startsWith('/api/')) return missingApi
      const params = Object.fromEntries(
        keys.map(([group, key]) => [key.replace(/^nxtP/, ''), decodePath(groups[group] ?? '')]),
      )
      if (Object.values(params).includes(null)) return isPageRoute ? missingPage : unreadable
      if (await isKnown(page, params as Params)) return null
      return isPageRoute ? missingPage : missingText
    }
    return missingPage
  }

  async function missingPicture(query: string): Promise<Missing | null> {
    const [url = '', ...others] = new URLSearchParams(query).getAll('url')
    if (others.length > 0) return null
    const [, page, file] = /^\/blog\/file\/([^/]+)\/([^/]+)$/.exec(url) ?? []
    if (page === undefined || file === undefined) return isPublicFile(url.slice(1)) ? null : missingPage
    return (await isKnown('/blog/file/[page]/[file]', { page, file })) ? null : missingText
  }

  return async function missing(url: string): Promise<Missing | null> {
    const [rawPath = '', query = ''] = url.split('?', 2)
    // Next redirects these to single slashes.
    if (/\/\/|\\/.test(rawPath)) return null
    const path = URL.parse(rawPath, 'http://localhost')?.pathname.replace(/(?<=.)\/$/, '')
    if (path === undefined || routes.fixed.has(path)) return null
    if (path === '/_next/image') return missingPicture(query)
    const name = decodePath(path)?.slice(1)
    if (path.startsWith('/_next/static/')) return name === undefined ? unreadable : null
    return name !== undefined && isPublicFile(name) ? null : missingRoute(path)
  }
}
