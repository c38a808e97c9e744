import { handleStripeWebhook } from '@/lib/server/billing/webhook'
import { publicly, only } from '@/lib/server/http/handle'

export const { GET, POST, PUT, PATCH, DELETE } = only('POST', publicly(handleStripeWebhook))
