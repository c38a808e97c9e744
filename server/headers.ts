/** Areas of the site by path, the headers of every answer, and those of requests that only Next itself may set. */
import type { IncomingHttpHeaders } from 'node:http'
/* oxlint-disable no-restricted-imports -- `next.config.ts` cannot resolve the alias. */
import { splitPath } from '../lib/locales'
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
  const { path } = splitPath(pathname.toLowerCase())
  return areas.find(([prefix]) => path === prefix || path.startsWith(`${prefix}/`))?.[1] ?? 'site'
}

const disabledFeatures =
  'accelerometer autoplay browsing-topics camera display-capture encrypted-media geolocation gyroscope hid ' +
  'idle-detection magnetometer microphone midi screen-wake-lock serial usb xr-spatial-tracking'

const permissions = [
  ...disabledFeatures.split(' ').map((name) => `${name}=()`),
  'payment=(self "https://js.stripe.com" "https://checkout.stripe.com")',
].join(', ')

const isSecret = (pathname: string) => /^\/api\/preview\/?$/.test(pathname)

/** Two years, without subdomains, which may lack HTTPS. */
export const strictTransport = 'max-age=63072000'

export const sharedPaths = String.raw`(?:og|pictures|app-icon|_next/image|blog/file)\b.*|.*\.(?:svg|png|ico|xml|webmanifest)`
const sharedPath = new RegExp(`^/(?:${sharedPaths})$`)

/** Proxied pages need access to their opener. */
export function commonHeaders(pathname: string, https: boolean): Record<string, string> {
  const securityHeaders = {
    'X-Content-Type-Options': 'nosniff',
    ...(https && { 'Strict-Transport-Security': strictTransport }),
  }
  if (isProxied(pathname)) return securityHeaders
  return {
    ...securityHeaders,
    'Referrer-Policy': isSecret(pathname) ? 'no-referrer' : 'strict-origin-when-cross-origin',
    'Permissions-Policy': permissions,
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    'Cross-Origin-Resource-Policy': sharedPath.test(splitPath(pathname).path) ? 'cross-origin' : 'same-origin',
  }
}

/** `content-security-policy` would choose the nonce of a page that Next caches for everyone. */
const internalHeader =
  /^(?:x-(?:prerender-revalidate|middleware-|invoke-|matched-path|now-route-matches|next-|nextjs-)|next-(?!router-|url$)|content-security-policy)/

/** Next's patterns for crawlers take quadratic time. */
const maxUserAgent = 512

/** Removes headers that change how Next renders, except those of navigation in a browser. */
export function removeInternalHeaders(headers: IncomingHttpHeaders): void {
  for (const name of Object.keys(headers)) if (internalHeader.test(name)) delete headers[name]
  const userAgent = headers['user-agent']
  if (userAgent !== undefined && userAgent.length > maxUserAgent)
    headers['user-agent'] = userAgent.slice(0, maxUserAgent)
}
