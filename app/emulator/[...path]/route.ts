import { authEmulatorProxy } from '@/lib/server/identity/proxy'

export const dynamic = 'force-dynamic'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = authEmulatorProxy
