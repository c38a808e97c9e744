import { userKey } from '@/lib/contract/user'
import { handle, only } from '@/lib/server/http/handle'
import { endSessions } from '@/lib/server/identity/account-status'

export const { GET, POST, PUT, PATCH, DELETE } = only(
  'POST',
  handle({ uid: 'body', body: userKey, fresh: true }, async ({ identity }) => {
    await endSessions(identity)
    return { ended: true }
  }),
)
