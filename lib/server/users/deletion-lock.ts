/** Prevents a deleted account from being written again by a parallel request. */
import 'server-only'
import { eq, sql } from 'drizzle-orm'
import { quickQuery, type Database } from '@/lib/server/db/client'
import { deletedUsers } from '@/lib/server/db/schema'
import { ApiFailure } from '@/lib/server/http/errors'
import type { Identity } from '@/lib/server/identity/tokens'

export type SignIn = Pick<Identity, 'uid' | 'authTime'>

/** First key of our advisory locks. The second is a hash of the uid. */
const lockSpace = 7_290_412

/** When the account was deleted after this sign-in, or null. */
async function deletedSince(db: Database, { uid, authTime }: SignIn): Promise<Date | null> {
  const [row] = await db.select().from(deletedUsers).where(eq(deletedUsers.uid, uid))
  return row && authTime * 1000 <= row.deletedAt.getTime() ? row.deletedAt : null
}

/** Blocks first writes about this user until the transaction ends. */
export async function lockForDeletion(tx: Pick<Database, 'execute'>, uid: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockSpace}::int, hashtext(${uid}))`)
}

/** Blocks deletion until the transaction ends. @returns the time of an earlier deletion */
export async function blockDeletion(tx: Database, signIn: SignIn): Promise<Date | null> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${lockSpace}::int, hashtext(${signIn.uid}))`)
  return deletedSince(tx, signIn)
}

export const accountDeleted = () => new ApiFailure('unauthenticated', { detail: 'accountDeleted' })

/** Refuses tokens from before the account's deletion. @throws ApiFailure `unauthenticated` */
export async function assertNotDeleted(signIn: SignIn): Promise<void> {
  if (await quickQuery((db) => deletedSince(db, signIn))) throw accountDeleted()
}
