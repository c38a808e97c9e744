import { syncPerson } from '@/components/session/session'
import { getSnapshot, type SignedIn } from '@/components/session/store'
import type { Person } from '@/lib/browser/identity'
import type { User } from '@/lib/contract/user'

type PersonFields = Pick<User, 'name' | 'email' | 'phone'>

const isOutdated = (stored: string | null, now: string | null) => Boolean(now) && now !== stored

/** Whether the stored email or phone is older than the provider's. Names do not show which is newer. */
export function isAddressOutdated(user: Omit<PersonFields, 'name'>, person: Pick<Person, 'email' | 'phone'>): boolean {
  // The provider stores addresses in lower case.
  return (
    isOutdated(user.email?.toLowerCase() ?? null, person.email?.toLowerCase() ?? null) ||
    isOutdated(user.phone, person.phone)
  )
}

export function isRecordOutdated(user: PersonFields, person: Pick<Person, keyof PersonFields>): boolean {
  // The server trims names.
  return isOutdated(user.name, person.name?.trim() ?? null) || isAddressOutdated(user, person)
}

/**
 * Saves a change that the provider does not announce.
 * @returns whether the stored record matches
 */
export async function syncRecordFromIdentity(person: Person): Promise<boolean> {
  if (!sessionOf(person)) return false
  await syncPerson(person, true)
  const now = sessionOf(person)
  return now !== null && now.user !== null && !isRecordOutdated(now.user, person)
}

function sessionOf({ uid }: Person): SignedIn | null {
  const now = getSnapshot()
  return now.state === 'in' && now.uid === uid ? now : null
}
