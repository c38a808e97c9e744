import { planChange } from '@/lib/contract/plan'
import { cancelPlan } from '@/lib/server/billing/cancel'
import { handle, only } from '@/lib/server/http/handle'

export const { GET, POST, PUT, PATCH, DELETE } = only(
  'POST',
  handle({ uid: 'both', body: planChange, fresh: true }, ({ uid, body }) => cancelPlan(uid, body)),
)
