import { syncPerson } from '@/components/session/session'
import { getSnapshot, type SignedIn } from '@/components/session/store'
import type { Person } from '@/lib/browser/identity'
import type { User } from '@/lib/contract/user'

type Known = Pick<User, 'name' | 'email' | 'phone'>

const behind = (stored: string | null, now: string | null) => Boolean(now) && now !== stored

/** Whether the stored email or phone is older than the provider's. Names do not show which is newer. */
export function addressLags(user: Omit<Known, 'name'>, person: Pick<Person, 'email' | 'phone'>): boolean {
  // The provider stores addresses in lower case.
  return (
    behind(user.email?.toLowerCase() ?? null, person.email?.toLowerCase() ?? null) || behind(user.phone, person.phone)
  )
}

export function lags(user: Known, person: Pick<Person, keyof Known>): boolean {
  // The server trims names.
  return behind(user.name, person.name?.trim() ?? null) || addressLags(user, person)
}

/**
 * Saves a change that the provider does not announce.
 * @returns whether the stored record matches
 */
export async function announce(person: Person): Promise<boolean> {
  if (!shown(person)) return false
  await syncPerson(person, true)
  const now = shown(person)
  return now !== null && now.user !== null && !lags(now.user, person)
}

function shown({ uid }: Person): SignedIn | null {
  const now = getSnapshot()
  return now.state === 'in' && now.uid === uid ? now : null
}
