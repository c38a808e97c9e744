import { syncPerson, syncRecord } from '@/components/session/session'
import { getSnapshot } from '@/components/session/store'
import { personOf } from '@/lib/browser/identity'
import { limits } from '@/lib/site'
import type { Compat, CompatUser } from '@/components/auth/widget/compat'
import { sentences } from '@/components/auth/widget/error-words'
import { leaveFor } from './opener'

/** How long the page waits for the record before it leaves all the same; the next page then asks again. */
const leaveAfterMs = 6 * limits.busyDelayMs
/** No other page writes a provider that was linked. */
const leaveLinkedAfterMs = 20 * limits.busyDelayMs

type Way = {
  next: string
  /** A provider was linked, which announces nothing of it. */
  linked: boolean
  popupMode: boolean
}

/**
 * Leaves for the next page once the server knows the person.
 * @returns why it does not leave: the next page could only ask to sign in once more
 */
export async function leaveAs(user: CompatUser, { next, linked, popupMode }: Way): Promise<string | null> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, linked ? leaveLinkedAfterMs : leaveAfterMs))
  // What failed is told by the session, below.
  await Promise.race([syncRecord(personOf(user), linked), late]).catch(() => undefined)
  const now = getSnapshot()
  if (now.state === 'anonymous' && now.ended) return now.why ?? sentences.expired
  leaveFor(next, popupMode)
  return null
}

/** An action of an e-mailed link has changed the account of whoever is signed in here. */
export async function followChange({ auth }: Pick<Compat, 'auth'>): Promise<void> {
  const user = auth.currentUser
  if (!user || user.isAnonymous) return
  try {
    await user.reload()
  } catch {
    // The change has ended this sign-in: the person signs in again.
    return
  }
  await syncPerson(personOf(user), true)
}
