import { listInvoices } from '@/lib/server/billing/portal'
import { handle, allowOnly } from '@/lib/server/http/handle'

export const { GET, POST, PUT, PATCH, DELETE } = allowOnly(
  'GET',
  handle({ uid: 'query', checkRevoked: true }, ({ uid }) => listInvoices(uid)),
)
