import { type BlockObjectResponse, Client, LogLevel, isFullBlock } from '@notionhq/client'
import { imageSize } from 'image-size'
import { LRUCache } from 'lru-cache'
import { createHash } from 'node:crypto'
import { fetch } from 'undici'
import { rotated } from '@/lib/content/render/pictures'
import { reasonOf, report } from '@/lib/content/content-files'
import type { BlogEnv } from '@/lib/site-settings'
import { processState } from '@/lib/server/process-state'
import { limits, paths } from '@/lib/site'
import type { Block } from './blocks'
import type { Context } from './rich-text'

export type NotionEnv = Extract<BlogEnv, { source: 'notion' }>

/** By file extension. SVG may contain scripts, so it is not included. */
export const pictureTypes = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
} as const
type Extension = keyof typeof pictureTypes
const isExtension = (text: string | undefined): text is Extension =>
  text !== undefined && Object.hasOwn(pictureTypes, text)

type PictureSize = { width: number; height: number; extension: Extension }

export type Notion = {
  client: Client
  /** Current addresses of files by block id; `fetch` asks Notion for unknown ones. */
  fileUrls: LRUCache<string, string>
  /** By block id and version mark. */
  pictureSizes: LRUCache<string, PictureSize>
  /** Pages and files of rendered pages, so that an open page still gets a replaced picture. */
  servedFiles: LRUCache<string, true>
  /** The origin of the local stand-in, or null for Notion's own file stores. */
  standInOrigin: string | null
}

export class FileNotFound extends Error {}

/** Milliseconds by which addresses expire early. */
const expiryMarginMs = 60_000

/** At least 1, because 0 means no expiry. */
const ttlOf = (expires: string) => Math.max(1, Date.parse(expires) - Date.now() - expiryMarginMs) || 1

export function openNotion({ token, apiBase }: NotionEnv, timeoutMs = 10_000): Notion {
  const client = new Client({
    auth: token,
    ...(apiBase ? { baseUrl: apiBase } : {}),
    fetch: limitedFetch(timeoutMs),
    retry: { maxRetries: 1, initialRetryDelayMs: 400, maxRetryDelayMs: 3000 },
    logLevel: LogLevel.ERROR,
  })
  return {
    client,
    fileUrls: new LRUCache<string, string>({
      max: 2000,
      fetchMethod: async (id, _before, { options }) => {
        const block = await client.blocks.retrieve({ block_id: id })
        if (!isFullBlock(block) || block.type !== 'image' || block.image.type !== 'file') throw new FileNotFound(id)
        options.ttl = ttlOf(block.image.file.expiry_time)
        return block.image.file.url
      },
    }),
    pictureSizes: new LRUCache({ max: 2000 }),
    servedFiles: new LRUCache({ max: 2000 }),
    standInOrigin: apiBase ? new URL(apiBase).origin : null,
  }
}

/** One client, so that all bundles share Notion's rate limit. */
export const getNotion = (settings: NotionEnv): Notion => processState('notion', () => openNotion(settings))

export async function findDataSource(client: Client, databaseId: string): Promise<string> {
  const database = await client.databases.retrieve({ database_id: databaseId })
  const id = 'data_sources' in database ? database.data_sources[0]?.id : undefined
  if (id === undefined) throw new Error(`The Notion database ${databaseId} has no data source.`)
  return id
}

type Call = { method?: string; headers?: Record<string, string>; body?: unknown }

/** Three calls at a time, because Notion allows about three a second. Bypasses Next's caching `fetch`. */
function limitedFetch(timeoutMs: number) {
  const withinLimit = concurrencyLimit(3)
  return (address: string, { method, headers, body }: Call = {}): Promise<Response> =>
    withinLimit(async () => {
      try {
        const text = typeof body === 'string' ? body : undefined
        const signal = AbortSignal.timeout(timeoutMs)
        const response = await fetch(address, { method, headers, body: text, redirect: 'error', signal })
        return new Response(await response.text(), { status: response.status, headers: [...response.headers] })
      } catch (error) {
        const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
        throw new Error(`Notion could not be reached: ${reasonOf(cause)}`, { cause: error })
      }
    })
}

/** Runs at most `maxConcurrent` tasks at a time; the others wait in order. */
export function concurrencyLimit(maxConcurrent: number): <T>(task: () => Promise<T>) => Promise<T> {
  let freeSlots = maxConcurrent
  const queue: (() => void)[] = []
  return async (task) => {
    if (freeSlots > 0) freeSlots -= 1
    else await new Promise<void>((resolve) => queue.push(resolve))
    try {
      return await task()
    } finally {
      const next = queue.shift()
      if (next) next()
      else freeSlots += 1
    }
  }
}

