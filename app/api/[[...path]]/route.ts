import { ApiFailure } from '@/lib/server/http/errors'
import { handlePublic } from '@/lib/server/http/handle'

const notFound = handlePublic(async () => {
  throw new ApiFailure('not-found')
}, 'other')

export { notFound as GET, notFound as POST, notFound as PUT, notFound as PATCH, notFound as DELETE }
