import { userInput } from '@/lib/contract/user'
import { handle, only } from '@/lib/server/handle'
import { upsertUser } from '@/lib/server/users'
import { fillHeader } from '@/lib/site'

export const { GET, POST, PUT, PATCH, DELETE } = only(
  'POST',
  handle({ uid: 'body', body: userInput }, ({ identity, body, headers }) =>
    upsertUser(identity, body, headers.has(fillHeader) ? 'fill' : 'replace'),
  ),
)
