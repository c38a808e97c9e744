import { endedLately } from '@/lib/server/billing/recently-ended'
import { currentPlan } from '@/lib/server/billing/plan'
import { withinDeadline } from '@/lib/server/billing/providers/timeouts'
import { syncUser } from '@/lib/server/billing/sync'
import { withTrialUsed } from '@/lib/server/billing/trials'
import { handle, only } from '@/lib/server/http/handle'

/**
 * The doorbell that the thank-you page rings: asks the providers, then answers the plan, and what was ended by itself
 * in the person's name a moment ago.
 */
export const { GET, POST, PUT, PATCH, DELETE } = only(
  'POST',
  handle({ uid: 'query' }, async ({ uid, identity }) => {
    await withinDeadline(syncUser(uid))
    const plan = await withTrialUsed(await currentPlan(uid), identity.email)
    const ended = await endedLately(uid)
    return ended ? { ...plan, ended } : plan
  }),
)
