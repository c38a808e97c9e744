import { userKey } from '@/lib/contract/user'
import { deleteUser } from '@/lib/server/users/account'
import { assertAllCanEnd, endBusiness } from '@/lib/server/billing/account-closure'
import { waitingEnds } from '@/lib/server/http/deadline'
import { inDoubt } from '@/lib/server/http/errors'
import { handle, only } from '@/lib/server/http/handle'
import type { Identity } from '@/lib/server/identity/tokens'

/** Milliseconds that the identity service may take at the end. */
const identityMs = 3000

/** A plan ends before the account does, so that whatever fails may have left something done. */
async function end(identity: Identity) {
  const until = waitingEnds()
  await endBusiness(identity.uid, until - identityMs)
  return deleteUser(identity, until)
}

/** Without a credential for the identity service `left` says what the person or the owner has to delete elsewhere. */
export const { GET, POST, PUT, PATCH, DELETE } = only(
  'POST',
  handle({ uid: 'body', body: userKey, fresh: true, recent: true }, async ({ identity }) => {
    await assertAllCanEnd(identity.uid)
    const { left } = await inDoubt(end(identity))
    return { deleted: true, ...(left.length > 0 && { left }) }
  }),
)
