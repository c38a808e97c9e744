import { portalRequest } from '@/lib/contract/checkout'
import { openPortal } from '@/lib/server/billing/portal'
import { handle, allowOnly } from '@/lib/server/http/handle'

export const { GET, POST, PUT, PATCH, DELETE } = allowOnly(
  'POST',
  handle({ uid: 'query', body: portalRequest, checkRevoked: true }, ({ uid, body }) => openPortal(uid, body)),
)
