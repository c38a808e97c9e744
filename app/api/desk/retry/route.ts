import { deskRetry } from '@/lib/contract/desk'
import { retryEmail } from '@/lib/server/desk'
import { bodyLimit, parseJsonBody, readBody } from '@/lib/server/http/body'
import { ApiFailure } from '@/lib/server/http/errors'
import { allowOnly, handlePublic } from '@/lib/server/http/handle'
import { assertPublisher } from '@/lib/server/http/publisher'
import { secretHeader } from '@/lib/site'

export const { GET, POST, PUT, PATCH, DELETE } = allowOnly(
  'POST',
  handlePublic(async (request) => {
    assertPublisher(request.headers.get(secretHeader))
    const body = deskRetry.safeParse(parseJsonBody(await readBody(request, bodyLimit.api)))
    if (!body.success) throw new ApiFailure('invalid-request', { cause: body.error })
    return retryEmail(body.data.id)
  }),
)
