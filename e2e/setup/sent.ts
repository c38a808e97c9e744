/** Responses as sent over the network, with their content encoding. */
import { request, type IncomingHttpHeaders } from 'node:http'
import { brotliCompressSync, brotliDecompressSync, constants, gzipSync } from 'node:zlib'

type Sent = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/** Requests an address with a single accepted encoding. */
export function sent(address: string, encoding: 'br' | 'gzip' | 'identity'): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const asked = request(address, { headers: { 'accept-encoding': encoding }, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      )
    })
    asked.on('error', reject)
    asked.end()
  })
}

/** Bytes of a text in Brotli's best quality. */
export const inBrotli = (text: string): number =>
  brotliCompressSync(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text),
    },
  }).byteLength

export const inGzip = (text: string): number => gzipSync(text, { level: 9 }).byteLength

/** A page in its final compression. The first request gets a faster, larger encoding. */
export async function pageSent(address: string): Promise<{ html: string; bytes: number }> {
  const until = Date.now() + 30_000
  for (;;) {
    const { headers, body } = await sent(address, 'br')
    if (headers['content-encoding'] !== 'br') throw new Error(`${address} was not compressed.`)
    const html = brotliDecompressSync(body).toString()
    // The fast encoding is about 10 % larger; another Brotli window costs a few bytes.
    if (body.byteLength <= 1.02 * inBrotli(html)) return { html, bytes: body.byteLength }
    if (Date.now() > until) throw new Error(`${address} was never sent in its best compression.`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
