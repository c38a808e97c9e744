import { handle, allowOnly } from '@/lib/server/http/handle'
import { getUser } from '@/lib/server/users/users'

export const { GET, POST, PUT, PATCH, DELETE } = allowOnly(
  'GET',
  handle({ uid: 'query' }, ({ uid }) => getUser(uid)),
)
