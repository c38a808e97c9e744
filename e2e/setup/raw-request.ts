/** Requests that browsers do not send: any path and header, without following redirects. */
import { rawRequest as request } from '@/tests/setup/raw-request'

type RawAnswer = { status: number; location: string | undefined; headers: string; body: string }

type RawOptions = { headers?: Record<string, string>; method?: string; body?: string }

const isReset = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ECONNRESET'

/**
 * Sends a request, with two retries after a connection reset.
 * @param path sent as it is, except for characters that HTTP does not allow in a request line
 */
export async function rawRequest(origin: string, path: string, options: RawOptions = {}): Promise<RawAnswer> {
  for (let left = 2; ; left--) {
    try {
      return await send(origin, path, options)
    } catch (error) {
      if (left === 0 || !isReset(error)) throw error
    }
  }
}

async function send(origin: string, path: string, options: RawOptions): Promise<RawAnswer> {
  const { port } = new URL(origin)
  const line = path.replace(/[\s\p{C}]|[^\x21-\xff]/gu, (sign) => encodeURIComponent(sign.toWellFormed()))
  const { status, headers, rawHeaders, body } = await request(`http://127.0.0.1:${port}`, { path: line, ...options })
  return { status, location: headers.location, headers: rawHeaders.join('\n'), body: body.toString() }
}
