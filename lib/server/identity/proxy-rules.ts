/**
 * What may pass between a browser and a host that stands behind an address of ours. Both lists name
 * what is let through: whatever is new, or is ours, stays where it is.
 */
import { tokenHeader } from '@/lib/site'

/** Beginnings of the paths that the identity service's own host answers for us. */
export const authPaths = ['/__/auth/', '/__/firebase/'] as const

/**
 * The address behind one of ours: the same path and query on another host, and never any other host.
 * @param prefixes of the paths that lead there; none means all
 * @returns null for a path that leads nowhere, or that two programs could read in two ways
 */
export function upstreamAddress(base: string, asked: string, prefixes?: readonly string[]): URL | null {
  const { pathname, search } = new URL(asked)
  if (prefixes && (!isPlain(pathname) || !prefixes.some((prefix) => isBelow(pathname, prefix)))) return null
  const address = new URL(base)
  address.pathname = pathname
  address.search = search
  return address
}

const isBelow = (path: string, prefix: string) => path.startsWith(prefix) && path.length > prefix.length

/** No empty or dotted part, no turned slash, and no escape that would make one of these when it is read again. */
function isPlain(path: string): boolean {
  let read = path
  // Twice: a server behind another one may decode what was decoded already.
  for (let n = 0; n < 2; n++) {
    try {
      read = decodeURIComponent(read)
    } catch {
      return false
    }
    if ([...read].some((letter) => letter <= ' ' || letter === '\\' || letter === '\u007f')) return false
    if (/\/\/|\/\.{1,2}(\/|;|$)/.test(read)) return false
  }
  return read.split('/').length === path.split('/').length
}

/** Headers that speak of one connection, or that fetch sets itself. */
const ownHeaders = new Set([
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

/** For an emulator on this machine, whose protocol has headers of its own: all but what is ours. */
export function withoutOwn(headers: Headers): Headers {
  return new Headers([...headers].filter(([name]) => !ownHeaders.has(name) && !/^(x-)?forwarded/.test(name)))
}

const askedWith = [
  'accept',
  'accept-language',
  'content-type',
  'if-modified-since',
  'if-none-match',
  'range',
  'user-agent',
]

const answeredWith = [
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

const only = (headers: Headers, names: readonly string[]) =>
  new Headers(
    names.flatMap((name) => {
      const value = headers.get(name)
      return value === null ? [] : [[name, value] as [string, string]]
    }),
  )

/** What the identity service's host is told of a request: no cookie, no token, no address that the person came from. */
export const toHost = (headers: Headers): Headers => only(headers, askedWith)

/**
 * What a browser is told of the host's answer: nothing that would speak for all of our site, such as a
 * cookie or a rule on HTTPS. A redirect within the host stays on our origin. Our own pages, and no others,
 * may show the answer in a frame: the sign-in talks to its helper that way.
 * @param address that was asked at the host
 */
export function fromHost(headers: Headers, address: URL, origin: string): Headers {
  const kept = only(headers, answeredWith)
  const location = headers.get('location')
  if (location !== null) kept.set('location', ours(location, address, origin))
  kept.append('content-security-policy', "frame-ancestors 'self'")
  kept.set('x-frame-options', 'SAMEORIGIN')
  kept.set('x-content-type-options', 'nosniff')
  return kept
}

function ours(location: string, address: URL, origin: string): string {
  const url = URL.parse(location, address.href)
  return url?.host === address.host ? origin + url.pathname + url.search + url.hash : location
}

/** The same stream, which fails once it has given more than `bytes`: nobody's memory is held by it, and no line for ever. */
export function bounded(stream: ReadableStream<Uint8Array>, bytes: number): ReadableStream<Uint8Array> {
  let given = 0
  return stream.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        given += chunk.byteLength
        if (given > bytes) controller.error(new TooMuch())
        else controller.enqueue(chunk)
      },
    }),
  )
}

export class TooMuch extends Error {}
