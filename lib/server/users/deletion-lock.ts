import 'server-only'
import { eq, sql } from 'drizzle-orm'
import type { Database } from '@/lib/server/db/client'
import { deletedUsers } from '@/lib/server/db/schema'
import { ApiFailure } from '@/lib/server/http/errors'
import type { Identity } from '@/lib/server/identity/tokens'

/** Somebody, by the sign-in with which they ask. */
export type SignIn = Pick<Identity, 'uid' | 'authTime'>

/** The first of two keys, so that these locks meet no others; the second is a digest of the uid. */
const space = 7_290_412

/** When the account was deleted after this sign-in; null where it was not. Who signs in anew is let in again. */
export async function deletedSince(db: Pick<Database, 'select'>, { uid, authTime }: SignIn): Promise<Date | null> {
  const [row] = await db.select().from(deletedUsers).where(eq(deletedUsers.uid, uid))
  return row && authTime * 1000 <= row.deletedAt.getTime() ? row.deletedAt : null
}

/** Within a transaction: from here to its end nobody else writes new rows of this person. */
export async function lockForDeletion(step: Pick<Database, 'execute'>, uid: string): Promise<void> {
  await step.execute(sql`select pg_advisory_xact_lock(${space}::int, hashtext(${uid}))`)
}

/**
 * Within a transaction that writes a first row of a person: from here to its end their account is not
 * deleted. A call may have been let in before a deletion, and come to write after it.
 * @returns when the account was deleted: then nothing may be written; else null
 */
export async function holdAgainstDeletion(
  step: Pick<Database, 'execute' | 'select'>,
  signIn: SignIn,
): Promise<Date | null> {
  await step.execute(sql`select pg_advisory_xact_lock_shared(${space}::int, hashtext(${signIn.uid}))`)
  return deletedSince(step, signIn)
}

export const accountGone = () => new ApiFailure('unauthenticated', { message: 'This account has been deleted.' })
