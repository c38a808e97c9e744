import { revalidateTag } from 'next/cache'
import { contentTag, reasonOf, refreshPosts, retryAfterSeconds } from '@/lib/content/posts'
import { ApiFailure } from '@/lib/server/http/errors'
import { allowOnly } from '@/lib/server/http/handle'
import { handlePublisher } from '@/lib/server/http/secret'
import { shared } from '@/lib/server/process-state'

/** Reads the posts first, so that nothing is dropped if their source fails. */
export const { GET, POST, PUT, PATCH, DELETE } = allowOnly(
  'POST',
  handlePublisher(async () => {
    await refreshPosts().catch((cause: unknown) => {
      const message = `The posts could not be read, so nothing has changed: ${reasonOf(cause)}`
      throw new ApiFailure('unavailable', { message, cause, retryAfter: retryAfterSeconds(cause) })
    })
    revalidateTag(contentTag, { expire: 0 })
    shared.contentRevision += 1
    // The other processes know before this answer, so that their next request is fresh.
    await shared.announcePublication?.(contentTag)
    return { revalidated: true }
  }),
)
