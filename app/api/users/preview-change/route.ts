import { priceChange } from '@/lib/contract/plan'
import { previewPrice } from '@/lib/server/billing/change-price'
import { handle, allowOnly } from '@/lib/server/http/handle'

export const { GET, POST, PUT, PATCH, DELETE } = allowOnly(
  'POST',
  handle({ uid: 'both', body: priceChange, checkRevoked: true }, ({ uid, body }) => previewPrice(uid, body)),
)
