/** Finished pages by address, with their policy and encodings. */
import type { OutgoingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { shared } from '@/lib/server/process-state'

export type Encoding = 'br' | 'gzip' | 'identity'

export type FinishedPage = {
  /** Undefined if browsers may not store it. */
  etag: string | undefined
  /** Headers that depend on the page itself. */
  own: OutgoingHttpHeaders
  /** All headers, except of the encoding. */
  headers: OutgoingHttpHeaders
  encode(encoding: Encoding): Promise<Buffer>
}

type Rendering = {
  /** Next's body. */
  source: Buffer
  /** The content's revision before it was rendered. */
  revision: number
  /** Whether Next took it from its cache, and it may be repeated without asking. */
  isCached: boolean
}

type Entry = { page: FinishedPage; source: Buffer; revision: number; checkedAt: number }

/** How long Next is not asked again. */
const freshMs = 1000

/** Doubled for the encodings. */
const maxBytes = 64 * 1024 * 1024

const encoders: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  identity: async (body) => body,
  gzip: promisify(gzip),
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength },
    }),
}

/** Compresses a text once per encoding. */
export function encodeOnce(text: string): FinishedPage['encode'] {
  const body = Buffer.from(text)
  const encoded: Partial<Record<Encoding, Promise<Buffer>>> = {}
  return (encoding) => (encoded[encoding] ??= encoders[encoding](body))
}

/** A publication (`shared.contentRevision`) ends every entry. */
export function createMemo({ now = () => performance.now(), maxSize = maxBytes } = {}) {
  const entries = new LRUCache<string, Entry>({ maxSize, sizeCalculation: ({ source }) => 2 * source.byteLength + 1 })
  const current = (address: string) => {
    const entry = entries.get(address)
    return entry?.revision === shared.contentRevision ? entry : undefined
  }
  return {
    /** A page that was compared with Next's within the last second. */
    fresh(address: string): FinishedPage | null {
      const entry = current(address)
      return entry && now() - entry.checkedAt < freshMs ? entry.page : null
    },
    /** The page for Next's body, finished again only if the body has changed. */
    finish(address: string, rendering: Rendering, create: () => FinishedPage): FinishedPage {
      const { source, revision, isCached } = rendering
      const entry = current(address)
      const page = entry?.source.equals(source) ? entry.page : create()
      const checkedAt = isCached ? now() : -Infinity
      if (revision === shared.contentRevision) entries.set(address, { page, source, revision, checkedAt })
      return page
    },
  }
}
