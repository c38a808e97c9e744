import 'server-only'
import { and, eq, getTableColumns, sql, type SQL } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { UserInput } from '@/lib/contract/user'
import { database, quickQuery } from '@/lib/server/db/client'
import { users } from '@/lib/server/db/schema'
import { ApiFailure } from '@/lib/server/http/errors'
import type { Identity } from '@/lib/server/identity/tokens'
import { accountDeleted, blockDeletion, deletedSince, type SignIn } from './deletion-lock'

/** `User`, with dates. */
type UserRow = Omit<typeof users.$inferSelect, 'emailVerified'>

const { emailVerified: _, ...userColumns } = getTableColumns(users)

/** The fields that a request may fill. */
type OwnField = Exclude<keyof UserInput, 'uid' | 'email' | 'providerId'>

/** An empty value never erases a stored one. */
const filled = (text: string | null | undefined) => text || null

type WriteMode = 'replace' | 'fill'

const given = {
  name: sql`excluded.name`,
  username: sql`excluded.username`,
  phone: sql`excluded.phone`,
  email: sql`excluded.email`,
  emailVerified: sql`excluded.email_verified`,
  providerId: sql`excluded.provider_id`,
} satisfies Record<OwnField | 'email' | 'emailVerified' | 'providerId', SQL>

const replaced = {
  name: sql`coalesce(${given.name}, ${users.name})`,
  username: sql`coalesce(${given.username}, ${users.username})`,
  phone: sql`coalesce(${given.phone}, ${users.phone})`,
  email: given.email,
  emailVerified: given.emailVerified,
  providerId: given.providerId,
  updatedAt: sql`now()`,
} satisfies Record<OwnField | 'email' | 'emailVerified' | 'providerId' | 'updatedAt', SQL>

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
} satisfies Record<OwnField | 'email' | 'emailVerified' | 'updatedAt', SQL>

/** Email and provider come from the verified token only. Empty values keep the stored ones. */
export async function upsertUser(identity: Identity, input: UserInput, mode: WriteMode = 'replace'): Promise<UserRow> {
  const db = await database()
  return db.transaction(async (tx) => {
    if (await blockDeletion(tx, identity)) throw accountDeleted()
    const own: Record<OwnField, string | null> = {
      name: filled(input.name),
      username: filled(input.username),
      phone: filled(input.phone),
    }
    const [row] = await tx
      .insert(users)
      .values({
        ...own,
        uid: identity.uid,
        email: identity.email,
        emailVerified: identity.emailVerified,
        providerId: identity.providerId,
      })
      .onConflictDoUpdate({
        target: users.uid,
        set: mode === 'fill' ? completed : replaced,
      })
      .returning(userColumns)
    return row as UserRow
  })
}

const confirmed = new LRUCache<string, true>({ max: 10_000 })

/** Stores that the identity service has confirmed the email address, which emails about plans need. */
export async function recordConfirmedEmail({ uid, email, emailVerified }: Identity): Promise<void> {
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

export async function getUser(uid: string): Promise<UserRow> {
  const db = await database()
  const [user] = await db.select(userColumns).from(users).where(eq(users.uid, uid))
  if (!user) throw new ApiFailure('user-not-found')
  return user
}

/** Refuses tokens from before the account's deletion. @throws ApiFailure `unauthenticated` */
export async function assertNotDeleted(signIn: SignIn): Promise<void> {
  if (await quickQuery((db) => deletedSince(db, signIn))) throw accountDeleted()
}
