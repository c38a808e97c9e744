import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Server as NetServer } from 'node:net'
import type { Duplex } from 'node:stream'
import { parseArgs } from 'node:util'
import { isProxied } from './headers'

/** Longer than the usual 60 seconds of proxies, so that the proxy closes first. */
const keepAliveTimeout = 75_000

const isWebSocketUpgrade = ({ headers }: IncomingMessage) => /\bwebsocket\b/i.test(headers.upgrade ?? '')

function refuseUpgrade(_request: IncomingMessage, socket: Duplex): void {
  // Without a listener, a disconnect would crash the process.
  socket.on('error', () => socket.destroy())
  socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', () => socket.destroy())
}

/** The identity helper gets a provider's whole answer, so only its parameters are counted. */
const targetLimits = { characters: 4096, parameters: 100, helperParameters: 500 }

function refuse(response: ServerResponse, status: 400 | 414, why: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' })
  response.end(`${why}\n`)
}

/** Next takes quadratic time to read parameters, so their number is limited everywhere. */
function isTooLong(target = ''): boolean {
  const [path = '', ...query] = target.split('?')
  const isHelper = isProxied(path)
  if (!isHelper && target.length > targetLimits.characters) return true
  return query.join('?').split('&').length > targetLimits[isHelper ? 'helperParameters' : 'parameters']
}

/** Excludes targets that some programs read as another host's: `//x`, `/\x` and `http://x/`. */
const isOwnPath = (target = '') => /^\/(?![/\\])/.test(target)

/** Programs disagree about which host counts. */
const hasTwoHosts = ({ rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === 'host').length > 1

/** Refuses websockets and targets that are too long or not a plain path. Ignores other upgrades. */
export function createSiteServer(onRequest: RequestListener): Server {
  const server = createServer({ keepAliveTimeout, shouldUpgradeCallback: isWebSocketUpgrade }, (request, response) => {
    if (hasTwoHosts(request)) return refuse(response, 400, 'Send exactly one Host header.')
    if (isTooLong(request.url)) return refuse(response, 414, 'This address is too long.')
    if (isOwnPath(request.url)) return onRequest(request, response)
    refuse(response, 400, 'The request target must start with one slash.')
  })
  server.on('upgrade', refuseUpgrade)
  return server
}

export class CannotListen extends Error {}

/** Reads `-H` or `--hostname`, and `-p` or `--port`. */
export function readListenArguments(args: string[]): { hostname?: string; port?: number } {
  const options = { hostname: { type: 'string', short: 'H' }, port: { type: 'string', short: 'p' } } as const
  try {
    const { hostname, port } = parseArgs({ args, options }).values
    if (port === undefined) return { hostname }
    if (/^[1-9]\d{0,4}$/.test(port) && Number(port) < 65536) return { hostname, port: Number(port) }
    throw new Error(`--port is "${port}"; it must be a port from 1 to 65535`)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.split('. ')[0] : ''
    throw new CannotListen(`${why}. Options: --hostname (-H), --port (-p).`, { cause })
  }
}

export async function listen(server: NetServer, port: number, host: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const onError = (cause: NodeJS.ErrnoException) => {
      const advice = `Port ${port} is already taken. Stop what listens there, or choose another with PORT.`
      reject(cause.code === 'EADDRINUSE' ? new CannotListen(advice, { cause }) : cause)
    }
    server.once('error', onError)
    server.listen(port, host, () => {
      server.off('error', onError)
      resolve()
    })
  })
}
