import { bodyLimit, readBody } from '@/lib/server/http/body'
import { only, publicly } from '@/lib/server/http/handle'
import { assertPublisher } from '@/lib/server/http/publisher'
import { runDueWork } from '@/lib/server/jobs/due-work'

export const { GET, POST, PUT, PATCH, DELETE } = only(
  'POST',
  publicly(async (request) => {
    assertPublisher(request.headers.get('x-revalidate-secret'), 'not-found')
    await readBody(request, bodyLimit.api)
    return runDueWork()
  }),
)
