/** Responses as sent over the network, with their content encoding. */
import { brotliCompressSync, brotliDecompressSync, constants, gzipSync } from 'node:zlib'
import { rawRequest } from '@/tests/setup/raw-request'

/** Requests an address with a single accepted encoding. */
export const sent = (address: string, encoding: 'br' | 'gzip' | 'identity') =>
  rawRequest(address, { headers: { 'accept-encoding': encoding } })

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
