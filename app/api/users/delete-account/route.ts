import { userKey } from '@/lib/contract/user'
import { deleteUser } from '@/lib/server/users/account'
import { assertBillingCanClose, closeBilling } from '@/lib/server/billing/account-closure'
import { requestDeadline } from '@/lib/server/http/request'
import { withUnknownOutcome } from '@/lib/server/http/errors'
import { handle, allowOnly } from '@/lib/server/http/handle'
import type { Identity } from '@/lib/server/identity/tokens'

const identityReserveMs = 3000

async function deleteAccount(identity: Identity) {
  await closeBilling(identity.uid, identityReserveMs)
  return deleteUser(identity, requestDeadline())
}

export const { GET, POST, PUT, PATCH, DELETE } = allowOnly(
  'POST',
  handle({ uid: 'body', body: userKey, checkRevoked: true, requireRecentSignIn: true }, async ({ identity }) => {
    await assertBillingCanClose(identity.uid)
    const { left } = await withUnknownOutcome(deleteAccount(identity))
    return { deleted: true, ...(left.length > 0 && { left }) }
  }),
)
