import { reconcileStream } from '@/lib/server/billing/reconcile'
import { allowOnly } from '@/lib/server/http/handle'
import { handlePublisher } from '@/lib/server/http/secret'

export const { GET, POST, PUT, PATCH, DELETE } = allowOnly('POST', handlePublisher(reconcileStream))
