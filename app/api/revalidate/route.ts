import { revalidateTag } from 'next/cache'
import { contentTag, refreshPosts, retryAfterSeconds } from '@/lib/content/posts'
import { reasonOf } from '@/lib/content/report'
import { ApiFailure } from '@/lib/server/http/errors'
import { only, publicly } from '@/lib/server/http/handle'
import { assertPublisher, tellOthers } from '@/lib/server/http/publisher'

/**
 * One tag is on everything that shows posts: page, index, tag pages, feed and sitemap are new at the next
 * request. The source is asked first, so that the answer is true: while it fails, nothing is thrown away.
 */
export const { GET, POST, PUT, PATCH, DELETE } = only(
  'POST',
  publicly(async (request) => {
    assertPublisher(request.headers.get('x-revalidate-secret'))
    await refreshPosts().catch((cause: unknown) => {
      const message = `The posts could not be read, so nothing has changed: ${reasonOf(cause)}`
      throw new ApiFailure('unavailable', { message, cause, retryAfter: retryAfterSeconds(cause) })
    })
    revalidateTag(contentTag, { expire: 0 })
    await tellOthers(contentTag)
    return { revalidated: true }
  }),
)
