import { settle } from '@/components/session/session'
import { getSnapshot, type SignedIn } from '@/components/session/store'
import type { Person } from '@/lib/browser/identity'
import type { User } from '@/lib/contract/user'

type Known = Pick<User, 'name' | 'email' | 'phone'>

const behind = (stored: string | null, now: string | null) => Boolean(now) && now !== stored

/**
 * Whether the stored address or number is behind what the provider says. What the provider lacks is no news.
 * A name that differs says nothing of which of the two is newer.
 */
export function addressLags(user: Omit<Known, 'name'>, person: Pick<Person, 'email' | 'phone'>): boolean {
  // As the server stores them: the provider writes addresses small.
  return (
    behind(user.email?.toLowerCase() ?? null, person.email?.toLowerCase() ?? null) || behind(user.phone, person.phone)
  )
}

/** Whether the stored record is behind what the provider says just after a change of it. */
export function lags(user: Known, person: Pick<Person, keyof Known>): boolean {
  // The server trims a name.
  return behind(user.name, person.name?.trim() ?? null) || addressLags(user, person)
}

/**
 * Makes a change of the person known, which the provider does not announce: to this page at once, and to
 * the server, whose record is written again. Nothing is done once somebody else is signed in, or nobody.
 * @returns whether the record says the same now
 */
export async function announce(person: Person): Promise<boolean> {
  if (!shown(person)) return false
  await settle(person, true)
  const now = shown(person)
  return now !== null && now.user !== null && !lags(now.user, person)
}

function shown({ uid }: Person): SignedIn | null {
  const now = getSnapshot()
  return now.state === 'in' && now.uid === uid ? now : null
}
