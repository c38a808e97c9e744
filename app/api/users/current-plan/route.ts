import { currentPlan, withTrialUsed } from '@/lib/server/billing/plan'
import { handle, allowOnly } from '@/lib/server/http/handle'

export const { GET, POST, PUT, PATCH, DELETE } = allowOnly(
  'GET',
  handle({ uid: 'query' }, async ({ uid, identity }) => withTrialUsed(await currentPlan(uid), identity.email)),
)
