import { userInput } from '@/lib/contract/user'
import { handle } from '@/lib/server/handle'
import { upsertUser } from '@/lib/server/users'

export const POST = handle({ uid: 'body', body: userInput }, ({ identity, body }) => upsertUser(identity, body))
