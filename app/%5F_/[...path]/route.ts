import { toAuthHost } from '@/lib/server/passage'

export const dynamic = 'force-dynamic'

export {
  toAuthHost as GET,
  toAuthHost as POST,
  toAuthHost as PUT,
  toAuthHost as PATCH,
  toAuthHost as DELETE,
  toAuthHost as OPTIONS,
}
