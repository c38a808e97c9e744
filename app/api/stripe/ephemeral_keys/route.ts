import { ephemeralKeyQuery } from '@/lib/contract/checkout'
import { ephemeralKey } from '@/lib/server/billing/ephemeral-key'
import { handle, allowOnly } from '@/lib/server/http/handle'

export const { GET, POST, PUT, PATCH, DELETE } = allowOnly(
  'POST',
  handle({ uid: 'query', query: ephemeralKeyQuery, checkRevoked: true }, ({ identity, query }) =>
    ephemeralKey(identity, query.api_version[0]),
  ),
)
