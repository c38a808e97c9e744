/**
 * An HTTP proxy between a browser and the site. It records what pages log and which requests fail, in the same way for
 * every engine, and it can be cut like a network cable.
 */
import { createHash } from 'node:crypto'
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer, text } from 'node:stream/consumers'

const logPath = '/logged-by-the-page'

/** Runs first in each page, and sends errors and warnings to the proxy. */
const reporter = `(() => {
  document.currentScript.remove()
  const send = (...words) => navigator.sendBeacon('${logPath}', [location.pathname, ...words].join(' '))
  for (const kind of ['error', 'warn']) {
    const log = console[kind]
    console[kind] = (...words) => (send(kind, ...words), log(...words))
  }
  addEventListener('error', ({ message, target }) => send('uncaught', message ?? target.outerHTML), true)
  addEventListener('unhandledrejection', ({ reason }) => send('rejected', reason))
  addEventListener('securitypolicyviolation', (event) => send('refused', event.effectiveDirective, event.blockedURI))
})()`
const hash = `'sha256-${createHash('sha256').update(reporter).digest('base64')}'`
const ownScripts = "script-src 'self'"

/** The first lookup of a new user's record answers 404, and tests have no internet for the identity SDK's frame. */
const known = /^404 GET \/api\/users\/get-user|uncaught <script src="https:\/\/apis\.google\.com\/js\/api\.js/
/** Firefox reports scripts and prefetched pages that a navigation aborts. Missing and refused scripts are recorded by status and policy. */
const aborted = /uncaught (?:<script async="" src="\/_next\/static\/|<link rel="prefetch")/
const expected = new RegExp(`${known.source}|${aborted.source}`)

export type WatchedLine = {
  origin: string
  /** Sends requests to this port of this machine. */
  leadTo(port: number): void
  /** Returns what went wrong since the last call. */
  faults(): string[]
  /** Statuses of prefetched pages, by path. */
  prefetched: Map<string, number | undefined>
  cut(): Promise<void>
  join(): Promise<void>
  close(): Promise<void>
}

export async function openWatchedLine(): Promise<WatchedLine> {
  const prefetched: WatchedLine['prefetched'] = new Map()
  let faults: string[] = []
  let target = 0

  function note({ method, url = '', headers }: IncomingMessage, status: number | undefined) {
    const path = url.replace(/\?.*/, '')
    if (headers['sec-purpose'] === 'prefetch') prefetched.set(path, status)
    const line = `${status} ${method} ${path}`
    if (Number(status) >= 400 && !expected.test(line)) faults.push(line)
  }
  async function pass(request: IncomingMessage, response: ServerResponse) {
    if (request.url === logPath) {
      const line = await text(request)
      if (!expected.test(line)) faults.push(line)
      return response.writeHead(204).end()
    }
    const { 'accept-encoding': _, ...headers } = request.headers
    const { method, url: path } = request
    const passed = ask({ host: '127.0.0.1', port: target, method, path, headers }, async (answer) => {
      note(request, answer.statusCode)
      const policy = String(answer.headers['content-security-policy'] ?? '')
      const isPage = policy.includes(ownScripts)
      if (isPage) answer.headers['content-security-policy'] = policy.replace(ownScripts, `${ownScripts} ${hash}`)
      if (!isPage || answer.statusCode === 304 || method === 'HEAD') {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        return answer.pipe(response)
      }
      delete answer.headers['content-length']
      const page = (await buffer(answer)).toString()
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      return response.end(page.replace('<head>', `<head><script>${reporter}</script>`))
    })
    passed.once('error', () => response.destroy())
    return request.pipe(passed)
  }

  const server = createServer((request, response) => void pass(request, response).catch(() => response.destroy()))
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as AddressInfo
  const cut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return {
    origin: `http://localhost:${port}`,
    leadTo: (port) => (target = port),
    faults: () => faults.splice(0),
    prefetched,
    cut,
    join: () => listen(port),
    close: cut,
  }
}
