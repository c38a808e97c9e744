import { bodyLimit, readBody } from '@/lib/server/http/body'
import { allowOnly, handlePublic } from '@/lib/server/http/handle'
import { assertPublisher } from '@/lib/server/http/publisher'
import { runDueWork } from '@/lib/server/jobs/due-work'

export const { GET, POST, PUT, PATCH, DELETE } = allowOnly(
  'POST',
  handlePublic(async (request) => {
    assertPublisher(request.headers.get('x-revalidate-secret'))
    await readBody(request, bodyLimit.api)
    return runDueWork()
  }),
)
