import { recentlyEnded, syncUser } from '@/lib/server/billing/sync'
import { currentPlanOf } from '@/lib/server/billing/plan'
import { handle, allowOnly } from '@/lib/server/http/handle'

/** For the thank-you page: the plan after a sync, and one just ended as a duplicate. */
export const { GET, POST, PUT, PATCH, DELETE } = allowOnly(
  'POST',
  handle({ uid: 'query', checkRevoked: true }, async ({ uid, identity }) => {
    await syncUser(uid)
    const plan = await currentPlanOf(identity)
    const ended = await recentlyEnded(uid)
    return ended ? { ...plan, ended } : plan
  }),
)
