import { getApp } from 'firebase/app'
import { connectAuthEmulator, getAuth } from 'firebase/auth'
import type { Compat, CompatAuth, CompatUser } from './compat'

const prepared = new WeakSet<CompatAuth>()

/** Readies a tenant's own client, once: the same server as the page's, and nothing of it stays on the device. */
export async function prepareClient({ auth: own }: Compat, auth: CompatAuth): Promise<void> {
  // Somebody of a tenant may have been there before.
  if (auth === own) own.tenantId = null
  if (auth === own || prepared.has(auth)) return
  prepared.add(auth)
  if (own.emulatorConfig) {
    connectAuthEmulator(getAuth(getApp(auth.app.name)), location.origin, { disableWarnings: true })
    auth.settings.appVerificationDisabledForTesting = true
  }
  await auth.setPersistence('none')
}

/**
 * Makes the person the page's one user, whom the rest of the site sees.
 * @returns the user as the page's own client knows them
 */
export async function adoptUser({ auth }: Compat, user: CompatUser): Promise<CompatUser> {
  // The page's own client refuses people of a tenant that it does not know.
  auth.tenantId = user.tenantId
  await auth.updateCurrentUser(user)
  return auth.currentUser ?? user
}
