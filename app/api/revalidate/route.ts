import { revalidateTag } from 'next/cache'
import { contentTag, reasonOf, refreshPosts, retryAfterSeconds } from '@/lib/content/posts'
import { ApiFailure } from '@/lib/server/http/errors'
import { allowOnly, handlePublic } from '@/lib/server/http/handle'
import { assertPublisher, announcePublication } from '@/lib/server/http/publisher'
import { secretHeader } from '@/lib/site'

/** Reads the posts first, so that nothing is dropped if their source fails. */
export const { GET, POST, PUT, PATCH, DELETE } = allowOnly(
  'POST',
  handlePublic(async (request) => {
    assertPublisher(request.headers.get(secretHeader))
    await refreshPosts().catch((cause: unknown) => {
      const message = `The posts could not be read, so nothing has changed: ${reasonOf(cause)}`
      throw new ApiFailure('unavailable', { message, cause, retryAfter: retryAfterSeconds(cause) })
    })
    revalidateTag(contentTag, { expire: 0 })
    await announcePublication(contentTag)
    return { revalidated: true }
  }),
)
