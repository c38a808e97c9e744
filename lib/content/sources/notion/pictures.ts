import type { BlockObjectResponse } from '@notionhq/client'
import { imageSize } from 'image-size'
import { createHash } from 'node:crypto'
import { paths } from '@/lib/site'
import type { Block } from './blocks'
import { concurrencyLimit, rememberPlace, type Measured, type Notion } from './client'
import { reasonOf, report } from '@/lib/content/report'
import { fetch, type Response } from 'undici'

type Picture = { url: string; width: number; height: number }

type Found = {
  pictures: Map<string, Picture | null>
  files: string[]
  broken: number
}

const most = { time: 20_000, atOnce: 3 }

/** By file extension. SVG may contain scripts, so it is not included. */
export const kinds = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
} as const
export type Ending = keyof typeof kinds
const isEnding = (text: string | undefined): text is Ending => text !== undefined && Object.hasOwn(kinds, text)

/** Null if unsupported or incomplete. */
export function measure(bytes: Buffer): Measured | null {
  try {
    const { width, height, type, orientation = 1 } = imageSize(bytes)
    if (!isEnding(type) || !(width > 0 && height > 0)) return null
    // EXIF orientations from 5 on are rotated by 90 degrees.
    return orientation < 5 ? { width, height, ending: type } : { width: height, height: width, ending: type }
  } catch {
    return null
  }
}

type Image = Extract<BlockObjectResponse, { type: 'image' }>
type Kept = { id: string; url: string; expires: string; mark: string }

const imagesIn = (blocks: Block[]): Image[] =>
  blocks.flatMap(({ block, children }) => [...(block.type === 'image' ? [block] : []), ...imagesIn(children)])

/** `mark` changes when the picture is replaced. Null for external pictures. */
function keptIn({ id, last_edited_time: edited, image }: Image): Kept | null {
  if (image?.type !== 'file') return null
  const { url, expiry_time: expires } = image.file
  const path = URL.parse(url)?.pathname ?? ''
  return { id, url, expires, mark: createHash('sha256').update(`${edited}\n${path}`).digest('hex').slice(0, 10) }
}

async function measured(notion: Notion, { id, url, mark }: Kept, signal: AbortSignal): Promise<Measured> {
  const key = `${id} ${mark}`
  const known = notion.measured.get(key)
  if (known) return known
  const bytes = await readFile(url, notion.ownOrigin, { signal, enough: (part) => measure(part) !== null })
  const found = measure(bytes)
  if (!found) throw new StoreFailure('The file is no picture of a kind that is shown here.', null, false)
  notion.measured.set(key, found)
  return found
}

/** Measures all pictures of a page. Temporary failures count as broken; unsupported pictures are null. */
export async function picturesOf(notion: Notion, page: string, blocks: Block[]): Promise<Found> {
  const signal = AbortSignal.timeout(most.time)
  const inTurn = concurrencyLimit(most.atOnce)
  const found: Found = { pictures: new Map(), files: [], broken: 0 }

  async function look(image: Image) {
    found.pictures.set(image.id, null)
    try {
      const kept = keptIn(image)
      if (!kept) return
      rememberPlace(notion, kept.id, kept.url, kept.expires)
      const { width, height, ending } = await measured(notion, kept, signal)
      const name = `${kept.id}-${kept.mark}.${ending}`
      notion.given.set(`${page}/${name}`, true)
      found.files.push(name)
      found.pictures.set(kept.id, { url: paths.blogFile(page, name), width, height })
    } catch (error) {
      const isPassing = !(error instanceof StoreFailure) || error.isPassing
      if (isPassing) found.broken += 1
      report('notion picture left out', { page, block: image.id, because: reasonOf(error) })
    }
  }

  await Promise.all(imagesIn(blocks).map((image) => inTurn(() => look(image))))
  return found
}

/** Hosts and paths that belong to Notion alone. */
const stores: readonly { host: RegExp; path?: RegExp }[] = [
  { host: /^prod-files-secure\.s3(\.[a-z0-9-]+)?\.amazonaws\.com$/ },
  { host: /^s3[.-]us-west-2\.amazonaws\.com$/, path: /^\/secure\.notion-static\.com\// },
  { host: /^(file|files)\.notion\.(so|com)$/ },
  { host: /^[a-z0-9-]+\.(notion-static|notionusercontent)\.com$/ },
]

const fileLimits = { bytes: 10 * 1024 * 1024, time: 10_000, hops: 2 }

/** Whether an address belongs to Notion's file stores or the local stand-in. Nothing else is fetched. */
export function isStore(address: string, ownOrigin: string | null): boolean {
  const url = URL.parse(address)
  if (!url || url.username || url.password) return false
  if (ownOrigin !== null) return url.origin === ownOrigin
  if (url.protocol !== 'https:' || url.port) return false
  return stores.some(({ host, path }) => host.test(url.hostname) && (path?.test(url.pathname) ?? true))
}

/** Reading a file failed. Addresses grant access, so the message never contains one. */
export class StoreFailure extends Error {
  constructor(
    message: string,
    /** HTTP status of the store, or null. */
    readonly status: number | null = null,
    /** Whether a retry may succeed. */
    readonly isPassing = true,
  ) {
    super(message)
  }
}

const tooLarge = () => new StoreFailure(`The file is larger than ${fileLimits.bytes / 1024 / 1024} MB.`, null, false)

async function open(address: string, ownOrigin: string | null, signal: AbortSignal): Promise<Response> {
  let url = address
  for (let hop = 0; hop <= fileLimits.hops; hop++) {
    if (!isStore(url, ownOrigin)) throw new StoreFailure('The file is not in a store of Notion’s.', null, false)
    const response = await fetch(url, { redirect: 'manual', signal })
    const next = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null
    if (next === null) {
      if (response.ok && Number(response.headers.get('content-length') ?? 0) <= fileLimits.bytes) return response
      await response.body?.cancel()
      throw response.ok ? tooLarge() : new StoreFailure(`The store answered ${response.status}.`, response.status)
    }
    await response.body?.cancel()
    url = URL.parse(next, url)?.href ?? ''
  }
  throw new StoreFailure('The store sends from one address to the next.')
}

/**
 * @param enough receives the bytes so far; true stops reading
 * @throws {StoreFailure} unless the address is a store's and the file has an acceptable size
 */
export async function readFile(
  address: string,
  ownOrigin: string | null,
  { enough, signal }: { enough?: (bytes: Buffer) => boolean; signal?: AbortSignal } = {},
): Promise<Buffer<ArrayBuffer>> {
  const late = AbortSignal.timeout(fileLimits.time)
  const chunks: Uint8Array[] = []
  let size = 0
  // Checks again when the size has doubled, which keeps checking cheap.
  let look = 16 * 1024
  try {
    const response = await open(address, ownOrigin, signal ? AbortSignal.any([late, signal]) : late)
    for await (const chunk of response.body ?? []) {
      chunks.push(chunk)
      size += chunk.length
      if (size > fileLimits.bytes) throw tooLarge()
      if (!enough || size < look) continue
      if (enough(Buffer.concat(chunks))) break
      look = size * 2
    }
  } catch (error) {
    if (error instanceof StoreFailure) throw error
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
    throw new StoreFailure(`The store could not be read: ${reasonOf(cause)}`)
  }
  return Buffer.concat(chunks)
}
