/** Buffers a complete page, because its headers depend on its content. */
import {
  IncomingMessage,
  ServerResponse,
  type IncomingHttpHeaders,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
} from 'node:http'
import { Socket } from 'node:net'

export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

type Options = {
  /** Runs before the first byte, with all headers set. */
  onHeaders?(): void
  isBuffered(): boolean
  onUnbuffered(): void
  onBody(body: Buffer): void
}

const maxBytes = 16 * 1024 * 1024

type Chunk = string | Uint8Array
type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[]

const bytesOf = (chunk: Chunk, encoding: unknown) =>
  typeof chunk === 'string'
    ? Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8')
    : Buffer.from(chunk)

const callbackOf = (values: unknown[]) => values.find((value): value is () => void => typeof value === 'function')

function setHeaders(response: ServerResponse, headers: Headers = {}): void {
  if (!Array.isArray(headers)) {
    for (const [name, value] of Object.entries(headers)) if (value !== undefined) response.setHeader(name, value)
  } else {
    for (let at = 0; at + 1 < headers.length; at += 2) response.setHeader(String(headers[at]), headers[at + 1] ?? '')
  }
}

export function bufferResponse(
  response: ServerResponse,
  { onHeaders, isBuffered, onUnbuffered, onBody }: Options,
): void {
  const { writeHead, write, end, flushHeaders } = response
  const restore = () => Object.assign(response, { writeHead, write, end, flushHeaders })
  const chunks: Buffer[] = []
  let bytes = 0
  let state: 'undecided' | 'buffered' | 'unbuffered' = 'undecided'

  function unbuffer(): void {
    state = 'unbuffered'
    onUnbuffered()
    restore()
  }

  function decide(): boolean {
    if (state === 'undecided') {
      onHeaders?.()
      if (isBuffered()) state = 'buffered'
      else unbuffer()
    }
    return state === 'buffered'
  }

  function add(chunk: unknown, encoding: unknown): void {
    if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) return
    const part = bytesOf(chunk, encoding)
    chunks.push(part)
    bytes += part.byteLength
    if (bytes <= maxBytes) return
    unbuffer()
    response.write(Buffer.concat(chunks))
  }

  Object.assign(response, {
    writeHead(status: number, ...rest: (string | Headers | undefined)[]) {
      response.statusCode = status
      const [message] = rest
      if (typeof message === 'string') response.statusMessage = message
      setHeaders(
        response,
        rest.find((value): value is Headers => typeof value === 'object'),
      )
      if (!decide()) response.writeHead(response.statusCode)
      return response
    },
    flushHeaders() {
      if (!decide()) response.flushHeaders()
    },
    write(...values: [Chunk, ...unknown[]]) {
      if (!decide()) return response.write(...(values as Parameters<typeof response.write>))
      add(values[0], values[1])
      callbackOf(values)?.()
      return true
    },
    end(...values: unknown[]) {
      if (!decide()) return response.end(...(values as Parameters<typeof response.end>))
      add(values[0], values[1])
      if (state !== 'buffered') return response.end()
      restore()
      const done = callbackOf(values)
      if (done) response.once('finish', done)
      onBody(Buffer.concat(chunks))
      return response
    },
  })
}

/** Renders a page without a connection. */
export async function renderInternally(handler: Handler, path: string, headers: IncomingHttpHeaders): Promise<Buffer> {
  const request = new IncomingMessage(new Socket())
  Object.assign(request, { method: 'GET', url: path, headers: { host: headers.host ?? 'localhost' } })
  request.push(null)
  const response = new ServerResponse(request)
  const body = new Promise<Buffer>((resolve) => {
    bufferResponse(response, { isBuffered: () => true, onUnbuffered: () => {}, onBody: resolve })
  })
  await handler(request, response)
  return body
}
