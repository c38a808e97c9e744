import { currentPlan } from '@/lib/server/billing/plan'
import { handle } from '@/lib/server/handle'

export const GET = handle({ uid: 'query' }, ({ uid }) => currentPlan(uid))
