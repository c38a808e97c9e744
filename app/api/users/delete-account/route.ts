import { userKey } from '@/lib/contract/user'
import { deleteUser } from '@/lib/server/account'
import { closeOpenCheckouts } from '@/lib/server/billing/checkout'
import { cancelEverything } from '@/lib/server/billing/cancel'
import { syncUser } from '@/lib/server/billing/sync'
import { handle, only } from '@/lib/server/handle'

export const { GET, POST, PUT, PATCH, DELETE } = only(
  'POST',
  handle({ uid: 'body', body: userKey, fresh: true }, async ({ identity, uid }) => {
    await closeOpenCheckouts(uid)
    // The providers are asked first, so that a plan whose message was lost does not go on charging.
    await syncUser(uid)
    await cancelEverything(uid)
    await deleteUser(identity)
    return { deleted: true }
  }),
)
