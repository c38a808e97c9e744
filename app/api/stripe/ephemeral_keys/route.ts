import { ephemeralKeyQuery } from '@/lib/contract/checkout'
import { ephemeralKey } from '@/lib/server/billing/ephemeral-key'
import { handle, only } from '@/lib/server/http/handle'

export const { GET, POST, PUT, PATCH, DELETE } = only(
  'POST',
  handle({ uid: 'query', query: ephemeralKeyQuery, fresh: true }, ({ identity, query }) =>
    ephemeralKey(identity, query.api_version[0]),
  ),
)
