import { reconcileScope } from '@/lib/contract/operations'
import { reconcileStream } from '@/lib/server/billing/reconcile'
import { ApiFailure } from '@/lib/server/http/errors'
import { allowOnly } from '@/lib/server/http/handle'
import { handlePublisher } from '@/lib/server/http/secret'

export const { GET, POST, PUT, PATCH, DELETE } = allowOnly(
  'POST',
  handlePublisher(async (request) => {
    const scope = reconcileScope.safeParse(new URL(request.url).searchParams.get('scope') ?? 'all')
    if (!scope.success) throw new ApiFailure('invalid-request', { message: 'The scope must be “events” or “all”.' })
    return reconcileStream(scope.data)
  }),
)
