/**
 * The site's HTTP server and the limits of its connections: a slow line is served, and one that is slow on
 * purpose costs a socket for a while and nobody else's time.
 */
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { Duplex } from 'node:stream'

const second = 1000

const limits = {
  /** For the lines before a body. A phone sends them in one packet, or in a few. */
  headersTimeout: 20 * second,
  /** For a whole request: over a line of half a megabit a picture of 10 MB comes in less. */
  requestTimeout: 180 * second,
  /** How often these two are looked at. */
  connectionsCheckingInterval: 5 * second,
  /** Longer than the 60 seconds of the usual proxies, so that it is they who let go of a connection. */
  keepAliveTimeout: 75 * second,
  /** Bytes of all header lines; an identity token has about one thousand. */
  maxHeaderSize: 16 * 1024,
  /** For a line on which nothing moves, whoever's turn it is: longer than any answer takes to begin. */
  timeout: 90 * second,
  /** Sockets at a time, at some 20 kB each: what comes beyond is closed before it costs more. */
  maxConnections: 10_000,
}

export type Limits = typeof limits

/** The site has no websocket, and would hold the line open for nobody. */
const asksForWebSocket = ({ headers }: IncomingMessage) => /\bwebsocket\b/i.test(headers.upgrade ?? '')

function refuseUpgrade(_request: IncomingMessage, socket: Duplex): void {
  // Whoever goes away meanwhile must not end the process.
  socket.on('error', () => socket.destroy())
  socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', () => socket.destroy())
}

/** A path of this site, and nothing that a reader of addresses takes for another host's: `//x`, `/\x`, `http://x/`. */
const isOwnPath = (target = '') => /^\/(?![/\\])/.test(target)

/** The same address with one slash before it, for the slip of two; it leads nowhere but to this site. */
const slipped = ({ method = '', url = '' }: IncomingMessage): string | null =>
  /^(GET|HEAD)$/.test(method) && /^\/{2,}[^\\]*$/.test(url) ? url.replace(/^\/+/, '/') : null

/**
 * The server, not listening yet. A websocket, and a request whose target is no plain path, are answered 400 and
 * never reach `onRequest`, and two slashes at the beginning are led to one; an offer of another protocol, such as h2c,
 * is passed over and the request served.
 * @param changed limits that a test makes short, in milliseconds
 */
export function siteServer(onRequest: RequestListener, changed: Partial<Limits> = {}): Server {
  const { timeout, maxConnections, ...options } = { ...limits, ...changed }
  const server = createServer({ ...options, shouldUpgradeCallback: asksForWebSocket }, (request, response) => {
    if (isOwnPath(request.url)) return onRequest(request, response)
    const path = slipped(request)
    if (path) return void response.writeHead(308, { Location: path, 'Content-Length': 0 }).end()
    response.writeHead(400, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' })
    response.end('The address of a request begins with one slash.\n')
  })
  server.on('upgrade', refuseUpgrade)
  server.timeout = timeout
  server.maxConnections = maxConnections
  return server
}
