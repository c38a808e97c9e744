import type { BlockObjectResponse } from '@notionhq/client'
import { imageSize } from 'image-size'
import { createHash } from 'node:crypto'
import { limits, paths } from '@/lib/site'
import type { Block } from './blocks'
import { type Notion, type PictureSize, cacheFileUrl, concurrencyLimit } from './client'
import { reasonOf, report } from '@/lib/content/report'
import { fetch, type Response } from 'undici'

type Picture = { url: string; width: number; height: number }

type PagePictures = {
  pictures: Map<string, Picture | null>
  files: string[]
  broken: number
}

const measureLimits = { time: 20_000, maxConcurrent: 3 }

/** By file extension. SVG may contain scripts, so it is not included. */
export const pictureTypes = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
} as const
export type Extension = keyof typeof pictureTypes
const isExtension = (text: string | undefined): text is Extension =>
  text !== undefined && Object.hasOwn(pictureTypes, text)

/** Null if unsupported, incomplete or with too many pixels. */
export function measure(bytes: Buffer): PictureSize | null {
  try {
    const { width, height, type, orientation = 1 } = imageSize(bytes)
    if (!isExtension(type) || !(width > 0 && height > 0) || width * height > limits.picturePixels) return null
    // EXIF orientations from 5 on are rotated by 90 degrees.
    return orientation < 5 ? { width, height, extension: type } : { width: height, height: width, extension: type }
  } catch {
    return null
  }
}

type Image = Extract<BlockObjectResponse, { type: 'image' }>
type StoredImage = { id: string; url: string; expires: string; version: string }

const imagesIn = (blocks: Block[]): Image[] =>
  blocks.flatMap(({ block, children }) => [...(block.type === 'image' ? [block] : []), ...imagesIn(children)])

/** `version` changes when the picture is replaced. Null for external pictures. */
function storedImageOf({ id, last_edited_time: edited, image }: Image): StoredImage | null {
  if (image?.type !== 'file') return null
  const { url, expiry_time: expires } = image.file
  const path = URL.parse(url)?.pathname ?? ''
  return { id, url, expires, version: createHash('sha256').update(`${edited}\n${path}`).digest('hex').slice(0, 10) }
}

async function measureStored(
  notion: Notion,
  { id, url, version }: StoredImage,
  signal: AbortSignal,
): Promise<PictureSize> {
  const key = `${id} ${version}`
  const cached = notion.pictureSizes.get(key)
  if (cached) return cached
  const bytes = await readFile(url, notion.standInOrigin, signal)
  const size = measure(bytes)
  if (!size)
    throw new StoreFailure(`Unsupported type, or more than ${limits.picturePixels / 1e6} megapixels.`, null, false)
  notion.pictureSizes.set(key, size)
  return size
}

/** Measures all pictures of a page. Temporary failures count as broken; unsupported pictures are null. */
export async function readPictures(notion: Notion, page: string, blocks: Block[]): Promise<PagePictures> {
  const signal = AbortSignal.timeout(measureLimits.time)
  const withinLimit = concurrencyLimit(measureLimits.maxConcurrent)
  const result: PagePictures = { pictures: new Map(), files: [], broken: 0 }

  async function addPicture(image: Image) {
    result.pictures.set(image.id, null)
    try {
      const stored = storedImageOf(image)
      if (!stored) return
      cacheFileUrl(notion, stored.id, stored.url, stored.expires)
      const { width, height, extension } = await measureStored(notion, stored, signal)
      const name = `${stored.id}-${stored.version}.${extension}`
      notion.servedFiles.set(`${page}/${name}`, true)
      result.files.push(name)
      result.pictures.set(stored.id, { url: paths.blogFile(page, name), width, height })
    } catch (error) {
      const isRetryable = !(error instanceof StoreFailure) || error.isRetryable
      if (isRetryable) result.broken += 1
      report('notion picture left out', { page, block: image.id, reason: reasonOf(error) })
    }
  }

  await Promise.all(imagesIn(blocks).map((image) => withinLimit(() => addPicture(image))))
  return result
}

/** Hosts and paths that belong to Notion alone. */
const fileStores: readonly { host: RegExp; path?: RegExp }[] = [
  { host: /^prod-files-secure\.s3(\.[a-z0-9-]+)?\.amazonaws\.com$/ },
  { host: /^s3[.-]us-west-2\.amazonaws\.com$/, path: /^\/secure\.notion-static\.com\// },
  { host: /^(file|files)\.notion\.(so|com)$/ },
  { host: /^[a-z0-9-]+\.(notion-static|notionusercontent)\.com$/ },
]

const fileLimits = { bytes: 10 * 1024 * 1024, time: 10_000, hops: 2 }

/** Whether an address belongs to Notion's file stores or the local stand-in. Nothing else is fetched. */
export function isFileStore(address: string, standInOrigin: string | null): boolean {
  const url = URL.parse(address)
  if (!url || url.username || url.password) return false
  if (standInOrigin !== null) return url.origin === standInOrigin
  if (url.protocol !== 'https:' || url.port) return false
  return fileStores.some(({ host, path }) => host.test(url.hostname) && (path?.test(url.pathname) ?? true))
}

/** Reading a file failed. Addresses grant access, so the message never contains one. */
export class StoreFailure extends Error {
  constructor(
    message: string,
    /** HTTP status of the store, or null. */
    readonly status: number | null = null,
    /** Whether a retry may succeed. */
    readonly isRetryable = true,
  ) {
    super(message)
  }
}

const tooLarge = () => new StoreFailure(`The file is larger than ${fileLimits.bytes / 1024 / 1024} MB.`, null, false)

async function fetchFile(address: string, standInOrigin: string | null, signal: AbortSignal): Promise<Response> {
  let url = address
  for (let hop = 0; hop <= fileLimits.hops; hop++) {
    if (!isFileStore(url, standInOrigin)) throw new StoreFailure('The file is not in Notion’s file store.', null, false)
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
  throw new StoreFailure('Too many redirects from the file store.')
}

/** @throws {StoreFailure} unless the address is a store's and the file has an acceptable size */
export async function readFile(
  address: string,
  standInOrigin: string | null,
  signal?: AbortSignal,
): Promise<Buffer<ArrayBuffer>> {
  const timeout = AbortSignal.timeout(fileLimits.time)
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    const response = await fetchFile(address, standInOrigin, signal ? AbortSignal.any([timeout, signal]) : timeout)
    for await (const chunk of response.body ?? []) {
      chunks.push(chunk)
      size += chunk.length
      if (size > fileLimits.bytes) throw tooLarge()
    }
  } catch (error) {
    if (error instanceof StoreFailure) throw error
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
    throw new StoreFailure(`The store could not be read: ${reasonOf(cause)}`)
  }
  return Buffer.concat(chunks)
}
