import etag from 'etag'
import { readPlainPost, readPosts } from '@/lib/content/posts'
import { parsePartNumber, buildSearchPart } from '@/lib/content/search/search-index'

export const revalidate = 120

export const generateStaticParams = () => [{ part: '1.json' }]

export async function GET(_request: Request, { params }: { params: Promise<{ part: string }> }) {
  const n = parsePartNumber((await params).part)
  const part = n === null ? null : await buildSearchPart(await readPosts(), n, readPlainPost)
  // Next would cache `notFound()` for a year, and the archive grows.
  if (!part) return new Response(null, { status: 404 })
  const text = JSON.stringify(part)
  return new Response(text, { headers: { 'Content-Type': 'application/json', ETag: etag(text, { weak: true }) } })
}
