import { listPlans } from '@/lib/server/billing/catalogue'
import { publicly, only } from '@/lib/server/http/handle'

export const dynamic = 'force-dynamic'

export const { GET, POST, PUT, PATCH, DELETE } = only(
  'GET',
  publicly(async () => Response.json(await listPlans(), { headers: { 'Cache-Control': 'public, max-age=60' } })),
)
