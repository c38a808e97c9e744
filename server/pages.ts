/** Finished pages by what is in them: read, hashed and compressed once for as long as they stay the same. */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { inlineScripts } from './inline-scripts'

export type Encoding = 'br' | 'gzip' | 'identity'

export type Page = {
  /** Of the body: the same for the same page. */
  digest: string
  /** Hash sources of the scripts that may run in it. */
  hashes: string[]
  /** The body in an encoding; made in the thread pool at the first request for it. */
  in(encoding: Encoding): Promise<Buffer>
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

const encoders: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  identity: async (body) => body,
  br: (body) =>
    brotli(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 6,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
      },
    }),
  gzip: (body) => zip(body, { level: 6 }),
}

/** A body counts twice, for what is made of it. */
const mostBytes = 64 * 1024 * 1024

/**
 * Remembers pages within a bound of bytes, whatever addresses are asked for.
 * @param pinned hash sources of the scripts that the build knows
 * @param refused hears of a script that may not run, once for each page that has it
 * @param maxSize bytes
 */
export function pageMemory(pinned: ReadonlySet<string>, refused: (text: string) => void, maxSize = mostBytes) {
  const pages = new LRUCache<string, Page>({ maxSize })

  function read(digest: string, body: Buffer): Page {
    const found = inlineScripts(body.toString('utf8'), pinned)
    for (const text of found.refused) refused(text)
    const made: Partial<Record<Encoding, Promise<Buffer>>> = {}
    return { digest, hashes: found.hashes, in: (encoding) => (made[encoding] ??= encoders[encoding](body)) }
  }

  return function page(body: Buffer): Page {
    const digest = createHash('sha256').update(body).digest('base64')
    const known = pages.get(digest)
    if (known) return known
    const made = read(digest, body)
    pages.set(digest, made, { size: 2 * body.byteLength + 1 })
    return made
  }
}
