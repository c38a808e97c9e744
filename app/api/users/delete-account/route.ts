import { userKey } from '@/lib/contract/user'
import { deleteUser } from '@/lib/server/account'
import { endBusiness } from '@/lib/server/billing/departure'
import { handle, only } from '@/lib/server/handle'

/** Milliseconds after which a person has an answer, and what of them the identity service may take at the end. */
const patienceMs = 9500
const identityMs = 3000

/** Without a credential for the identity service `left` says what the person or the owner has to delete elsewhere. */
export const { GET, POST, PUT, PATCH, DELETE } = only(
  'POST',
  handle({ uid: 'body', body: userKey, fresh: true }, async ({ identity, uid }) => {
    const until = Date.now() + patienceMs
    await endBusiness(uid, until - identityMs)
    const { left } = await deleteUser(identity, until)
    return { deleted: true, ...(left.length > 0 && { left }) }
  }),
)
