import { handleStripeWebhook } from '@/lib/server/billing/webhook'
import { handlePublic, allowOnly } from '@/lib/server/http/handle'

export const { GET, POST, PUT, PATCH, DELETE } = allowOnly('POST', handlePublic(handleStripeWebhook))
