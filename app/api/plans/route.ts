import { listPlans } from '@/lib/server/billing/providers/registry'
import { handlePublic, allowOnly } from '@/lib/server/http/handle'

export const dynamic = 'force-dynamic'

export const { GET, POST, PUT, PATCH, DELETE } = allowOnly(
  'GET',
  handlePublic(async () => Response.json(await listPlans(), { headers: { 'Cache-Control': 'public, max-age=60' } })),
)
