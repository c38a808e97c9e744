/** Caches pages by content, with hash and compressed forms. */
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { shared } from '@/lib/process-state'
import { encodeOnce, type EncodedBody } from '@/server/compression'
import { processHtml, type SizeOf } from './deferred-hydration'
import type { styleSheets } from './inline-css'

export type ProcessedPage = EncodedBody & {
  digest: string
  scripts: string[]
  styles: string[]
  dataAddress: string | null
}

type PageKind = {
  isDeferred: boolean
  /** The same for everyone; drafts and error pages are not. */
  isPublic: boolean
}

export type PageData = EncodedBody & { isPublic: boolean }

/** Doubled for the encodings. */
const maxBytes = 64 * 1024 * 1024

const storeEveryMs = 24 * 60 * 60_000

type Options = {
  allowedScripts: ReadonlySet<string>
  sheets: ReturnType<typeof styleSheets>
  sizeOf: SizeOf
  onRefused: (text: string) => void
  maxSize?: number
}

type Entry = { page: ProcessedPage; data: PageData | null; storedAt: number | null }

/** Stores data for tabs whose next request reaches another process or build. */
function storeData(address: string, entry: Entry): void {
  const { data, storedAt } = entry
  if (!data?.isPublic || !shared.storePageData || (storedAt !== null && Date.now() - storedAt < storeEveryMs)) return
  entry.storedAt = Date.now()
  data
    .encode('identity')
    .then((body) => shared.storePageData?.(address, body))
    .catch(() => (entry.storedAt = null))
}

export function processedPages({ allowedScripts, sheets, sizeOf, onRefused, maxSize = maxBytes }: Options) {
  const byDataAddress = new Map<string, Entry>()
  const pages = new LRUCache<string, Entry>({
    maxSize,
    dispose: (entry) => {
      const { dataAddress } = entry.page
      if (dataAddress !== null && byDataAddress.get(dataAddress) === entry) byDataAddress.delete(dataAddress)
    },
  })

  function processPage(digest: string, body: Buffer, { isDeferred, isPublic }: PageKind): Entry {
    const processed = processHtml(body.toString('utf8'), { allowedScripts, sheets, sizeOf, isDeferred })
    const { html, scripts, styles, refused, deferred } = processed
    for (const text of refused) onRefused(text)
    const dataAddress = deferred?.address ?? null
    return {
      page: { ...encodeOnce(Buffer.from(html)), digest, scripts, styles, dataAddress },
      data: deferred && { ...encodeOnce(deferred.data), isPublic },
      storedAt: null,
    }
  }

  function add(digest: string, body: Buffer, kind: PageKind): Entry {
    const entry = processPage(digest, body, kind)
    pages.set(digest, entry, { size: 2 * body.byteLength + 1 })
    const { dataAddress } = entry.page
    // A private page must not replace public data.
    const isReplaceable = () => kind.isPublic || !byDataAddress.get(dataAddress ?? '')?.data?.isPublic
    if (dataAddress !== null && pages.has(digest) && isReplaceable()) byDataAddress.set(dataAddress, entry)
    return entry
  }

  return {
    get(body: Buffer, kind: PageKind): ProcessedPage {
      const hash = createHash('sha256').update(body).update(`${kind.isDeferred} ${kind.isPublic}`)
      const digest = hash.digest('base64')
      const entry = pages.get(digest) ?? add(digest, body, kind)
      if (entry.page.dataAddress !== null) storeData(entry.page.dataAddress, entry)
      return entry.page
    },
    data: (address: string): PageData | null => byDataAddress.get(address)?.data ?? null,
  }
}
