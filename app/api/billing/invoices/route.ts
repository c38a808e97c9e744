import { listInvoices } from '@/lib/server/billing/portal'
import { handle, only } from '@/lib/server/http/handle'

export const { GET, POST, PUT, PATCH, DELETE } = only(
  'GET',
  handle({ uid: 'query' }, ({ uid }) => listInvoices(uid)),
)
