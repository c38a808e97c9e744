import { listInvoices } from '@/lib/server/billing/portal'
import { handle, allowOnly } from '@/lib/server/http/handle'

export const { GET, POST, PUT, PATCH, DELETE } = allowOnly(
  'GET',
  handle({ uid: 'query' }, ({ uid }) => listInvoices(uid)),
)
