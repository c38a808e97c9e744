import { userKey } from '@/lib/contract/user'
import { handle, allowOnly } from '@/lib/server/http/handle'
import { endSessions } from '@/lib/server/identity/admin'

export const { GET, POST, PUT, PATCH, DELETE } = allowOnly(
  'POST',
  handle({ uid: 'body', body: userKey, checkRevoked: true }, async ({ identity }) => {
    await endSessions(identity)
    return { ended: true }
  }),
)
