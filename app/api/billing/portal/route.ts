import { portalRequest } from '@/lib/contract/checkout'
import { portalAddress } from '@/lib/server/billing/portal'
import { handle } from '@/lib/server/handle'

export const POST = handle({ uid: 'query', body: portalRequest, fresh: true }, ({ uid, body }) =>
  portalAddress(uid, body.returnUrl),
)
