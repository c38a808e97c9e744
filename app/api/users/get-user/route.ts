import { handle, only } from '@/lib/server/handle'
import { getUser } from '@/lib/server/users'

export const { GET, POST, PUT, PATCH, DELETE } = only(
  'GET',
  handle({ uid: 'query' }, ({ uid }) => getUser(uid)),
)
