/** Confirmed addresses and phone numbers of users, and their hashes, which recognise a second trial. */
import 'server-only'
import { domainToASCII } from 'node:url'
import { and, eq, gt, inArray, isNotNull, isNull, lte, max, ne, notInArray, or, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { Provider } from '@/lib/contract/plan'
import { database, type Database, keyedHash } from '@/lib/server/db/client'
import { addressMarks, checkouts, noticeKinds, planEmails, subscriptions, users } from '@/lib/server/db/schema'
import type { Identity } from '@/lib/server/identity/tokens'
import { limits } from '@/lib/site'

/** Both names lead to one mailbox, and dots are ignored. */
const gmail = new Set(['gmail.com', 'googlemail.com'])

/** One spelling per mailbox: lower case, ASCII host, no `+tag`, no dots at Gmail. */
export function normalizeMailbox(email: string): string {
  const text = email.trim().normalize('NFKC').toLowerCase()
  const at = text.lastIndexOf('@')
  if (at < 1) return text
  const domain = text.slice(at + 1).replace(/\.$/, '')
  const host = domainToASCII(domain) || domain
  const [local = ''] = text.slice(0, at).split('+')
  const name = local || text.slice(0, at)
  return gmail.has(host) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${host}`
}

export const addressHash = (email: string): Promise<string> => keyedHash('address', normalizeMailbox(email))

export type Confirmable = Pick<Identity, 'email' | 'emailVerified' | 'phone'>

/** Whether the user has proved to own an email address or a phone number. */
export const isConfirmed = ({ email, emailVerified, phone }: Confirmable): boolean =>
  (email !== null && emailVerified) || phone !== null

/**
 * Hashes of what the user has proved to own, also for `checkouts.trialMarks`. All else may belong to another person, and
 * answers must not depend on it.
 */
export async function trialMarksOf({ email, emailVerified, phone }: Confirmable): Promise<string[]> {
  return [
    ...(email !== null && emailVerified ? [await addressHash(email)] : []),
    ...(phone === null ? [] : [await keyedHash('phone', phone)]),
  ]
}

async function storeTrialMarks(tx: Pick<Database, 'insert'>, hashes: Iterable<string>, at = new Date()): Promise<void> {
  const marks = [...new Set(hashes)].map((hash) => ({ kind: 'trial' as const, hash, at }))
  if (marks.length > 0) await tx.insert(addressMarks).values(marks).onConflictDoNothing()
}

/** Records a free trial for what the buyer had confirmed when opening the payment page. */
export async function recordTrial(
  tx: Pick<Database, 'insert' | 'select'>,
  uid: string,
  provider: Provider,
): Promise<void> {
  const offers = await tx
    .select({ marks: checkouts.trialMarks })
    .from(checkouts)
    .where(and(eq(checkouts.uid, uid), eq(checkouts.provider, provider), gt(checkouts.trialDays, 0)))
  await storeTrialMarks(
    tx,
    offers.flatMap(({ marks }) => marks),
  )
}

export const issuedAtOf = ({ issuedAt }: Pick<Identity, 'issuedAt'>) => new Date(issuedAt * 1000)

/**
 * Stores what the identity service has confirmed: the address for emails about plans, and who had a free trial.
 * @returns what has just been confirmed, if anything: the stored address, or a new one
 */
export async function recordConfirmed(identity: Identity): Promise<'same-address' | 'new-address' | null> {
  const { uid, email, emailVerified } = identity
  if (!isConfirmed(identity)) return null
  const db = await database()
  const [stored] = await db
    .select({ email: users.email, emailVerified: users.emailVerified, tokenIssuedAt: users.tokenIssuedAt })
    .from(users)
    .where(eq(users.uid, uid))
  await recordConfirmedTrial(identity)
  const isOlder = stored?.tokenIssuedAt && issuedAtOf(identity) < stored.tokenIssuedAt
  if (!stored || email === null || !emailVerified || isOlder) return null
  const isSameEmail = stored.email === email
  if (isSameEmail && stored.emailVerified) return null
  if (!(await takeOverEmail(uid, email, issuedAtOf(identity)))) return null
  return isSameEmail ? 'same-address' : 'new-address'
}

/**
 * Stores a newly confirmed address, and makes waiting emails about plan changes due. Notices are queued again while they
 * are true. Tokens live for an hour, so an older one may arrive later.
 */
async function takeOverEmail(uid: string, email: string, tokenIssuedAt: Date): Promise<boolean> {
  const isNewer = or(isNull(users.tokenIssuedAt), lte(users.tokenIssuedAt, tokenIssuedAt))
  const db = await database()
  return db.transaction(async (tx) => {
    const rows = await tx
      .update(users)
      .set({ email, emailVerified: true, tokenIssuedAt, updatedAt: sql`now()` })
      .where(and(eq(users.uid, uid), isNewer))
      .returning({ uid: users.uid })
    if (rows.length === 0) return false
    const isWaiting = and(eq(planEmails.uid, uid), isNull(planEmails.mailedAt))
    await tx
      .update(planEmails)
      .set({ email, withheldAt: null, tryAt: sql`now()` })
      .where(and(isWaiting, notInArray(planEmails.kind, [...noticeKinds])))
    await tx
      .update(planEmails)
      .set({ email })
      .where(and(isWaiting, isNull(planEmails.withheldAt)))
    return true
  })
}

/** Records a free trial for what was confirmed after it began, unless `retention.ts` would delete the mark. */
async function recordConfirmedTrial(identity: Identity): Promise<void> {
  const hashes = (await trialMarksOf(identity)).filter((hash) => !storedHashes.has(`${identity.uid} ${hash}`))
  if (hashes.length === 0) return
  const db = await database()
  const isRemembered = sql`${subscriptions.startedAt} > now() - make_interval(months => ${limits.trialMonths}::int)`
  const hasTrial = and(isNotNull(subscriptions.trialEnd), ne(subscriptions.status, 'incomplete'), isRemembered)
  const [newest] = await db
    .select({ at: max(subscriptions.startedAt) })
    .from(subscriptions)
    .where(and(eq(subscriptions.uid, identity.uid), hasTrial))
  if (!newest?.at) return
  await storeTrialMarks(db, hashes, newest.at)
  for (const hash of hashes) storedHashes.set(`${identity.uid} ${hash}`, true)
}

/** Marks that this process has stored for confirmed trials. */
const storedHashes = new LRUCache<string, true>({ max: 10_000 })

/** Whether any account with this confirmed address or phone number began a free trial. */
export async function hadTrial(identity: Confirmable): Promise<boolean> {
  const hashes = await trialMarksOf(identity)
  if (hashes.length === 0) return false
  const db = await database()
  return (await db.$count(addressMarks, and(eq(addressMarks.kind, 'trial'), inArray(addressMarks.hash, hashes)))) > 0
}

/** Allows one email per unconfirmed address, for the first `id` that asks. */
export async function mayEmailUnconfirmed(
  tx: Pick<Database, 'insert' | 'select'>,
  email: string,
  id: string,
): Promise<boolean> {
  const mark = { kind: 'unconfirmed-letter' as const, hash: await addressHash(email), ref: id }
  await tx.insert(addressMarks).values(mark).onConflictDoNothing()
  const [stored] = await tx
    .select({ ref: addressMarks.ref })
    .from(addressMarks)
    .where(and(eq(addressMarks.kind, mark.kind), eq(addressMarks.hash, mark.hash)))
  return stored?.ref === id
}
