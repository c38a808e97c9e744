/** Areas of the site by path. */
// oxlint-disable-next-line no-restricted-imports -- `next.config.ts` cannot resolve the alias.
import { paths } from '../lib/site'

const hasDotSegment = (pathname: string): boolean => /\/(?:\.|%2e){1,2}(?:\/|$)/i.test(pathname)

export const proxied = String.raw`(?:__|emulator|identitytoolkit\.googleapis\.com|securetoken\.googleapis\.com|v0)/+[^/]`
const proxiedPath = new RegExp(`^/${proxied}`)

/** Whether the identity service answers. The bare prefix is a missing page of ours. */
export const isProxied = (pathname: string): boolean => proxiedPath.test(pathname) && !hasDotSegment(pathname)

export const isApi = (pathname: string): boolean => /^\/api(?:\/|$)/.test(pathname)

const isFile = (pathname: string): boolean => pathname.includes('.', pathname.lastIndexOf('/') + 1)

export const isPage = (pathname: string): boolean =>
  !isApi(pathname) && !/^\/_next(?:\/|$)/.test(pathname) && !isFile(pathname) && !isProxied(pathname)

export type Area = 'sign-in' | 'profile' | 'pricing' | 'blog' | 'site'

export const areas: [prefix: string, area: Area][] = [
  [paths.auth, 'sign-in'],
  [paths.profile, 'profile'],
  ['/pricing', 'pricing'],
  [paths.blog, 'blog'],
]

export function areaOf(pathname: string): Area {
  const path = pathname.toLowerCase()
  return areas.find(([prefix]) => path === prefix || path.startsWith(`${prefix}/`))?.[1] ?? 'site'
}
