/** Requests as no browser sends them: any path, any header, no redirect followed. */
import { request } from 'node:http'

type RawAnswer = { status: number; location: string | undefined; headers: string; body: string }

/**
 * @param path as it stands in the request's first line; what no line can hold is written as an escape
 * @param headers may name another `host`
 */
export function rawRequest(
  origin: string,
  path: string,
  {
    headers = {},
    method = 'GET',
    body = '',
  }: { headers?: Record<string, string>; method?: string; body?: string } = {},
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
