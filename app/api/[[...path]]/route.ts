import { ApiFailure } from '@/lib/server/http/errors'
import { publicly } from '@/lib/server/http/handle'

const notFound = publicly(async () => {
  throw new ApiFailure('not-found')
})

export { notFound as GET, notFound as POST, notFound as PUT, notFound as PATCH, notFound as DELETE }
