import etag from 'etag'
import { readPlainPost, readPosts } from '@/lib/content/posts'
import { buildSearchIndex } from '@/lib/content/search-index'

export const revalidate = 120

export async function GET() {
  const text = JSON.stringify(await buildSearchIndex(await readPosts(), readPlainPost))
  return new Response(text, { headers: { 'Content-Type': 'application/json', ETag: etag(text, { weak: true }) } })
}
