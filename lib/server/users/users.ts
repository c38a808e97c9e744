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
type InputField = Exclude<keyof UserInput, 'uid' | 'email' | 'providerId'>

/** An empty value never erases a stored one. */
const emptyToNull = (text: string | null | undefined) => text || null

type WriteMode = 'replace' | 'fill'

const inserted = {
  name: sql`excluded.name`,
  username: sql`excluded.username`,
  phone: sql`excluded.phone`,
  email: sql`excluded.email`,
  emailVerified: sql`excluded.email_verified`,
  providerId: sql`excluded.provider_id`,
} satisfies Record<InputField | 'email' | 'emailVerified' | 'providerId', SQL>

const replaceColumns = {
  name: sql`coalesce(${inserted.name}, ${users.name})`,
  username: sql`coalesce(${inserted.username}, ${users.username})`,
  phone: sql`coalesce(${inserted.phone}, ${users.phone})`,
  email: inserted.email,
  emailVerified: inserted.emailVerified,
  providerId: inserted.providerId,
  updatedAt: sql`now()`,
} satisfies Record<InputField | 'email' | 'emailVerified' | 'providerId' | 'updatedAt', SQL>

const fillColumns = {
  name: sql`coalesce(${users.name}, ${inserted.name})`,
  username: sql`coalesce(${users.username}, ${inserted.username})`,
  phone: sql`coalesce(${users.phone}, ${inserted.phone})`,
  email: sql`coalesce(${users.email}, ${inserted.email})`,
  emailVerified: sql`case when coalesce(${users.email}, ${inserted.email}) = ${inserted.email}
    then ${inserted.emailVerified} else ${users.emailVerified} end`,
  updatedAt: sql`case when (${users.name} is null and ${inserted.name} is not null)
    or (${users.username} is null and ${inserted.username} is not null)
    or (${users.phone} is null and ${inserted.phone} is not null)
    or (${users.email} is null and ${inserted.email} is not null) then now() else ${users.updatedAt} end`,
} satisfies Record<InputField | 'email' | 'emailVerified' | 'updatedAt', SQL>

/** Email and provider come from the verified token only. Empty values keep the stored ones. */
export async function upsertUser(identity: Identity, input: UserInput, mode: WriteMode = 'replace'): Promise<UserRow> {
  const db = await database()
  return db.transaction(async (tx) => {
    if (await blockDeletion(tx, identity)) throw accountDeleted()
    const fields: Record<InputField, string | null> = {
      name: emptyToNull(input.name),
      username: emptyToNull(input.username),
      phone: emptyToNull(input.phone),
    }
    const [row] = await tx
      .insert(users)
      .values({
        ...fields,
        uid: identity.uid,
        email: identity.email,
        emailVerified: identity.emailVerified,
        providerId: identity.providerId,
      })
      .onConflictDoUpdate({
        target: users.uid,
        set: mode === 'fill' ? fillColumns : replaceColumns,
      })
      .returning(userColumns)
    return row as UserRow
  })
}

const confirmedEmails = new LRUCache<string, true>({ max: 10_000 })

/** Stores that the identity service has confirmed the email address, which emails about plans need. */
export async function recordConfirmedEmail({ uid, email, emailVerified }: Identity): Promise<void> {
  const key = JSON.stringify([uid, email])
  if (!email || !emailVerified || confirmedEmails.has(key)) return
  const db = await database()
  const rows = await db
    .update(users)
    .set({ emailVerified: true })
    .where(and(eq(users.uid, uid), eq(users.email, email)))
    .returning({ uid: users.uid })
  if (rows.length > 0) confirmedEmails.set(key, true)
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
