/** Keeps an answer back while it is a page, so that its headers can be told from the whole of it. */
import type { OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from 'node:http'

type Hold = {
  /** Asked when the headers are known. */
  isHeld(response: ServerResponse): boolean
  /** Called before the headers of an answer leave that is not held, or no more. */
  passed(response: ServerResponse): void
  /** Gets the whole body, and ends the answer itself, by `response.end`. */
  whole(body: Buffer, response: ServerResponse): void
}

/** Bytes; a page of this size is none of ours, and leaves as it comes with the closed policy. */
const mostBytes = 16 * 1024 * 1024

type Chunk = string | Uint8Array
const bytesOf = (chunk: Chunk, encoding: unknown) =>
  typeof chunk === 'string'
    ? Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8')
    : Buffer.from(chunk)

/** Puts itself between a request handler and the answer that it writes; from `whole` on the answer is as it was. */
export function hold(response: ServerResponse, { isHeld, passed, whole }: Hold): void {
  const own = {
    writeHead: response.writeHead,
    write: response.write,
    end: response.end,
    flushHeaders: response.flushHeaders,
  }
  const chunks: Buffer[] = []
  let bytes = 0
  let state: 'open' | 'held' | 'passed' = 'open'

  const letGo = () => Object.assign(response, own)

  function decide(): boolean {
    if (state === 'open') {
      state = isHeld(response) ? 'held' : 'passed'
      if (state === 'passed') {
        passed(response)
        letGo()
      }
    }
    return state === 'held'
  }

  function keep(chunk: unknown, encoding: unknown): void {
    if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) return
    const part = bytesOf(chunk, encoding)
    chunks.push(part)
    bytes += part.byteLength
    if (bytes <= mostBytes) return
    state = 'passed'
    passed(response)
    letGo()
    response.write(Buffer.concat(chunks))
  }

  type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[]
  const setAll = (headers: Headers = {}) => {
    if (!Array.isArray(headers)) {
      for (const [name, value] of Object.entries(headers)) if (value !== undefined) response.setHeader(name, value)
    } else {
      for (let at = 0; at + 1 < headers.length; at += 2) response.setHeader(String(headers[at]), headers[at + 1] ?? '')
    }
  }

  const callback = (values: unknown[]) => values.find((value): value is () => void => typeof value === 'function')

  Object.assign(response, {
    writeHead(status: number, ...rest: (string | Headers | undefined)[]) {
      response.statusCode = status
      const [message] = rest
      if (typeof message === 'string') response.statusMessage = message
      setAll(rest.find((value): value is Headers => typeof value === 'object'))
      if (!decide()) response.writeHead(response.statusCode)
      return response
    },
    flushHeaders() {
      if (!decide()) response.flushHeaders()
    },
    write(...given: [Chunk, ...unknown[]]) {
      if (!decide()) return response.write(...(given as Parameters<typeof response.write>))
      keep(given[0], given[1])
      callback(given)?.()
      return true
    },
    end(...given: unknown[]) {
      if (!decide()) return response.end(...(given as Parameters<typeof response.end>))
      keep(given[0], given[1])
      if (state !== 'held') return response.end()
      letGo()
      const done = callback(given)
      if (done) response.once('finish', done)
      whole(Buffer.concat(chunks), response)
      return response
    },
  })
}
