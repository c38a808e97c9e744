import { ephemeralKey } from '@/lib/server/billing/ephemeral-key'
import { handle } from '@/lib/server/handle'

export const POST = handle({ uid: 'query' }, ({ identity, query }) =>
  ephemeralKey(identity, query.getAll('api_version')),
)
