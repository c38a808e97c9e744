/** Allow lists of addresses and headers that may pass between a browser and a proxied host. */
import { tokenHeader } from '@/lib/site'

/** Segments of these characters cannot mean another path to any server. */
export const isHelperPath = (path: string): boolean => /^\/__\/(?:auth|firebase)(?:\/[\w-][\w.-]*)+$/.test(path)

/** The requested path and query at another host. */
export function targetUrl(base: string, requested: string): URL {
  const { pathname, search } = new URL(requested)
  const address = new URL(base)
  address.pathname = pathname
  address.search = search
  return address
}

/** Connection headers, those that fetch sets, and our own credentials. */
const droppedHeaders = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'te',
  'trailer',
  'host',
  'content-length',
  'content-encoding',
  'accept-encoding',
  'expect',
  'cookie',
  'set-cookie',
  tokenHeader,
])

export function withoutDroppedHeaders(headers: Headers): Headers {
  return new Headers([...headers].filter(([name]) => !droppedHeaders.has(name) && !/^(x-)?forwarded/.test(name)))
}

const allowedRequestHeaders = [
  'accept',
  'accept-language',
  'content-type',
  'if-modified-since',
  'if-none-match',
  'range',
  'user-agent',
]

const allowedResponseHeaders = [
  'accept-ranges',
  'cache-control',
  'content-language',
  'content-range',
  'content-security-policy',
  'content-type',
  'cross-origin-opener-policy',
  'etag',
  'expires',
  'last-modified',
  'referrer-policy',
  'retry-after',
  'vary',
]

const pickHeaders = (headers: Headers, names: readonly string[]) =>
  new Headers(
    names.flatMap((name) => {
      const value = headers.get(name)
      return value === null ? [] : [[name, value] as [string, string]]
    }),
  )

export const requestHeadersForHost = (headers: Headers): Headers => pickHeaders(headers, allowedRequestHeaders)

/**
 * Drops headers that affect our whole site, such as cookies and HSTS. Redirects stay on our origin, and only our pages
 * may frame the answer, as the sign-in helper requires.
 */
export function responseHeadersFromHost(headers: Headers, address: URL, origin: string): Headers {
  const allowed = pickHeaders(headers, allowedResponseHeaders)
  const location = headers.get('location')
  if (location !== null) allowed.set('location', toOwnOrigin(location, address, origin))
  allowed.append('content-security-policy', "frame-ancestors 'self'")
  allowed.set('x-frame-options', 'SAMEORIGIN')
  allowed.set('x-content-type-options', 'nosniff')
  return allowed
}

function toOwnOrigin(location: string, address: URL, origin: string): string {
  const url = URL.parse(location, address.href)
  return url?.host === address.host ? origin + url.pathname + url.search + url.hash : location
}
