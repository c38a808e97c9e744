import { currentPlanOf } from '@/lib/server/billing/plan'
import { handle, allowOnly } from '@/lib/server/http/handle'

export const { GET, POST, PUT, PATCH, DELETE } = allowOnly(
  'GET',
  handle({ uid: 'query' }, ({ identity }) => currentPlanOf(identity)),
)
