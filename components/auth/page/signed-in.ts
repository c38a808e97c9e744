import type { Compat, CompatAuth, CompatUser } from '@/components/auth/widget/compat'
import { readHint } from '@/components/session/storage'
import { syncPerson, syncRecord } from '@/components/session/session'
import { getSnapshot } from '@/components/session/store'
import { personOf } from '@/lib/browser/identity'
import { sentences } from '@/lib/contract/sentences'
import { limits, storageKeys } from '@/lib/site'

export type SessionEvent =
  | { type: 'found'; user: CompatUser }
  /** The page came back from the back/forward cache, and nobody is signed in. */
  | { type: 'restored' }
  | { type: 'signed-out' }

/** Watches sign-ins elsewhere. The stored hint decides who is signed in, as a restored page's SDK has its old state. */
export function watchSession(auth: CompatAuth, emit: (event: SessionEvent) => void, signal: AbortSignal) {
  // Storage events come from other tabs only; the SDK does not say who changed the user.
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

/** How long to wait for the user's record before leaving without it; the next page asks again. */
const recordMs = 6 * limits.busyDelayMs
/** No other page stores a linked provider. */
const linkedRecordMs = 20 * limits.busyDelayMs

type Target = { next: string; linked: boolean; popupMode: boolean }

/** Leaves once the server has stored the user, or returns a sentence if the sign-in has ended meanwhile. */
export async function leaveAs(user: CompatUser, { next, linked, popupMode }: Target): Promise<string | null> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, linked ? linkedRecordMs : recordMs))
  await Promise.race([syncRecord(personOf(user), linked), late]).catch(() => undefined)
  const now = getSnapshot()
  if (now.state === 'anonymous' && now.ended) return now.why ?? sentences.expired
  leaveFor(next, popupMode)
  return null
}

export async function storeChange({ auth }: Pick<Compat, 'auth'>): Promise<void> {
  const user = auth.currentUser
  if (!user || user.isAnonymous) return
  try {
    await user.reload()
  } catch {
    // The change has ended this sign-in.
    return
  }
  await syncPerson(personOf(user), true)
}

function openerOf(page: Window): Window | null {
  try {
    const opener = page.opener as Window | null
    return opener && !opener.closed && opener.location.origin === page.location.origin ? opener : null
  } catch {
    // The opener is of another site.
    return null
  }
}

/** Goes to the next page. In pop-up mode, the opener goes there and this window closes, if both are possible. */
export function leaveFor(next: string, popupMode: boolean, page: Window = window) {
  const opener = popupMode ? openerOf(page) : null
  if (!opener) return page.location.assign(next)
  opener.location.assign(next)
  page.close()
  if (!page.closed) page.location.assign(next)
}
