/**
 * Answers that are given again for a second without asking Next: it has just said that they are what it keeps. Next
 * goes on deciding what is fresh; nothing is answered here that a cookie, a query or a header could change.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import { shared } from '@/lib/process-state'

/** A page as it is sent to one kind of browser; headers as names and values in turn. */
type Answer = { tag: string; headers: string[]; known: string[]; body: Buffer }

type Recent = { publishing: number; answers: Map<string, Answer> }

const lifeMs = 1000
/** Addresses, of which only those of pages that exist come here. */
const most = 2000

/** What makes an answer somebody's own, or another one than the page. */
const personal = ['authorization', 'firebase-auth-token', 'rsc', 'range', 'x-middleware-prefetch']
const draft = /__prerender_bypass|__next_preview_data/

/** Whether everybody who asks so gets the same. */
export function isCommon({ method, url = '', headers }: IncomingMessage): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || url.includes('?')) return false
  if (personal.some((name) => headers[name] !== undefined)) return false
  return headers.cookie === undefined || !draft.test(headers.cookie)
}

/** @returns the memory: what it is asked by is the address, and the encoding that a browser takes */
export function recentAnswers(now: () => number = () => performance.now()) {
  const kept = new LRUCache<string, Recent>({
    max: most,
    ttl: lifeMs,
    // What nobody asks for again would stay, and all bodies together have no bound.
    ttlAutopurge: true,
    perf: { now },
    ttlResolution: 0,
  })
  return {
    /** How many addresses are remembered. */
    size: () => kept.size,
    get(url: string, encoding: string): Answer | null {
      const recent = kept.get(url)
      return recent?.publishing === shared.contentRevision ? (recent.answers.get(encoding) ?? null) : null
    },
    /** @param publishing the number of publishings when the request began */
    set(url: string, encoding: string, publishing: number, answer: Answer): void {
      if (publishing !== shared.contentRevision) return
      const recent = kept.get(url)
      // A second from the first time: one that is renewed by each encoding would never end.
      if (recent?.publishing === publishing) recent.answers.set(encoding, answer)
      else kept.set(url, { publishing, answers: new Map([[encoding, answer]]) })
    },
  }
}

/** Headers that speak of a body. */
const ofBody = /^content-(?:length|encoding|type)$/i

/** What is to be sent, as it can be sent again. */
export function answerOf(response: ServerResponse, tag: string, body: Buffer): Answer {
  const headers = Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)])
  return { tag, headers: headers.flat(), known: headers.filter(([name = '']) => !ofBody.test(name)).flat(), body }
}

/** @param isKnown whether the browser has it already, and hears just that */
export function answerAgain(
  answer: Answer,
  isKnown: boolean,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (isKnown) response.writeHead(304, answer.known).end()
  else response.writeHead(200, answer.headers).end(request.method === 'HEAD' ? undefined : answer.body)
}
