import { handle } from '@/lib/server/handle'
import { getUser } from '@/lib/server/users'

export const GET = handle({ uid: 'query' }, ({ uid }) => getUser(uid))
