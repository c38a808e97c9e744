import { readHint } from '@/components/session/storage'
import { storageKeys } from '@/lib/site'
import type { CompatAuth, CompatUser } from '@/components/auth/widget/compat'

type Notices = {
  /** Somebody is signed in, and not by what was pressed on this page just now. */
  found: (user: CompatUser) => void
  /** The page came back out of the browser's memory, and nobody is signed in. */
  returned: () => void
  /** Nobody is signed in any more, whoever ended it: this page, another tab or the identity service. */
  left: () => void
}

/**
 * Follows what happens to the person while this page does not look: another tab signs them in, their sign-in
 * ends, or the page was left after a sign-in and comes back as it was. The hint that all tabs share says who is
 * signed in, because the identity SDK of a page out of memory still believes what it knew when it was left.
 * @returns stops following
 */
export function watchElsewhere(auth: CompatAuth, { found, returned, left }: Notices): () => void {
  // The SDK cannot say who changed the person; a storage event comes only from another tab.
  let changed = false
  const look = () => {
    const user = auth.currentUser
    const known = user !== null && !user.isAnonymous && readHint()?.uid === user.uid
    if (known) found(user)
    return known
  }
  const hinted = (event: StorageEvent) => {
    if (event.key !== storageKeys.session && event.key !== null) return
    changed = readHint() !== null
    if (changed) look()
  }
  const shown = (event: PageTransitionEvent) => {
    if (event.persisted && !look()) returned()
  }
  // It takes the SDK up to a second to notice, so the other tab's hint is usually there first.
  const stop = auth.onAuthStateChanged((user) => {
    if (!user) left()
    else if (changed) look()
  })
  addEventListener('storage', hinted)
  addEventListener('pageshow', shown)
  return () => {
    stop()
    removeEventListener('storage', hinted)
    removeEventListener('pageshow', shown)
  }
}
