import { isOk, type Answer } from '@/lib/browser/answer'
import type { Person } from '@/lib/browser/identity'
import type { User } from '@/lib/contract/user'

type Calls = {
  getUser: (uid: string) => Promise<Answer<User>>
  insertOrUpdate: (person: Person, write: 'fill' | 'replace') => Promise<Answer<User>>
}

/** No answer at all, or a refusal: reasons to say so, never to write a record. */
const neverInsert = new Set([0, 401, 403])

/**
 * The stored record of a person who has just become known: asked for; not there, created once and
 * asked for once more.
 *
 * Every answer but 200 leads to that one creation, as the specification says, also a 503. Such an
 * answer tells nothing of what is stored, and what this browser knows of the person may be older
 * than it: so this creation only fills what the stored record lacks, and replaces nothing in it.
 * `changed` writes first, and replaces, for changes that the provider does not announce, such as
 * linking, a guest's upgrade or a new name.
 * @returns the last answer, whatever it is
 */
export async function recordOf(calls: Calls, person: Person, changed = false): Promise<Answer<User>> {
  if (!changed) {
    const first = await calls.getUser(person.uid)
    if (isOk(first) || neverInsert.has(first.status)) return first
  }
  const written = await calls.insertOrUpdate(person, changed ? 'replace' : 'fill')
  if (!isOk(written) && neverInsert.has(written.status)) return written
  return calls.getUser(person.uid)
}
