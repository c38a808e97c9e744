import 'server-only'
import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { UserInput } from '@/lib/contract/user'
import type { Locale } from '@/lib/locales'
import { database } from '@/lib/server/db/client'
import { users } from '@/lib/server/db/schema'
import { ApiFailure } from '@/lib/server/http/errors'
import type { Identity } from '@/lib/server/identity/tokens'
import { issuedAtOf } from './address-marks'
import { accountDeleted, blockDeletion } from './deletion-lock'

/** `User`, with dates. The other columns are not in answers. */
const userColumns = {
  uid: users.uid,
  name: users.name,
  username: users.username,
  email: users.email,
  providerId: users.providerId,
  phone: users.phone,
  locale: users.locale,
  createdAt: users.createdAt,
  updatedAt: users.updatedAt,
}
type UserRow = Pick<typeof users.$inferSelect, keyof typeof userColumns>

/** The fields that a request may fill. */
const inputFields = ['name', 'username', 'phone', 'locale'] as const satisfies (keyof UserInput)[]

/** An empty value never erases a stored one. */
const emptyToNull = (text: string | null | undefined) => text || null

const forEachField = <Field extends string, T>(fields: readonly Field[], of: (field: Field) => T) =>
  Object.fromEntries(fields.map((field) => [field, of(field)])) as Record<Field, T>

type WriteMode = 'replace' | 'fill'

const inserted = (field: keyof typeof users.$inferSelect) => sql`excluded.${sql.identifier(users[field].name)}`

/** Tokens are valid for an hour, so one from before a change may arrive after it. */
const isNewerToken = sql`coalesce(${inserted('tokenIssuedAt')} >= ${users.tokenIssuedAt}, true)`

const ofNewerToken = (field: 'email' | 'emailVerified' | 'providerId' | 'tokenIssuedAt') =>
  sql`case when ${isNewerToken} then ${inserted(field)} else ${users[field]} end`

/** The first consent stays. */
const consentColumns = forEachField(
  ['healthConsent', 'healthConsentAt', 'healthConsentLanguage'],
  (field) => sql`case when ${users.healthConsent} is null then ${inserted(field)} else ${users[field]} end`,
)

const replaceColumns = {
  ...consentColumns,
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
  ...consentColumns,
  ...forEachField(filledFields, (field) => sql`coalesce(${users[field]}, ${inserted(field)})`),
  tokenIssuedAt: sql`case when ${users.email} is null then ${inserted('tokenIssuedAt')} else ${users.tokenIssuedAt} end`,
  emailVerified: sql`case when coalesce(${users.email}, ${inserted('email')}) = ${inserted('email')}
    then ${inserted('emailVerified')} else ${users.emailVerified} end`,
  updatedAt: sql`case when ${or(...filledFields.map((field) => and(isNull(users[field]), isNotNull(inserted(field)))))}
    then now() else ${users.updatedAt} end`,
}

/** The consent that the user has just ticked: its version, and the language in which it was shown. */
type GivenConsent = { version: string; language: Locale | undefined }

/** Email and provider come from the verified token only. Empty values keep the stored ones. */
export async function upsertUser(
  identity: Identity,
  input: UserInput,
  mode: WriteMode = 'replace',
  consent?: GivenConsent,
): Promise<UserRow> {
  const db = await database()
  return db.transaction(async (tx) => {
    if (await blockDeletion(tx, identity)) throw accountDeleted()
    const fields = forEachField(inputFields, (field) => emptyToNull(input[field]))
    const [row] = await tx
      .insert(users)
      .values({
        ...fields,
        locale: input.locale,
        uid: identity.uid,
        email: identity.email,
        emailVerified: identity.emailVerified,
        tokenIssuedAt: issuedAtOf(identity),
        providerId: identity.providerId,
        ...(consent && {
          healthConsent: consent.version,
          healthConsentAt: sql`now()`,
          healthConsentLanguage: consent.language,
        }),
      })
      .onConflictDoUpdate({
        target: users.uid,
        set: mode === 'fill' ? fillColumns : replaceColumns,
      })
      .returning(userColumns)
    return row as UserRow
  })
}

export async function getUser(uid: string): Promise<UserRow> {
  const db = await database()
  const [user] = await db.select(userColumns).from(users).where(eq(users.uid, uid))
  if (!user) throw new ApiFailure('user-not-found')
  return user
}
