import { toStorageEmulator } from '@/lib/server/passage'

export const dynamic = 'force-dynamic'

export {
  toStorageEmulator as GET,
  toStorageEmulator as POST,
  toStorageEmulator as PUT,
  toStorageEmulator as PATCH,
  toStorageEmulator as DELETE,
  toStorageEmulator as OPTIONS,
}
