import { checkoutRequest } from '@/lib/contract/checkout'
import { startCheckout } from '@/lib/server/billing/checkout'
import { handle, only } from '@/lib/server/http/handle'

export const { GET, POST, PUT, PATCH, DELETE } = only(
  'POST',
  handle({ uid: 'query', body: checkoutRequest, rate: 'checkout', fresh: true }, ({ identity, body, headers }) =>
    startCheckout('chargebee', identity, body, headers),
  ),
)
