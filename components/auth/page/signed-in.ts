import type { Compat, CompatAuth, CompatUser } from '@/components/auth/widget/compat'
import { readHint } from '@/components/session/storage'
import { syncPerson, syncRecord } from '@/components/session/session'
import { getSnapshot } from '@/components/session/store'
import { personOf } from '@/lib/browser/identity'
import { sentences } from '@/lib/contract/sentences'
import { limits, storageKeys } from '@/lib/site'

export type SessionEvent =
  | { type: 'found'; user: CompatUser }
  /** Restored from the back/forward cache, signed out. */
  | { type: 'restored' }
  | { type: 'signed-out' }

/** Watches sign-ins elsewhere. The stored hint decides, because a restored page's SDK is outdated. */
export function watchSession(auth: CompatAuth, emit: (event: SessionEvent) => void, signal: AbortSignal) {
  // Storage events come from other tabs only.
  let isChangedElsewhere = false
  const check = () => {
    const user = auth.currentUser
    const isKnown = user !== null && !user.isAnonymous && readHint()?.uid === user.uid
    if (isKnown) emit({ type: 'found', user })
    return isKnown
  }
  const onStorage = (event: StorageEvent) => {
    if (event.key !== storageKeys.session && event.key !== null) return
    isChangedElsewhere = readHint() !== null
    if (isChangedElsewhere) check()
  }
  const onPageShow = (event: PageTransitionEvent) => {
    if (event.persisted && !check()) emit({ type: 'restored' })
  }
  addEventListener('storage', onStorage, { signal })
  addEventListener('pageshow', onPageShow, { signal })
  const stop = auth.onAuthStateChanged((user) => {
    if (!user) emit({ type: 'signed-out' })
    else if (isChangedElsewhere) check()
  })
  signal.addEventListener('abort', stop)
}

/** Milliseconds to wait for the user's record. The next page tries again. */
const recordMs = 6 * limits.busyDelayMs
/** Longer, because no other page stores a linked provider. */
const linkedRecordMs = 20 * limits.busyDelayMs

type Target = { next: string; linked: boolean; popupMode: boolean }

/** Leaves once the server has stored the user. Returns a message if the sign-in has ended. */
export async function completeSignIn(user: CompatUser, { next, linked, popupMode }: Target): Promise<string | null> {
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, linked ? linkedRecordMs : recordMs))
  await Promise.race([syncRecord(personOf(user), linked), timeout]).catch(() => undefined)
  const now = getSnapshot()
  if (now.state === 'anonymous' && now.ended) return now.why ?? sentences.expired
  goToNextPage(next, popupMode)
  return null
}

export async function syncChangedUser({ auth }: Pick<Compat, 'auth'>): Promise<void> {
  const user = auth.currentUser
  if (!user || user.isAnonymous) return
  try {
    await user.reload()
  } catch {
    return
  }
  await syncPerson(personOf(user), true)
}

function openerOf(page: Window): Window | null {
  try {
    const opener = page.opener as Window | null
    return opener && !opener.closed && opener.location.origin === page.location.origin ? opener : null
  } catch {
    // The opener is on another site.
    return null
  }
}

/** Goes to the next page. In pop-up mode the opener goes there, and this window closes. */
export function goToNextPage(next: string, popupMode: boolean, page: Window = window) {
  const opener = popupMode ? openerOf(page) : null
  if (!opener) return page.location.assign(next)
  opener.location.assign(next)
  page.close()
  if (!page.closed) page.location.assign(next)
}
