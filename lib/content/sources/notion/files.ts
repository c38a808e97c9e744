import { isHTTPResponseError } from '@notionhq/client'
import { contentEnv } from '@/lib/site-settings'
import { isNotModified } from '@/lib/not-modified'
import {
  concurrencyLimit,
  FileNotFound,
  getNotion,
  measure,
  type Notion,
  pictureTypes,
  readFile,
  StoreFailure,
} from './client'
import { readBodyByKey, retryAfterSeconds } from '@/lib/content/posts'
import { reasonOf, report } from '@/lib/content/content-files'

const id = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const pageId = new RegExp(`^${id}$`)
const fileName = new RegExp(`^(${id})-[0-9a-f]{10}\\.(${Object.keys(pictureTypes).join('|')})$`)

/** Files are held in memory. */
const withinLimit = concurrencyLimit(6)

const defaultRetryAfter = 30

const securityHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox",
}

const textResponse = (status: number, text: string, headers: Record<string, string> = {}) =>
  new Response(text, {
    status,
    headers: {
      ...securityHeaders,
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      ...headers,
    },
  })

const notFound = () => textResponse(404, 'There is no such picture.')

function errorResponse(error: unknown, about: Record<string, string>): Response {
  if (error instanceof FileNotFound || (isHTTPResponseError(error) && error.status === 404)) return notFound()
  report('notion picture could not be served', { ...about, reason: reasonOf(error) })
  const isStoreError = error instanceof StoreFailure && error.status !== null
  return textResponse(isStoreError ? 502 : 503, 'This picture isn’t available right now.', {
    'Retry-After': String(retryAfterSeconds(error) ?? defaultRetryAfter),
  })
}

/** Asks Notion for a new address once if the cached one has expired. */
async function readBytes(notion: Notion, block: string): Promise<Buffer<ArrayBuffer>> {
  const cachedUrl = notion.fileUrls.get(block)
  if (cachedUrl !== undefined) {
    try {
      return await readFile(cachedUrl, notion.standInOrigin)
    } catch (error) {
      if (!(error instanceof StoreFailure) || error.status === null || error.status >= 500) throw error
    }
  }
  const url = await notion.fileUrls.fetch(block, { forceRefresh: cachedUrl !== undefined })
  if (url === undefined) throw new FileNotFound(block)
  return readFile(url, notion.standInOrigin)
}

const cacheControlFor = (isCurrent: boolean) =>
  isCurrent ? 'public, max-age=31536000, immutable' : 'public, max-age=60'

/** 404 for other files than published pictures, and 502 or 503 on failures. Previews have those of drafts, uncached. */
export async function serveNotionFile(
  request: Request,
  page: string,
  file: string,
  isPreview = false,
): Promise<Response> {
  const settings = contentEnv().blog
  const [, block] = fileName.exec(file) ?? []
  if (settings.source !== 'notion' || !pageId.test(page) || !block) return notFound()
  const notion = getNotion(settings)
  try {
    const body = await readBodyByKey(page, isPreview)
    const isCurrent = body?.files?.includes(file) ?? false
    if (!body || !(isCurrent || notion.servedFiles.has(`${page}/${file}`))) return notFound()
    const headers = {
      ...securityHeaders,
      'Cache-Control': isPreview ? 'private, no-store' : cacheControlFor(isCurrent),
      ...(isCurrent && { ETag: `"${file}"` }),
    }
    if (isCurrent && isNotModified(Object.fromEntries(request.headers), { etag: `"${file}"` }))
      return new Response(null, { status: 304, headers })
    const bytes = await withinLimit(() => readBytes(notion, block))
    const picture = measure(bytes)
    if (!picture) throw new StoreFailure('The file is no longer a picture.', 200)
    const content = { 'Content-Type': pictureTypes[picture.extension], 'Content-Length': String(bytes.length) }
    return new Response(request.method === 'HEAD' ? null : bytes, { headers: { ...headers, ...content } })
  } catch (error) {
    return errorResponse(error, { page, file })
  }
}
