import { ApiFailure } from '@/lib/server/http/errors'
import { only, publicly } from '@/lib/server/http/handle'
import { isDescribed, openApi } from '@/lib/server/openapi/document'

export const dynamic = 'force-dynamic'

/** In local and staging only. */
export const { GET, POST, PUT, PATCH, DELETE } = only(
  'GET',
  publicly(async () => {
    if (!isDescribed()) throw new ApiFailure('not-found')
    return openApi()
  }),
)
