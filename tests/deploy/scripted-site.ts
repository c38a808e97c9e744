/** A small site that identifies itself and counts requests in each answer. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { listen } from '@/tests/setup/listen'

export type ReceivedRequest = {
  site: string
  count: number
  path: string
  body: number
  headers: Record<string, string>
}
export type ScriptedSite = { port: number; requests: ReceivedRequest[]; stop(): Promise<void> }

const vary = 'rsc, next-router-state-tree, next-router-prefetch, next-router-segment-prefetch, Accept-Encoding'
const page = { 'cache-control': 's-maxage=31536000', vary }

/** Headers of the answer at a path; a page's by default. */
const headersAt: Record<string, Record<string, string>> = {
  '/feed': { 'cache-control': 'public, max-age=300' },
  '/plain': {},
  '/private': { 'cache-control': 'private, max-age=60' },
  '/both': { 'cache-control': 'no-store, s-maxage=60' },
  '/cookie': { ...page, 'set-cookie': 'who=you' },
  '/foreign': { ...page, vary: `${vary}, Cookie` },
}

const encodings = { br: brotliCompressSync, gzip: gzipSync, identity: (text: string) => Buffer.from(text) }

/** @param own path prefix of its build's files under `/_next/static/`, or null for none */
export async function startScriptedSite(site: string, own: string | null = null): Promise<ScriptedSite> {
  const requests: ReceivedRequest[] = []
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = 0
    for await (const chunk of request) body += (chunk as Buffer).length
    const path = request.url ?? ''
    const received: ReceivedRequest = {
      site,
      count: requests.length + 1,
      path,
      body,
      headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
    }
    requests.push(received)
    if (path === '/broken') return void request.socket.destroy()
    if (path.startsWith('/slow')) await sleep(400)
    const isLost = path.startsWith('/_next/static/') && !(own && path.startsWith(own))
    const encoding = (request.headers['accept-encoding'] ?? 'identity') as keyof typeof encodings
    response.writeHead(isLost ? 404 : 200, {
      'content-type': request.headers.rsc ? 'text/x-component' : 'text/html',
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
      ...(headersAt[path] ?? page),
    })
    response.end(encodings[encoding](JSON.stringify(received)))
  }

  const { port, close } = await listen((request, response) => void answer(request, response))
  return { port, requests, stop: close }
}
