import { planPause } from '@/lib/contract/plan'
import { pausePlan } from '@/lib/server/billing/cancel'
import { handle, allowOnly } from '@/lib/server/http/handle'

export const { GET, POST, PUT, PATCH, DELETE } = allowOnly(
  'POST',
  handle({ uid: 'both', body: planPause, checkRevoked: true }, ({ uid, body }) => pausePlan(uid, body)),
)
