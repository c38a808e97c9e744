import { portalRequest } from '@/lib/contract/checkout'
import { portalAddress } from '@/lib/server/billing/portal'
import { handle, only } from '@/lib/server/http/handle'

export const { GET, POST, PUT, PATCH, DELETE } = only(
  'POST',
  handle({ uid: 'query', body: portalRequest, fresh: true }, ({ uid, body }) => portalAddress(uid, body)),
)
