import { toAuthEmulator } from '@/lib/server/passage'

export const dynamic = 'force-dynamic'

export {
  toAuthEmulator as GET,
  toAuthEmulator as POST,
  toAuthEmulator as PUT,
  toAuthEmulator as PATCH,
  toAuthEmulator as DELETE,
  toAuthEmulator as OPTIONS,
}
