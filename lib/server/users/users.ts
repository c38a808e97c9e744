import 'server-only'
import { and, eq, getTableColumns, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import type { UserInput } from '@/lib/contract/user'
import { builtOnce, database, quickQuery } from '@/lib/server/db/client'
import { planEmails, users } from '@/lib/server/db/schema'
import { ApiFailure } from '@/lib/server/http/errors'
import type { Identity } from '@/lib/server/identity/tokens'
import { isConfirmed, recordConfirmedTrial, trialStartColumn } from './address-marks'
import { accountDeleted, blockDeletion, deletedSince, type SignIn } from './deletion-lock'

/** `User`, with dates. */
type UserRow = Omit<typeof users.$inferSelect, 'emailVerified' | 'tokenIssuedAt'>

const { emailVerified: _, tokenIssuedAt: __, ...userColumns } = getTableColumns(users)

/** The fields that a request may fill. The type check fails if one is missing. */
type InputField = Exclude<keyof UserInput, 'uid' | 'email' | 'providerId'>
const inputFieldSet: Record<InputField, true> = { name: true, username: true, phone: true }
const inputFields = Object.keys(inputFieldSet) as InputField[]

/** An empty value never erases a stored one. */
const emptyToNull = (text: string | null | undefined) => text || null

const forEachField = <Field extends InputField | 'email', T>(fields: readonly Field[], of: (field: Field) => T) =>
  Object.fromEntries(fields.map((field) => [field, of(field)])) as Record<Field, T>

const issuedAtOf = ({ issuedAt }: Pick<Identity, 'issuedAt'>) => new Date(issuedAt * 1000)

type WriteMode = 'replace' | 'fill'

const inserted = (field: keyof typeof users.$inferSelect) => sql`excluded.${sql.identifier(users[field].name)}`

/** Tokens are valid for an hour, so one from before a change may arrive after it. */
const isNewerToken = sql`coalesce(${inserted('tokenIssuedAt')} >= ${users.tokenIssuedAt}, true)`

const ofNewerToken = (field: 'email' | 'emailVerified' | 'providerId' | 'tokenIssuedAt') =>
  sql`case when ${isNewerToken} then ${inserted(field)} else ${users[field]} end`

const replaceColumns = {
  ...forEachField(inputFields, (field) => sql`coalesce(${inserted(field)}, ${users[field]})`),
  email: ofNewerToken('email'),
  emailVerified: sql`case when ${users.email} = ${inserted('email')}
    then ${users.emailVerified} or ${inserted('emailVerified')} else ${ofNewerToken('emailVerified')} end`,
  providerId: ofNewerToken('providerId'),
  tokenIssuedAt: ofNewerToken('tokenIssuedAt'),
  updatedAt: sql`now()`,
}

const filledFields = [...inputFields, 'email'] as const

const fillColumns = {
  ...forEachField(filledFields, (field) => sql`coalesce(${users[field]}, ${inserted(field)})`),
  tokenIssuedAt: sql`case when ${users.email} is null then ${inserted('tokenIssuedAt')} else ${users.tokenIssuedAt} end`,
  emailVerified: sql`case when coalesce(${users.email}, ${inserted('email')}) = ${inserted('email')}
    then ${inserted('emailVerified')} else ${users.emailVerified} end`,
  updatedAt: sql`case when ${or(...filledFields.map((field) => and(isNull(users[field]), isNotNull(inserted(field)))))}
    then now() else ${users.updatedAt} end`,
}

/** Email and provider come from the verified token only. Empty values keep the stored ones. */
export async function upsertUser(identity: Identity, input: UserInput, mode: WriteMode = 'replace'): Promise<UserRow> {
  const db = await database()
  return db.transaction(async (tx) => {
    if (await blockDeletion(tx, identity)) throw accountDeleted()
    const fields = forEachField(inputFields, (field) => emptyToNull(input[field]))
    const [row] = await tx
      .insert(users)
      .values({
        ...fields,
        uid: identity.uid,
        email: identity.email,
        emailVerified: identity.emailVerified,
        tokenIssuedAt: issuedAtOf(identity),
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

const confirmationQuery = builtOnce((db) =>
  db
    .select({
      email: users.email,
      emailVerified: users.emailVerified,
      tokenIssuedAt: users.tokenIssuedAt,
      trialStartedAt: trialStartColumn(db, sql.placeholder('uid')),
    })
    .from(sql`(select) as one`)
    .leftJoin(users, eq(users.uid, sql.placeholder('uid')))
    .prepare(''),
)

/**
 * Stores what the identity service has confirmed: the address for emails about plans, and who had a free trial.
 * @returns whether the address is a new one
 */
export async function recordConfirmed(identity: Identity): Promise<boolean> {
  if (!isConfirmed(identity)) return false
  const [stored] = await confirmationQuery(await database()).execute({ uid: identity.uid })
  if (stored?.trialStartedAt) await recordConfirmedTrial(identity, stored.trialStartedAt)
  const isOlder = stored?.tokenIssuedAt && issuedAtOf(identity) < stored.tokenIssuedAt
  if (!stored || !identity.emailVerified || isOlder) return false
  const isSameEmail = stored.email === identity.email
  if (isSameEmail && stored.emailVerified) return false
  return (await takeOverEmail(identity)) && !isSameEmail
}

/** Emails that wait go to the new address, too. */
async function takeOverEmail(identity: Identity): Promise<boolean> {
  const { uid, email } = identity
  if (email === null) return false
  const tokenIssuedAt = issuedAtOf(identity)
  const isNewer = or(isNull(users.tokenIssuedAt), lte(users.tokenIssuedAt, tokenIssuedAt))
  const db = await database()
  return db.transaction(async (tx) => {
    const rows = await tx
      .update(users)
      .set({ email, emailVerified: true, tokenIssuedAt, updatedAt: sql`now()` })
      .where(and(eq(users.uid, uid), isNewer))
      .returning({ uid: users.uid })
    if (rows.length === 0) return false
    const isWaiting = and(eq(planEmails.uid, uid), isNull(planEmails.mailedAt), isNull(planEmails.withheldAt))
    await tx.update(planEmails).set({ email }).where(isWaiting)
    return true
  })
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
