import { planChange } from '@/lib/contract/plan'
import { cancelAndRefund } from '@/lib/server/billing/refund'
import { handle, allowOnly } from '@/lib/server/http/handle'

export const { GET, POST, PUT, PATCH, DELETE } = allowOnly(
  'POST',
  handle({ uid: 'both', body: planChange, checkRevoked: true }, ({ uid, body }) => cancelAndRefund(uid, body)),
)
