import { listInvoices } from '@/lib/server/billing/portal'
import { handle } from '@/lib/server/handle'

export const GET = handle({ uid: 'query' }, ({ uid }) => listInvoices(uid))
