import { ApiFailure } from '@/lib/server/http/errors'
import { allowOnly, handlePublic } from '@/lib/server/http/handle'
import { isOpenApiPublic, openApi } from '@/lib/server/openapi/document'

export const dynamic = 'force-dynamic'

/** In local and staging only. */
export const { GET, POST, PUT, PATCH, DELETE } = allowOnly(
  'GET',
  handlePublic(async () => {
    if (!isOpenApiPublic()) throw new ApiFailure('not-found')
    return openApi()
  }),
)
