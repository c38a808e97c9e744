import { currentPlan } from '@/lib/server/billing/plan'
import { withinDeadline } from '@/lib/server/billing/provider'
import { syncUser } from '@/lib/server/billing/sync'
import { handle, only } from '@/lib/server/handle'

/** The doorbell that the thank-you page rings: asks the providers, then answers the plan. */
export const { GET, POST, PUT, PATCH, DELETE } = only(
  'POST',
  handle({ uid: 'query' }, async ({ uid }) => {
    await withinDeadline(syncUser(uid))
    return currentPlan(uid)
  }),
)
