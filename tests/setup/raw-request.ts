import { request, type IncomingHttpHeaders, type RequestOptions } from 'node:http'

export type RawResponse = { status: number; headers: IncomingHttpHeaders; rawHeaders: string[]; body: Buffer }

/** Sends a request as it is, on a connection of its own: any path, header, method and encoding, without redirects. */
export function rawRequest(url: string, { body, ...options }: RequestOptions & { body?: Buffer | string } = {}) {
  return new Promise<RawResponse>((resolve, reject) => {
    const sent = request(url, { agent: false, ...options }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const { statusCode = 0, headers, rawHeaders } = response
        resolve({ status: statusCode, headers, rawHeaders, body: Buffer.concat(chunks) })
      })
    })
    sent.on('timeout', () => sent.destroy(new Error('no answer')))
    sent.on('error', reject)
    sent.end(body)
  })
}
