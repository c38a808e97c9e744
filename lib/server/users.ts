import 'server-only'
import { eq, sql } from 'drizzle-orm'
import type { User, UserInput } from '@/lib/contract/user'
import { database } from './db/client'
import { deletedUsers, users } from './db/schema'
import { ApiFailure } from './errors'
import type { Identity } from './identity'

type Row = typeof users.$inferSelect

const toUser = (row: Row): User => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

/** An empty text counts as missing: it never erases a stored one. */
const filled = (text: string | null | undefined) => text || null

/**
 * Inserts or updates the caller's own record. E-mail and provider come from the verified token;
 * of name, username and phone a missing or empty value keeps what is stored.
 */
export async function upsertUser(identity: Identity, input: UserInput): Promise<User> {
  const db = await database()
  const [row] = await db
    .insert(users)
    .values({
      uid: identity.uid,
      name: filled(input.name),
      username: filled(input.username),
      phone: filled(input.phone),
      email: identity.email,
      providerId: identity.providerId,
    })
    .onConflictDoUpdate({
      target: users.uid,
      set: {
        name: sql`coalesce(excluded.name, ${users.name})`,
        username: sql`coalesce(excluded.username, ${users.username})`,
        phone: sql`coalesce(excluded.phone, ${users.phone})`,
        email: sql`excluded.email`,
        providerId: sql`excluded.provider_id`,
        updatedAt: sql`now()`,
      },
    })
    .returning()
  return toUser(row as Row)
}

/** @throws ApiFailure `user-not-found` */
export async function getUser(uid: string): Promise<User> {
  const db = await database()
  const [row] = await db.select().from(users).where(eq(users.uid, uid))
  if (!row) throw new ApiFailure('user-not-found')
  return toUser(row)
}

/**
 * Refuses tokens of an account that has been deleted since the person signed in.
 * @throws ApiFailure `unauthenticated`
 */
export async function assertNotDeleted(identity: Identity): Promise<void> {
  const db = await database()
  const [row] = await db.select().from(deletedUsers).where(eq(deletedUsers.uid, identity.uid))
  if (row && identity.authTime * 1000 <= row.deletedAt.getTime()) {
    throw new ApiFailure('unauthenticated', { message: 'This account has been deleted.' })
  }
}