/** Null if unsupported, incomplete or with too many pixels. */
export function measure(bytes: Buffer): PictureSize | null {
  try {
    const { type, ...size } = imageSize(bytes)
    const { width, height } = rotated(size)
    if (!isExtension(type) || !(width > 0 && height > 0) || width * height > limits.picturePixels) return null
    return { width, height, extension: type }
  } catch {
    return null
  }
}

type Image = Extract<BlockObjectResponse, { type: 'image' }>

const imagesIn = (blocks: Block[]): Image[] =>
  blocks.flatMap(({ block, children }) => [...(block.type === 'image' ? [block] : []), ...imagesIn(children)])

/**
 * Adds the pictures of a page to its context. Temporary failures count as broken; unsupported ones are left out.
 * @returns the names of the files
 */
export async function readPictures(notion: Notion, blocks: Block[], context: Context): Promise<string[]> {
  const { page } = context
  const signal = AbortSignal.timeout(20_000)
  const withinLimit = concurrencyLimit(3)
  const files: string[] = []

  async function sizeOf(key: string, url: string): Promise<PictureSize> {
    const cached = notion.pictureSizes.get(key)
    if (cached) return cached
    const size = measure(await readFile(url, notion.standInOrigin, signal))
    if (!size)
      throw new StoreFailure(`Unsupported type, or more than ${limits.picturePixels / 1e6} megapixels.`, null, false)
    notion.pictureSizes.set(key, size)
    return size
  }

  async function addPicture({ id, last_edited_time: edited, image }: Image) {
    if (image?.type !== 'file') return
    const { url, expiry_time: expires } = image.file
    try {
      notion.fileUrls.set(id, url, { ttl: ttlOf(expires) })
      // Changes when the picture is replaced.
      const content = `${edited}\n${URL.parse(url)?.pathname}`
      const version = createHash('sha256').update(content).digest('hex').slice(0, 10)
      const { width, height, extension } = await sizeOf(`${id} ${version}`, url)
      const name = `${id}-${version}.${extension}`
      notion.servedFiles.set(`${page}/${name}`, true)
      files.push(name)
      context.pictures.set(id, { url: paths.blogFile(page, name), width, height })
    } catch (error) {
      if (!(error instanceof StoreFailure) || error.isRetryable) context.broken += 1
      report('notion picture left out', { page, block: id, reason: reasonOf(error) })
    }
  }

  await Promise.all(imagesIn(blocks).map((image) => withinLimit(() => addPicture(image))))
  return files
}

const fileStores: readonly { host: RegExp; path?: RegExp }[] = [
  { host: /^prod-files-secure\.s3(\.[a-z0-9-]+)?\.amazonaws\.com$/ },
  { host: /^s3[.-]us-west-2\.amazonaws\.com$/, path: /^\/secure\.notion-static\.com\// },
  { host: /^(file|files)\.notion\.(so|com)$/ },
  { host: /^[a-z0-9-]+\.(notion-static|notionusercontent)\.com$/ },
]

const maxFileBytes = 10 * 1024 * 1024
const fileTimeoutMs = 10_000

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
    /** From HTTP. */
    readonly status: number | null = null,
    /** Whether a retry may succeed. */
    readonly isRetryable = true,
  ) {
    super(message)
  }
}

export async function readFile(
  address: string,
  standInOrigin: string | null,
  signal?: AbortSignal,
): Promise<Buffer<ArrayBuffer>> {
  if (!isFileStore(address, standInOrigin))
    throw new StoreFailure('The file is not in Notion’s file store.', null, false)
  const timeout = AbortSignal.timeout(fileTimeoutMs)
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    const response = await fetch(address, {
      redirect: 'error',
      signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
    })
    if (!response.ok) throw new StoreFailure(`The store answered ${response.status}.`, response.status)
    for await (const chunk of response.body ?? []) {
      chunks.push(chunk)
      size += chunk.length
      if (size > maxFileBytes) throw new StoreFailure('The file is larger than 10 MB.', null, false)
    }
  } catch (error) {
    if (error instanceof StoreFailure) throw error
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
    throw new StoreFailure(`The store could not be read: ${reasonOf(cause)}`)
  }
  return Buffer.concat(chunks)
}
