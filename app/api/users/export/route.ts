import { exportUser } from '@/lib/server/account'
import { handle } from '@/lib/server/handle'

export const GET = handle({ uid: 'query' }, async ({ uid }) =>
  Response.json(await exportUser(uid), {
    headers: { 'Content-Disposition': 'attachment; filename="unhurried-my-data.json"' },
  }),
)
