import type { RequestListener } from 'node:http'
import { afterEach, vi } from 'vitest'
import { readEnv } from '@/lib/env'
import { hashSource } from '@/server/csp'
import { requestHandler } from '@/server/handler'
import { listen } from '@/tests/setup/listen'
import { rawRequest } from '@/tests/setup/raw-request'

vi.mock('@/lib/server/observability/log', () => {
  const lines = { warn: vi.fn<() => void>(), error: vi.fn<() => void>() }
  return { log: () => lines }
})

export const closedPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
export const pageScript = 'self.__next_f.push([1,"calm"])'
export const page = (text: string) =>
  `<!DOCTYPE html><html><head><title>t</title></head><body><p>${text}</p><script>${pageScript}</script></body></html>`

export const htmlHeaders = { 'Content-Type': 'text/html; charset=utf-8' }

export const cleanups: (() => void)[] = []
afterEach(() => {
  for (const end of cleanups.splice(0)) end()
})

/** @param next takes the place of Next */
export async function startSite(next: RequestListener, source: Record<string, string> = {}) {
  const env = readEnv({ SITE_ORIGIN: 'https://unhurried.example', ...source })
  const allowedScripts = new Set([hashSource('(globalThis["TURBOPACK"] || (globalThis["TURBOPACK"] = [])).push({})')])
  const handle = requestHandler({
    next: async (...both) => void (await next(...both)),
    env,
    api: [],
    build: { allowedScripts, styles: new Map() },
  })
  const { url, close } = await listen((request, response) => void handle(request, response))
  cleanups.push(close)
  return (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    rawRequest(url, { path, headers, method })
}

export const whole: RequestListener = (_, response) => response.writeHead(200, htmlHeaders).end(page('a'))

/** Headers of a page from Next's cache. */
export const cachedHeaders = { ...htmlHeaders, 'x-nextjs-cache': 'HIT', 'Cache-Control': 's-maxage=300' }
