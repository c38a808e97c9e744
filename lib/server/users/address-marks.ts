import 'server-only'
import { domainToASCII } from 'node:url'
import { and, eq, gt, isNotNull, max, ne, sql, type Placeholder, type SQL } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { Provider } from '@/lib/contract/plan'
import { database, type Database } from '@/lib/server/db/client'
import { addressMarks, checkouts, subscriptions } from '@/lib/server/db/schema'
import { keyedHash } from '@/lib/server/db/keyed-hash'
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

type ConfirmedHashes = { email: string | null; phone: string | null }

/**
 * Hashes of what the user has proved to own. All else may belong to another person, and answers must not depend on it.
 */
async function confirmedHashes({ email, emailVerified, phone }: Confirmable): Promise<ConfirmedHashes> {
  return {
    email: email !== null && emailVerified ? await addressHash(email) : null,
    phone: phone === null ? null : await keyedHash('phone', phone),
  }
}

/** Of the confirmed address and phone number, for `checkouts.trialMarks`. */
export const trialMarksOf = async (identity: Confirmable): Promise<string[]> =>
  Object.values(await confirmedHashes(identity)).filter((hash) => hash !== null)

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

/** When the newest trial of `uid` began, as a column of a query. Null if `retention.ts` would have deleted its mark. */
export function trialStartColumn(db: Database, uid: Placeholder): SQL<Date | null> {
  const isRemembered = sql`${subscriptions.startedAt} > now() - make_interval(months => ${limits.trialMonths}::int)`
  const hasTrial = and(isNotNull(subscriptions.trialEnd), ne(subscriptions.status, 'incomplete'), isRemembered)
  const newest = db
    .select({ at: max(subscriptions.startedAt) })
    .from(subscriptions)
    .where(and(eq(subscriptions.uid, uid), hasTrial))
  return sql<Date | null>`(${newest})`.mapWith(subscriptions.startedAt)
}

/** Records a free trial for what was confirmed after it began. */
export async function recordConfirmedTrial(identity: Confirmable, startedAt: Date): Promise<void> {
  const hashes = (await trialMarksOf(identity)).filter((hash) => !storedHashes.has(hash))
  await storeTrialMarks(await database(), hashes, startedAt)
  for (const hash of hashes) storedHashes.set(hash, true)
}

/** Marks that this process has stored for confirmed trials. */
const storedHashes = new LRUCache<string, true>({ max: 10_000 })

type Hash = string | null | Placeholder

const hasTrialMark = (db: Database, { email, phone }: { email: Hash; phone: Hash }) =>
  db.$count(addressMarks, and(eq(addressMarks.kind, 'trial'), sql`${addressMarks.hash} in (${email}, ${phone})`))

/** Whether any account with this confirmed address or phone number began a free trial. */
export async function hadTrial(identity: Confirmable): Promise<boolean> {
  if (!isConfirmed(identity)) return false
  const db = await database()
  return (await hasTrialMark(db, await confirmedHashes(identity))) > 0
}

/** `hadTrial` as a column of a query, with `hadTrialParams`. */
export const hadTrialColumn = (db: Database): SQL<boolean> =>
  sql<boolean>`${hasTrialMark(db, { email: sql.placeholder('email'), phone: sql.placeholder('phone') })} > 0`

export const hadTrialParams: (identity: Confirmable) => Promise<ConfirmedHashes> = confirmedHashes

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
