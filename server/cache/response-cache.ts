/** Repeats a cached answer for a second unless a cookie, query or header can change it. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import { shared } from '@/lib/process-state'

type CachedResponse = { etag: string; headers: string[]; headersOf304: string[]; body: Buffer }

type Entry = { revision: number; response: CachedResponse }

const ttlMs = 1000
const maxResponses = 2000

const personalHeaders = ['authorization', 'firebase-auth-token', 'rsc', 'range', 'x-middleware-prefetch']
const draftCookie = /__prerender_bypass|__next_preview_data/

export function isPublicRequest({ method, url = '', headers }: IncomingMessage): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || url.includes('?')) return false
  if (personalHeaders.some((name) => headers[name] !== undefined)) return false
  return headers.cookie === undefined || !draftCookie.test(headers.cookie)
}

export function responseCache(now: () => number = () => performance.now()) {
  const entries = new LRUCache<string, Entry>({
    max: maxResponses,
    ttl: ttlMs,
    // Otherwise unused bodies would stay in memory.
    ttlAutopurge: true,
    perf: { now },
    ttlResolution: 0,
  })
  return {
    size: () => entries.size,
    get(url: string, encoding: string): CachedResponse | null {
      const entry = entries.get(`${encoding} ${url}`)
      return entry?.revision === shared.contentRevision ? entry.response : null
    },
    set(url: string, encoding: string, revision: number, response: CachedResponse): void {
      if (revision === shared.contentRevision) entries.set(`${encoding} ${url}`, { revision, response })
    },
  }
}

const bodyHeader = /^content-(?:length|encoding|type)$/i

export function toCachedResponse(response: ServerResponse, etag: string, body: Buffer): CachedResponse {
  const headers = Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)])
  const headersOf304 = headers.filter(([name = '']) => !bodyHeader.test(name))
  return { etag, headers: headers.flat(), headersOf304: headersOf304.flat(), body }
}

export function sendCachedResponse(
  { headers, headersOf304, body }: CachedResponse,
  isNotModified: boolean,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (isNotModified) response.writeHead(304, headersOf304).end()
  else response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : body)
}
