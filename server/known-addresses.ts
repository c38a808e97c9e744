/** Decides before anything is rendered whether an address leads to something, from the routes that the build has. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { shared } from '@/lib/process-state'

/** What is missing: a page for readers, a file or an answer for programs, or an address of the API. */
export type Missing = { status: 400 | 404; as: 'page' | 'text' | 'api' }

type Params = Record<string, string>

type Route = { page: string; namedRegex: string; routeKeys: Record<string, string> }
type Manifest = { staticRoutes: { page: string }[]; dynamicRoutes: Route[] }

const page404: Missing = { status: 404, as: 'page' }
const text404: Missing = { status: 404, as: 'text' }
/** An escape that cannot be decoded, where no page could be. */
const unreadable: Missing = { status: 400, as: 'page' }
const api404: Missing = { status: 404, as: 'api' }

function readRoutes(dir: string) {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(dir, '.next', name), 'utf8'))
  const { staticRoutes, dynamicRoutes } = read('routes-manifest.json') as Manifest
  const files = Object.entries(read('app-path-routes-manifest.json') as Record<string, string>)
  const pages = new Set(files.filter(([file]) => file.endsWith('/page')).map(([, route]) => route))
  return {
    // Next's own pages about errors have addresses of their own, which lead nowhere.
    fixed: new Set(staticRoutes.map(({ page }) => page).filter((page) => !page.startsWith('/_'))),
    dynamic: dynamicRoutes.map(({ page, namedRegex, routeKeys }) => ({
      page,
      regex: new RegExp(namedRegex),
      keys: Object.entries(routeKeys),
      isPage: pages.has(page),
    })),
  }
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

const staticFile = /^\/(?:_next\/static|build-file)\/(.+)$/

type Known = {
  /** Where the build lies. */
  dir: string
  /** Whether a file of `public` has this name. */
  isOpen(name: string): boolean
  /** Whether a file of this build has this name under `/_next/static/`. */
  isBuilt(name: string): boolean
}

/**
 * @returns null where there is no build to know addresses from; otherwise what says of a path and its query that they
 *   lead nowhere, or null where they are for Next to answer
 */
export function knownAddresses({ dir, isOpen, isBuilt }: Known) {
  let routes: ReturnType<typeof readRoutes>
  try {
    routes = readRoutes(dir)
  } catch {
    return null
  }

  async function missingRoute(path: string): Promise<Missing | null> {
    for (const { page, regex, keys, isPage } of routes.dynamic) {
      const groups = regex.exec(path)?.groups
      if (!groups) continue
      const params = Object.fromEntries(
        keys.map(([group, key]) => [key.replace(/^nxtP/, ''), decoded(groups[group] ?? '')]),
      )
      const isReadable = Object.values(params).every((value) => value !== null)
      if (page.startsWith('/api/')) return api404
      if (!isReadable) return isPage ? page404 : unreadable
      const isKnown = (await shared.isKnownRoute?.(page, params as Params)) ?? true
      return isKnown ? null : isPage ? page404 : text404
    }
    return page404
  }

  async function missingFile(text: string): Promise<Missing | null> {
    const name = decoded(text)
    if (name === null) return unreadable
    if (isBuilt(name)) return null
    return ((await shared.isStoredFile?.(name)) ?? true) ? null : text404
  }

  /** Only pictures of ours are made smaller; every other address leads to the page about missing ones. */
  async function missingPicture(query: string): Promise<Missing | null> {
    const [url = '', ...others] = new URLSearchParams(query).getAll('url')
    if (others.length > 0) return null
    const [, page, file] = /^\/blog\/file\/([^/]+)\/([^/]+)$/.exec(url) ?? []
    if (page === undefined || file === undefined) return isOpen(url.slice(1)) ? null : page404
    return ((await shared.isKnownRoute?.('/blog/file/[page]/[file]', { page, file })) ?? true) ? null : text404
  }

  return async function missing(url: string): Promise<Missing | null> {
    const [raw = '', query = ''] = url.split('?', 2)
    // Next leads these to the same address with single slashes.
    if (/\/\/|\\/.test(raw)) return null
    const path = URL.parse(raw, 'http://localhost')?.pathname.replace(/(?<=.)\/$/, '')
    if (path === undefined || routes.fixed.has(path)) return null
    if (path === '/_next/image') return missingPicture(query)
    const [, name] = staticFile.exec(path) ?? []
    if (name !== undefined) return missingFile(name)
    const open = decoded(path)
    if (open !== null && isOpen(open.slice(1))) return null
    return missingRoute(path)
  }
}

export type KnownAddresses = NonNullable<ReturnType<typeof knownAddresses>>
