import { isOk, type Answer } from '@/lib/browser/answer'
import type { Person } from '@/lib/browser/identity'
import type { User } from '@/lib/contract/user'

type Calls = {
  getUser: (uid: string) => Promise<Answer<User>>
  insertOrUpdate: (person: Person) => Promise<Answer<User>>
}

/** No answer at all, or a refusal: reasons to say so, never to write a record. */
const neverInsert = new Set([0, 401, 403])

/**
 * The stored record of a person who has just become known: asked for; not there, created once and
 * asked for once more. `insert` creates or completes it first, for changes that the provider does
 * not announce, such as linking, a guest's upgrade or a new name.
 * @returns the last answer, whatever it is
 */
export async function recordOf(calls: Calls, person: Person, insert = false): Promise<Answer<User>> {
  if (!insert) {
    const first = await calls.getUser(person.uid)
    if (isOk(first) || neverInsert.has(first.status)) return first
  }
  const written = await calls.insertOrUpdate(person)
  if (!isOk(written) && neverInsert.has(written.status)) return written
  return calls.getUser(person.uid)
}
