import { publicConfig } from '@/lib/server/config'
import { publicly } from '@/lib/server/handle'

export const dynamic = 'force-dynamic'

export const GET = publicly(async () => publicConfig())
