import { stripeMessage } from '@/lib/server/billing/webhook'
import { publicly } from '@/lib/server/handle'

export const POST = publicly(stripeMessage)
