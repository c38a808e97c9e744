import etag from 'etag'
import { readListed, readPlainPost } from '@/lib/content/posts'
import { buildSearchIndex } from '@/lib/content/search-index'
import { localeOfSegment } from '@/lib/locales'

export const revalidate = 120

type Context = { params: Promise<{ locale?: string } | undefined> | undefined }

/** English has no segment. */
export async function GET(_request: Request, { params }: Context) {
  const listed = await readListed(localeOfSegment((await params)?.locale))
  const text = JSON.stringify(await buildSearchIndex(listed, readPlainPost))
  return new Response(text, { headers: { 'Content-Type': 'application/json', ETag: etag(text, { weak: true }) } })
}
