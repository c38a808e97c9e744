import { publicConfig } from '@/lib/server/config'
import { publicly, only } from '@/lib/server/http/handle'

export const dynamic = 'force-dynamic'

export const { GET, POST, PUT, PATCH, DELETE } = only(
  'GET',
  publicly(async () => publicConfig()),
)
