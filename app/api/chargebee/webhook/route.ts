import { chargebeeMessage } from '@/lib/server/billing/webhook'
import { publicly } from '@/lib/server/handle'

export const POST = publicly(chargebeeMessage)
