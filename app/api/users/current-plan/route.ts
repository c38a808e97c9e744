import { currentPlan } from '@/lib/server/billing/plan'
import { handle, only } from '@/lib/server/handle'

export const { GET, POST, PUT, PATCH, DELETE } = only(
  'GET',
  handle({ uid: 'query' }, ({ uid }) => currentPlan(uid)),
)
