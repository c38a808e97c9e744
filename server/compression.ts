/** Compresses bodies for the accepted encodings. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import Negotiator from 'negotiator'

export type Encoding = 'br' | 'gzip' | 'identity'

export type EncodedBody = { encode(encoding: Encoding): Promise<Buffer> }

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

/** A fast encoding for the first visitor, the smallest for later ones. */
const quality = { first: 5, best: 11 }

/** Window bits that just hold the body, to save memory. */
const windowBits = (bytes: number) => Math.min(Math.max(Math.ceil(Math.log2(bytes + 16)), 16), 22)

const compressBr = (body: Buffer, level: number) =>
  brotliAsync(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: level,
      [constants.BROTLI_PARAM_LGWIN]: windowBits(body.byteLength),
      [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
    },
  })

export function encodeOnce(body: Buffer): EncodedBody {
  const encoded: Partial<Record<Encoding, Promise<Buffer>>> = {}
  const encoders: Record<Encoding, () => Promise<Buffer>> = {
    identity: async () => body,
    gzip: () => gzipAsync(body, { level: 9 }),
    br: async () => {
      const first = await compressBr(body, quality.first)
      void compressBr(body, quality.best).then((best) => (encoded.br = Promise.resolve(best)))
      return first
    },
  }
  return { encode: (encoding) => (encoded[encoding] ??= encoders[encoding]()) }
}

export const encodeQuickly = (body: Buffer): EncodedBody => ({
  encode: async (encoding) =>
    encoding === 'identity'
      ? body
      : encoding === 'br'
        ? compressBr(body, quality.first)
        : gzipAsync(body, { level: 6 }),
})

const encodings: Encoding[] = ['br', 'gzip']

export function acceptedEncoding(request: IncomingMessage): Encoding {
  const accepted = new Negotiator(request).encodings(encodings)
  return encodings.find((each) => accepted.includes(each)) ?? 'identity'
}

export async function encodeFor(response: ServerResponse, body: EncodedBody, encoding: Encoding): Promise<Buffer> {
  const encoded = await body.encode(encoding)
  if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding)
  response.setHeader('Content-Length', encoded.byteLength)
  return encoded
}

export function varyByEncoding(response: ServerResponse): void {
  const vary = response.getHeader('vary')
  if (!/accept-encoding/i.test(String(vary)))
    response.setHeader('Vary', [vary ?? [], 'Accept-Encoding'].flat().join(', '))
}
