import { consentHeaders } from '@/lib/contract/checkout'
import { planChange } from '@/lib/contract/plan'
import { resumePlan } from '@/lib/server/billing/cancel'
import { withReach } from '@/lib/server/billing/plan'
import { handle, allowOnly } from '@/lib/server/http/handle'
import { consentHeader } from '@/lib/site'

export const { GET, POST, PUT, PATCH, DELETE } = allowOnly(
  'POST',
  handle(
    { uid: 'both', body: planChange, headers: consentHeaders, rate: 'resume', checkRevoked: true },
    async ({ identity, body, headers }) =>
      withReach(identity, await resumePlan(identity, body, headers[consentHeader])),
  ),
)
