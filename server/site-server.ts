/**
 * The site's HTTP server and the limits of its connections: a slow line is served, and one that is slow on
 * purpose costs a socket for a while and nobody else's time.
 */
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
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
  /** Sockets at a time, at some 20 kB each. */
  maxConnections: 10_000,
}

/** Of every hundred sockets, those that are left for whoever comes next: lines that wait for nothing make room. */
const roomPercent = 5

export type Limits = typeof limits

/** The site has no websocket, and would hold the line open for nobody. */
const asksForWebSocket = ({ headers }: IncomingMessage) => /\bwebsocket\b/i.test(headers.upgrade ?? '')

function refuseUpgrade(_request: IncomingMessage, socket: Duplex): void {
  // Whoever goes away meanwhile must not end the process.
  socket.on('error', () => socket.destroy())
  socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', () => socket.destroy())
}

function refuse(response: ServerResponse, why: string): void {
  response.writeHead(400, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' })
  response.end(`${why}\n`)
}

/** A path of this site, and nothing that a reader of addresses takes for another host's: `//x`, `/\x`, `http://x/`. */
const isOwnPath = (target = '') => /^\/(?![/\\])/.test(target)

/** The same address with one slash before it, for the slip of two; it leads nowhere but to this site. */
const slipped = ({ method = '', url = '' }: IncomingMessage): string | null =>
  /^(GET|HEAD)$/.test(method) && /^\/{2,}[^\\]*$/.test(url) ? url.replace(/^\/+/, '/') : null

/**
 * Keeps room for visitors where lines are held open that ask for nothing: the oldest of those that have not sent a whole
 * request is closed for a new one, then the oldest that only waits for its next request.
 */
function keepRoom(server: Server, most: number): void {
  const limit = most - Math.floor((most * roomPercent) / 100)
  /** In the order in which they began to wait. */
  const silent = new Set<Socket>()
  const idle = new Set<Socket>()
  let open = 0
  server.on('connection', (socket) => {
    open += 1
    silent.add(socket)
    socket.once('close', () => {
      open -= 1
      silent.delete(socket)
      idle.delete(socket)
    })
    if (open <= limit) return
    const [first] = silent
    const [oldest = first] = first === socket ? idle : [first]
    oldest?.destroy()
  })
  server.prependListener('request', (request, response) => {
    const { socket } = request
    idle.delete(socket)
    // With a body it goes on sending: it counts as silent until that is whole.
    const isWhole = () => silent.delete(socket)
    if (request.headers['content-length'] === undefined && request.headers['transfer-encoding'] === undefined) isWhole()
    else request.once('end', isWhole)
    response.once('close', () => {
      if (!socket.destroyed && !silent.has(socket)) idle.add(socket)
    })
  })
}

/** Two names of the host would be read in two ways by two programs. */
function namesHostTwice({ rawHeaders }: IncomingMessage): boolean {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') count += 1
  return count > 1
}

/**
 * The server, not listening yet. A websocket, and a request whose target is no plain path, are answered 400 and
 * never reach `onRequest`, and two slashes at the beginning are led to one; an offer of another protocol, such as h2c,
 * is passed over and the request served.
 * @param changed limits that a test makes short, in milliseconds
 */
export function siteServer(onRequest: RequestListener, changed: Partial<Limits> = {}): Server {
  const { timeout, maxConnections, ...options } = { ...limits, ...changed }
  const server = createServer({ ...options, shouldUpgradeCallback: asksForWebSocket }, (request, response) => {
    if (namesHostTwice(request)) return refuse(response, 'A request names one host.')
    if (isOwnPath(request.url)) return onRequest(request, response)
    const path = slipped(request)
    if (path) return void response.writeHead(308, { Location: path, 'Content-Length': 0 }).end()
    refuse(response, 'The address of a request begins with one slash.')
  })
  server.on('upgrade', refuseUpgrade)
  server.timeout = timeout
  server.maxConnections = maxConnections
  keepRoom(server, maxConnections)
  return server
}
