/** Requests that browsers do not send: any path and header, without following redirects. */
import { request } from 'node:http'

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
      return await ask(origin, path, options)
    } catch (error) {
      if (left === 0 || !isReset(error)) throw error
    }
  }
}

function ask(
  origin: string,
  path: string,
  { headers = {}, method = 'GET', body = '' }: RawOptions,
): Promise<RawAnswer> {
  const { port } = new URL(origin)
  const line = path.replace(/[\s\p{C}]|[^\x21-\xff]/gu, (sign) => encodeURIComponent(sign.toWellFormed()))
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path: line, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          location: response.headers.location,
          headers: response.rawHeaders.join('\n'),
          body: Buffer.concat(chunks).toString(),
        }),
      )
    })
    asked.on('error', reject)
    asked.end(body)
  })
}
