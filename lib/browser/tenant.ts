import 'client-only'
import type { Auth } from 'firebase/auth'

type Member = { tenantId: string | null } | null
/** Through this every change of the client's user goes; one in another tab goes through nothing else. */
type Changing = { _updateCurrentUser?: (user: Member, ...rest: unknown[]) => Promise<void> }

const following = new WeakSet<Auth>()

/**
 * Lets the page's one client keep people of whatever tenant they are: it would refuse all but those of
 * the tenant that it was told of beforehand, also when another tab has signed them in.
 */
export function followTenant(auth: Auth): void {
  if (following.has(auth)) return
  following.add(auth)
  const client: Changing = auth as Auth & Changing
  const change = client._updateCurrentUser
  if (change) {
    client._updateCurrentUser = async function (user, ...rest) {
      auth.tenantId = user?.tenantId ?? null
      return change.call(this, user, ...rest)
    }
  }
  // Who was kept from before is not refused, but their password would be asked of the wrong tenant.
  void auth.authStateReady().then(() => {
    if (auth.currentUser) auth.tenantId = auth.currentUser.tenantId
  })
}
