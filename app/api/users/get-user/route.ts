import { handle, only } from '@/lib/server/http/handle'
import { getUser } from '@/lib/server/users/users'

export const { GET, POST, PUT, PATCH, DELETE } = only(
  'GET',
  handle({ uid: 'query' }, ({ uid }) => getUser(uid)),
)
