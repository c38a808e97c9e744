import 'server-only'
import { domainToASCII } from 'node:url'
import { and, eq, sql, type Placeholder, type SQL } from 'drizzle-orm'
import type { Provider } from '@/lib/contract/plan'
import { database, type Database } from '@/lib/server/db/client'
import { addressMarks, customers, users } from '@/lib/server/db/schema'
import { keyedHash } from '@/lib/server/db/keyed-hash'

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

/** Records a free trial for all addresses that we and the provider have of this user. */
export async function recordTrial(
  tx: Pick<Database, 'insert' | 'select'>,
  uid: string,
  provider: Provider,
): Promise<void> {
  const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.uid, uid))
  const [customer] = await tx
    .select({ email: customers.email })
    .from(customers)
    .where(and(eq(customers.uid, uid), eq(customers.provider, provider)))
  for (const email of new Set([user?.email, customer?.email])) {
    if (!email) continue
    await tx
      .insert(addressMarks)
      .values({ kind: 'trial', hash: await addressHash(email) })
      .onConflictDoNothing()
  }
}

const isTrialMark = (hash: string | Placeholder) => and(eq(addressMarks.kind, 'trial'), eq(addressMarks.hash, hash))

/** Whether any account began a free trial with this address. `retention.ts` deletes old marks. */
export async function hadTrial(email: string | null): Promise<boolean> {
  if (email === null) return false
  const db = await database()
  return (await db.$count(addressMarks, isTrialMark(await addressHash(email)))) > 0
}

/** `hadTrial` as a column of a query. A null hash had none. */
export const hadTrialColumn = (db: Database, hash: Placeholder): SQL<boolean> =>
  sql<boolean>`${db.$count(addressMarks, isTrialMark(hash))} > 0`

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
