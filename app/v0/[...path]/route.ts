import { toStorageEmulator } from '@/lib/server/passage'

export const dynamic = 'force-dynamic'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = toStorageEmulator
