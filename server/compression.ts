/** Compresses bodies for the accepted encodings. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import Negotiator from 'negotiator'

export type Encoding = 'br' | 'gzip' | 'identity'

export type EncodedBody = { in(encoding: Encoding): Promise<Buffer> }

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** A fast encoding for the first visitor, the smallest for later ones. */
const quality = { first: 5, best: 11 }

/** Window bits that just hold the body, to save memory. */
const windowBits = (bytes: number) => Math.min(Math.max(Math.ceil(Math.log2(bytes + 16)), 16), 22)

const compressBr = (body: Buffer, level: number) =>
  brotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: level,
      [constants.BROTLI_PARAM_LGWIN]: windowBits(body.byteLength),
      [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
    },
  })

export function encodedOnce(body: Buffer): EncodedBody {
  const made: Partial<Record<Encoding, Promise<Buffer>>> = {}
  const encoders: Record<Encoding, () => Promise<Buffer>> = {
    identity: async () => body,
    gzip: () => zip(body, { level: 9 }),
    br: async () => {
      const first = await compressBr(body, quality.first)
      void compressBr(body, quality.best).then((best) => (made.br = Promise.resolve(best)))
      return first
    },
  }
  return { in: (encoding) => (made[encoding] ??= encoders[encoding]()) }
}

export const encodedQuickly = (body: Buffer): EncodedBody => ({
  in: async (encoding) =>
    encoding === 'identity' ? body : encoding === 'br' ? compressBr(body, quality.first) : zip(body, { level: 6 }),
})

const encodings: Encoding[] = ['br', 'gzip']

export function acceptedEncoding(request: IncomingMessage): Encoding {
  const accepted = new Negotiator(request).encodings(encodings)
  return encodings.find((each) => accepted.includes(each)) ?? 'identity'
}

export async function encodeFor(response: ServerResponse, body: EncodedBody, encoding: Encoding): Promise<Buffer> {
  const encoded = await body.in(encoding)
  if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding)
  response.setHeader('Content-Length', encoded.byteLength)
  return encoded
}

export function varyByEncoding(response: ServerResponse): void {
  const varied = response.getHeader('vary')
  if (!/accept-encoding/i.test(String(varied)))
    response.setHeader('Vary', [varied ?? [], 'Accept-Encoding'].flat().join(', '))
}
