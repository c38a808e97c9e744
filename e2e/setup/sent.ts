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

/** A page as it is sent with Brotli. */
export async function pageSent(address: string): Promise<{ html: string; bytes: number }> {
  const { headers, body } = await sent(address, 'br')
  if (headers['content-encoding'] !== 'br') throw new Error(`${address} was not compressed.`)
  return { html: brotliDecompressSync(body).toString(), bytes: body.byteLength }
}
