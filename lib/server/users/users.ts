import 'server-only'
import { and, eq, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { User, UserInput } from '@/lib/contract/user'
import { askFirst, database } from '@/lib/server/db/client'
import { users } from '@/lib/server/db/schema'
import { accountGone, deletedSince, holdAgainstDeletion, type SignIn } from './deletion-lock'
import { ApiFailure } from '@/lib/server/http/errors'
import type { Identity } from '@/lib/server/identity/tokens'

type Row = typeof users.$inferSelect

const toUser = ({ uid, name, username, email, providerId, phone, createdAt, updatedAt }: Row): User => ({
  uid,
  name,
  username,
  email,
  providerId,
  phone,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})

/** An empty text counts as missing: it never erases a stored one. */
const filled = (text: string | null | undefined) => text || null

/** Of a record that is there: take over what the caller knows, or only add what the record lacks. */
type Write = 'replace' | 'fill'

const given = {
  name: sql`excluded.name`,
  username: sql`excluded.username`,
  phone: sql`excluded.phone`,
  email: sql`excluded.email`,
  emailVerified: sql`excluded.email_verified`,
  providerId: sql`excluded.provider_id`,
}

const replaced = {
  name: sql`coalesce(${given.name}, ${users.name})`,
  username: sql`coalesce(${given.username}, ${users.username})`,
  phone: sql`coalesce(${given.phone}, ${users.phone})`,
  email: given.email,
  emailVerified: given.emailVerified,
  providerId: given.providerId,
  updatedAt: sql`now()`,
}

/** The time of the last change stays, too, where nothing was lacking. */
const completed = {
  name: sql`coalesce(${users.name}, ${given.name})`,
  username: sql`coalesce(${users.username}, ${given.username})`,
  phone: sql`coalesce(${users.phone}, ${given.phone})`,
  email: sql`coalesce(${users.email}, ${given.email})`,
  emailVerified: sql`case when coalesce(${users.email}, ${given.email}) = ${given.email}
    then ${given.emailVerified} else ${users.emailVerified} end`,
  updatedAt: sql`case when (${users.name} is null and ${given.name} is not null)
    or (${users.username} is null and ${given.username} is not null)
    or (${users.phone} is null and ${given.phone} is not null)
    or (${users.email} is null and ${given.email} is not null) then now() else ${users.updatedAt} end`,
}

/**
 * Inserts or updates the caller's own record. E-mail and provider come from the verified token;
 * of name, username and phone a missing or empty value keeps what is stored. With `fill` nothing
 * that is stored is replaced at all: for a caller who could not find out what that is.
 * @throws ApiFailure `unauthenticated` when the account was deleted meanwhile: a slow body brings no row back
 */
export async function upsertUser(identity: Identity, input: UserInput, write: Write = 'replace'): Promise<User> {
  const db = await database()
  return db.transaction(async (step) => {
    if (await holdAgainstDeletion(step, identity)) throw accountGone()
    const [row] = await step
      .insert(users)
      .values({
        uid: identity.uid,
        name: filled(input.name),
        username: filled(input.username),
        phone: filled(input.phone),
        email: identity.email,
        emailVerified: identity.emailVerified,
        providerId: identity.providerId,
      })
      .onConflictDoUpdate({
        target: users.uid,
        set: write === 'fill' ? completed : replaced,
      })
      .returning()
    return toUser(row as Row)
  })
}

/** Whose address this process has noted as confirmed, by uid and address. */
const confirmed = new LRUCache<string, true>({ max: 10_000 })

/**
 * Notes that the identity service has confirmed the address that is stored: a person does that after their record was
 * made. Letters about plans wait for it.
 */
export async function noteConfirmedEmail({ uid, email, emailVerified }: Identity): Promise<void> {
  const key = JSON.stringify([uid, email])
  if (!email || !emailVerified || confirmed.has(key)) return
  const db = await database()
  const rows = await db
    .update(users)
    .set({ emailVerified: true })
    .where(and(eq(users.uid, uid), eq(users.email, email)))
    .returning({ uid: users.uid })
  if (rows.length > 0) confirmed.set(key, true)
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
export async function assertNotDeleted(signIn: SignIn): Promise<void> {
  if (await askFirst((db) => deletedSince(db, signIn))) throw accountGone()
}
