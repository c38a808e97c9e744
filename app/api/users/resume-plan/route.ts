import { planChange } from '@/lib/contract/plan'
import { resumePlan } from '@/lib/server/billing/cancel'
import { handle } from '@/lib/server/handle'

export const POST = handle({ uid: 'both', body: planChange, fresh: true }, ({ uid, body }) => resumePlan(uid, body))
