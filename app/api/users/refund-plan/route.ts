import { planChange } from '@/lib/contract/plan'
import { cancelAndRefund } from '@/lib/server/billing/cancel'
import { withReach } from '@/lib/server/billing/plan'
import { handle, allowOnly } from '@/lib/server/http/handle'

export const { GET, POST, PUT, PATCH, DELETE } = allowOnly(
  'POST',
  handle({ uid: 'both', body: planChange, checkRevoked: true }, async ({ identity, uid, body }) =>
    withReach(identity, await cancelAndRefund(uid, body)),
  ),
)
