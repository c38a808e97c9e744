import { consentHeaders } from '@/lib/contract/checkout'
import { planChange } from '@/lib/contract/plan'
import { resumePlan } from '@/lib/server/billing/cancel'
import { handle, allowOnly } from '@/lib/server/http/handle'
import { consentHeader } from '@/lib/site'

export const { GET, POST, PUT, PATCH, DELETE } = allowOnly(
  'POST',
  handle(
    { uid: 'both', body: planChange, headers: consentHeaders, rate: 'resume', checkRevoked: true },
    ({ identity, body, headers }) => resumePlan(identity, body, headers[consentHeader]),
  ),
)
