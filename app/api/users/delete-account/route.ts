import { userKey } from '@/lib/contract/user'
import { deleteUser } from '@/lib/server/account'
import { cancelEverything } from '@/lib/server/billing/cancel'
import { syncUser } from '@/lib/server/billing/sync'
import { handle } from '@/lib/server/handle'

export const POST = handle({ uid: 'body', body: userKey, fresh: true }, async ({ uid }) => {
  // The providers are asked first, so that a plan whose message was lost does not go on charging.
  await syncUser(uid)
  await cancelEverything(uid)
  await deleteUser(uid)
  return { deleted: true }
})
