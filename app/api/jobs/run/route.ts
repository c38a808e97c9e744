import { bodyLimit, readBody } from '@/lib/server/http/request'
import { allowOnly, handlePublic } from '@/lib/server/http/handle'
import { assertPublisher } from '@/lib/server/http/publisher'
import { runDueWork } from '@/lib/server/jobs/due-work'
import { secretHeader } from '@/lib/site'

export const { GET, POST, PUT, PATCH, DELETE } = allowOnly(
  'POST',
  handlePublic(async (request) => {
    assertPublisher(request.headers.get(secretHeader))
    await readBody(request, bodyLimit.api)
    return runDueWork()
  }),
)
