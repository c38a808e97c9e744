import { publicConfig } from '@/lib/server/http/config'
import { handlePublic, allowOnly } from '@/lib/server/http/handle'

export const dynamic = 'force-dynamic'

export const { GET, POST, PUT, PATCH, DELETE } = allowOnly(
  'GET',
  handlePublic(async () => publicConfig()),
)
