/** Repeats a cached answer for a second unless a cookie, query or header can change it. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import { shared } from '@/lib/process-state'

type Answer = { etag: string; headers: string[]; headersOf304: string[]; body: Buffer }

type Entry = { revision: number; answer: Answer }

const lifeMs = 1000
const mostAnswers = 2000

const personal = ['authorization', 'firebase-auth-token', 'rsc', 'range', 'x-middleware-prefetch']
const draftCookie = /__prerender_bypass|__next_preview_data/

export function isPublicRequest({ method, url = '', headers }: IncomingMessage): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || url.includes('?')) return false
  if (personal.some((name) => headers[name] !== undefined)) return false
  return headers.cookie === undefined || !draftCookie.test(headers.cookie)
}

export function responseCache(now: () => number = () => performance.now()) {
  const entries = new LRUCache<string, Entry>({
    max: mostAnswers,
    ttl: lifeMs,
    // Otherwise unused bodies would stay in memory.
    ttlAutopurge: true,
    perf: { now },
    ttlResolution: 0,
  })
  return {
    size: () => entries.size,
    get(url: string, encoding: string): Answer | null {
      const entry = entries.get(`${encoding} ${url}`)
      return entry?.revision === shared.contentRevision ? entry.answer : null
    },
    set(url: string, encoding: string, revision: number, answer: Answer): void {
      if (revision === shared.contentRevision) entries.set(`${encoding} ${url}`, { revision, answer })
    },
  }
}

const bodyHeader = /^content-(?:length|encoding|type)$/i

export function answerOf(response: ServerResponse, etag: string, body: Buffer): Answer {
  const headers = Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)])
  const headersOf304 = headers.filter(([name = '']) => !bodyHeader.test(name))
  return { etag, headers: headers.flat(), headersOf304: headersOf304.flat(), body }
}

export function repeatAnswer(
  { headers, headersOf304, body }: Answer,
  isNotModified: boolean,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (isNotModified) response.writeHead(304, headersOf304).end()
  else response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : body)
}
