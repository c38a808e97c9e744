import { userInput } from '@/lib/contract/user'
import { handle, only } from '@/lib/server/handle'
import { upsertUser } from '@/lib/server/users'

export const { GET, POST, PUT, PATCH, DELETE } = only(
  'POST',
  handle({ uid: 'body', body: userInput }, ({ identity, body }) => upsertUser(identity, body)),
)
