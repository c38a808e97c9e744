/** Finished pages by what is in them: read, hashed and compressed once for as long as they stay the same. */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { readPage, type SizeOf } from './held-page'
import type { DataKeeper } from './kept-data'
import type { styleSheets } from './style-sheets'

export type Encoding = 'br' | 'gzip' | 'identity'

/** What is sent, in each encoding made at the first request for it. */
export type Sent = {
  in(encoding: Encoding): Promise<Buffer>
}

export type Page = Sent & {
  /** Of the body that it was made of: the same for the same page. */
  digest: string
  /** Hash sources of the scripts and of the style sheets that it may use. */
  scripts: string[]
  styles: string[]
  /** Where its scripts ask for what they start from, if they are held back. */
  address: string | null
}

type PageKind = {
  /** Whether its scripts may be held back. */
  isHeld: boolean
  /** Whether it is the same for everybody; a draft is not, nor is the page about a failure. */
  isCommon: boolean
}

/** What held-back scripts start from. */
export type PageData = Sent & { isCommon: boolean }

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** The first who asks need not wait for the smallest form; everybody after gets it. */
const quality = { first: 5, best: 11 }

/** Bits of a window that holds the whole of it: the encoder's memory is a multiple of the window. */
const windowOf = (bytes: number) => Math.min(Math.max(Math.ceil(Math.log2(bytes + 16)), 16), 22)

const compressBr = (body: Buffer, level: number) =>
  brotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: level,
      [constants.BROTLI_PARAM_LGWIN]: windowOf(body.byteLength),
      [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
    },
  })

function encoded(body: Buffer): Sent {
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

/** What is sent once, and not worth the time that its smallest form takes. */
export const quickly = (body: Buffer): Sent => ({
  in: async (encoding) =>
    encoding === 'identity' ? body : encoding === 'br' ? compressBr(body, quality.first) : zip(body, { level: 6 }),
})

/** A body counts twice, for what is made of it. */
const mostBytes = 64 * 1024 * 1024

type PagesOptions = {
  /** Hash sources of the scripts that the build knows. */
  pinned: ReadonlySet<string>
  /** The build's style sheets, for pages whose scripts are held back. */
  sheets: ReturnType<typeof styleSheets>
  sizeOf: SizeOf
  /** Hears of a script that may not run, once for each page that has it. */
  refused: (text: string) => void
  /** Where what is everybody's is kept for other processes, too. */
  keeper?: DataKeeper
  /** Bytes. */
  maxSize?: number
}

/** Remembers pages within a bound of bytes, whatever addresses are asked for. */
export function pageMemory({ pinned, sheets, sizeOf, refused, keeper, maxSize = mostBytes }: PagesOptions) {
  type Kept = { page: Page; data: (PageData & { body: Buffer }) | null }
  const byAddress = new Map<string, Kept>()
  const pages = new LRUCache<string, Kept>({
    maxSize,
    dispose: (kept) => {
      const { address } = kept.page
      if (address === null || byAddress.get(address) !== kept) return
      byAddress.delete(address)
      keeper?.forget(address)
    },
  })

  function read(digest: string, body: Buffer, kind: PageKind): Kept {
    const {
      html,
      scripts,
      styles,
      refused: texts,
      held,
    } = readPage(body.toString('utf8'), {
      pinned,
      sheets,
      sizeOf,
      isHeld: kind.isHeld,
    })
    for (const text of texts) refused(text)
    const sent = encoded(Buffer.from(html))
    return {
      page: { digest, scripts, styles, address: held?.address ?? null, in: sent.in },
      data: held && { ...encoded(held.data), isCommon: kind.isCommon, body: held.data },
    }
  }

  /** The same data of a page that was not made for everybody must not take the place of everybody's. */
  const isFirst = (address: string, { isCommon }: PageKind) => isCommon || !byAddress.get(address)?.data?.isCommon

  function make(digest: string, body: Buffer, kind: PageKind): Kept {
    const made = read(digest, body, kind)
    pages.set(digest, made, { size: 2 * body.byteLength + 1 })
    const { address } = made.page
    if (address !== null && pages.has(digest) && isFirst(address, kind)) byAddress.set(address, made)
    return made
  }

  return {
    /** @param body the whole page as it was made */
    of(body: Buffer, kind: PageKind): Page {
      const digest = createHash('sha256').update(body).update(`${kind.isHeld} ${kind.isCommon}`).digest('base64')
      const { page, data } = pages.get(digest) ?? make(digest, body, kind)
      if (page.address !== null && data?.isCommon) keeper?.use(page.address, data.body)
      return page
    },
    /** What held-back scripts start from, while the page is remembered that names this address. */
    data: (address: string): PageData | null => byAddress.get(address)?.data ?? null,
  }
}
