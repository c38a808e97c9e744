import { checkoutOptions, checkoutRequest } from '@/lib/contract/checkout'
import { startCheckout } from '@/lib/server/billing/checkout'
import { handle, allowOnly } from '@/lib/server/http/handle'

export const { GET, POST, PUT, PATCH, DELETE } = allowOnly(
  'POST',
  handle(
    { uid: 'query', body: checkoutRequest, headers: checkoutOptions, rate: 'checkout', checkRevoked: true },
    ({ identity, body, headers }) => startCheckout('stripe', identity, { ...body, ...headers }),
  ),
)
