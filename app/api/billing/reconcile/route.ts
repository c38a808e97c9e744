import { reconcileScope } from '@/lib/contract/reconcile'
import { reconcileStream } from '@/lib/server/billing/reconcile'
import { bodyLimit, readBody } from '@/lib/server/http/request'
import { ApiFailure } from '@/lib/server/http/errors'
import { allowOnly, handlePublic } from '@/lib/server/http/handle'
import { assertPublisher } from '@/lib/server/http/publisher'
import { secretHeader } from '@/lib/site'

export const { GET, POST, PUT, PATCH, DELETE } = allowOnly(
  'POST',
  handlePublic(async (request) => {
    assertPublisher(request.headers.get(secretHeader))
    await readBody(request, bodyLimit.api)
    const scope = reconcileScope.safeParse(new URL(request.url).searchParams.get('scope') ?? 'all')
    if (!scope.success) throw new ApiFailure('invalid-request', { message: 'The scope must be “events” or “all”.' })
    return reconcileStream(scope.data)
  }),
)
