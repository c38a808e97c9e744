import { listPlans } from '@/lib/server/billing/catalogue'
import { publicly, only } from '@/lib/server/http/handle'

export const dynamic = 'force-dynamic'

/** Public, and cached for a minute by browsers and proxies. */
export const { GET, POST, PUT, PATCH, DELETE } = only(
  'GET',
  publicly(async () => Response.json(await listPlans(), { headers: { 'Cache-Control': 'public, max-age=60' } })),
)
