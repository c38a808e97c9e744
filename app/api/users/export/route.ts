import { exportUser } from '@/lib/server/users/account'
import { handle, allowOnly } from '@/lib/server/http/handle'

export const { GET, POST, PUT, PATCH, DELETE } = allowOnly(
  'GET',
  handle({ uid: 'query', checkRevoked: true }, async ({ identity }) =>
    Response.json(await exportUser(identity), {
      headers: { 'Content-Disposition': 'attachment; filename="unhurried-my-data.json"' },
    }),
  ),
)
