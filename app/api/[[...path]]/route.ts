import { ApiFailure } from '@/lib/server/http/errors'
import { publicly } from '@/lib/server/http/handle'

const nothingHere = publicly(async () => {
  throw new ApiFailure('not-found')
})

export { nothingHere as GET, nothingHere as POST, nothingHere as PUT, nothingHere as PATCH, nothingHere as DELETE }
