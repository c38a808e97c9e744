import { isHTTPResponseError } from '@notionhq/client'
import fresh from 'fresh'
import { env } from '@/lib/env'
import { retryAfterSeconds } from '@/lib/content/post-cache'
import { concurrencyLimit, NoFile, notionOf, type Notion } from './client'
import { kinds, measure, type Ending, readFile, StoreFailure } from './pictures'
import { readBodyByKey, readFilesByKey } from '@/lib/content/posts'
import { reasonOf, report } from '@/lib/content/report'

const id = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const pageId = new RegExp(`^${id}$`)
const fileName = new RegExp(`^(${id})-[0-9a-f]{10}\\.(${Object.keys(kinds).join('|')})$`)

/** Files are held in memory. */
const inTurn = concurrencyLimit(6)

const later = 30

const always = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox",
}

const plain = (status: number, text: string, headers: Record<string, string> = {}) =>
  new Response(text, {
    status,
    headers: { ...always, 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', ...headers },
  })

const gone = () => plain(404, 'There is no such picture.')

function failed(error: unknown, about: Record<string, string>): Response {
  if (error instanceof NoFile || (isHTTPResponseError(error) && error.status === 404)) return gone()
  report('notion picture could not be passed on', { ...about, because: reasonOf(error) })
  const isWrong = error instanceof StoreFailure && error.status !== null
  return plain(isWrong ? 502 : 503, 'This picture cannot be had at the moment.', {
    'Retry-After': String(retryAfterSeconds(error) ?? later),
  })
}

/** Asks Notion for a new address once if the cached one has expired. */
async function bytesOf(notion: Notion, block: string): Promise<Buffer<ArrayBuffer>> {
  const known = notion.places.get(block)
  if (known !== undefined) {
    try {
      return await readFile(known, notion.ownOrigin)
    } catch (error) {
      if (!(error instanceof StoreFailure) || error.status === null || error.status >= 500) throw error
    }
  }
  const url = await notion.places.fetch(block, { forceRefresh: known !== undefined })
  if (url === undefined) throw new NoFile(block)
  return readFile(url, notion.ownOrigin)
}

/** Whether a published post has, or recently had, this file. Otherwise Notion is not called. */
export async function hasNotionFile(page: string, file: string): Promise<boolean> {
  const settings = env().blog
  if (settings.source !== 'notion' || !pageId.test(page) || !fileName.test(file)) return false
  if (notionOf(settings).given.has(`${page}/${file}`)) return true
  return (await readFilesByKey(page)).includes(file)
}

const cachedFor = (isPresent: boolean) => (isPresent ? 'public, max-age=31536000, immutable' : 'public, max-age=60')

/**
 * Serves a published post's picture at a permanent address; 404 for other files, 502 or 503 on failures.
 * @param isPreview also serves drafts' pictures, uncached
 */
export async function notionFile(request: Request, page: string, file: string, isPreview = false): Promise<Response> {
  const settings = env().blog
  const [, block, ending] = fileName.exec(file) ?? []
  if (settings.source !== 'notion' || !pageId.test(page) || !block || !ending) return gone()
  const notion = notionOf(settings)
  try {
    const body = await readBodyByKey(page, isPreview)
    const isPresent = body?.files?.includes(file) ?? false
    if (!body || !(isPresent || notion.given.has(`${page}/${file}`))) return gone()
    const headers = {
      ...always,
      'Content-Type': kinds[ending as Ending],
      // Open pages may still request a replaced picture.
      'Cache-Control': isPreview ? 'private, no-store' : cachedFor(isPresent),
      ...(isPresent && { ETag: `"${file}"` }),
    }
    const given = { etag: isPresent ? `"${file}"` : undefined }
    if (isPresent && fresh(Object.fromEntries(request.headers), given))
      return new Response(null, { status: 304, headers })
    const bytes = await inTurn(() => bytesOf(notion, block))
    if (!measure(bytes)) throw new StoreFailure('The file is no picture any more.', 200)
    const length = { 'Content-Length': String(bytes.length) }
    return new Response(request.method === 'HEAD' ? null : bytes, { headers: { ...headers, ...length } })
  } catch (error) {
    return failed(error, { page, file })
  }
}
