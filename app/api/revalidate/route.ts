import { revalidateTag } from 'next/cache'
import { contentTag } from '@/lib/content/tags'
import { publicly, only } from '@/lib/server/handle'
import { assertRevalidateSecret } from '@/lib/server/revalidate'

/** One tag is on everything that shows posts: page, index, tag pages, feed and sitemap are new at the next request. */
export const { GET, POST, PUT, PATCH, DELETE } = only(
  'POST',
  publicly(async (request) => {
    assertRevalidateSecret(request.headers.get('x-revalidate-secret'))
    revalidateTag(contentTag, { expire: 0 })
    return { revalidated: true }
  }),
)
