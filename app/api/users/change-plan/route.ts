import { priceChangeHeaders } from '@/lib/contract/checkout'
import { priceChange } from '@/lib/contract/plan'
import { changePrice } from '@/lib/server/billing/change-price'
import { withReach } from '@/lib/server/billing/plan'
import { handle, allowOnly } from '@/lib/server/http/handle'
import { consentHeader, shownTermsHeader } from '@/lib/site'

export const { GET, POST, PUT, PATCH, DELETE } = allowOnly(
  'POST',
  handle(
    { uid: 'both', body: priceChange, headers: priceChangeHeaders, rate: 'changePrice', checkRevoked: true },
    async ({ identity, body, headers }) => {
      const agreement = { wording: headers[consentHeader], shown: headers[shownTermsHeader] }
      return withReach(identity, await changePrice(identity, body, agreement))
    },
  ),
)
