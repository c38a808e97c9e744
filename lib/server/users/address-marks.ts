import 'server-only'
import { domainToASCII } from 'node:url'
import { and, eq } from 'drizzle-orm'
import { database, type Database } from '@/lib/server/db/client'
import { addressMarks } from '@/lib/server/db/schema'
import { keyedHash } from '@/lib/server/db/keyed-hash'

/** Mail of both goes to one mailbox, in whose name dots do not count. */
const gmail = new Set(['gmail.com', 'googlemail.com'])

/**
 * The mailbox that an address leads to, in one spelling: lower case, the host in ASCII, without a `+tag`, and without
 * dots at Gmail. Text that is no address is only put in lower case.
 */
export function mailboxOf(email: string): string {
  const text = email.trim().normalize('NFKC').toLowerCase()
  const at = text.lastIndexOf('@')
  if (at < 1) return text
  const named = text.slice(at + 1).replace(/\.$/, '')
  const host = domainToASCII(named) || named
  const [local = ''] = text.slice(0, at).split('+')
  // What begins with the sign has no name before it, and is one.
  const name = local || text.slice(0, at)
  return gmail.has(host) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${host}`
}

/** The keyed hash under which an address is remembered. */
export const addressHash = (email: string): Promise<string> => keyedHash('address', mailboxOf(email))

/** Remembers that a free trial was begun with an address, from the first one on. */
export async function markTrial(step: Pick<Database, 'insert'>, email: string): Promise<void> {
  const mark = { kind: 'trial' as const, hash: await addressHash(email) }
  await step.insert(addressMarks).values(mark).onConflictDoNothing()
}

/** Whether a free trial was begun with an address, by whatever account, as long as `retention.ts` keeps the mark. */
export async function hadTrial(email: string | null): Promise<boolean> {
  if (email === null) return false
  const db = await database()
  const own = and(eq(addressMarks.kind, 'trial'), eq(addressMarks.hash, await addressHash(email)))
  return (await db.select({ at: addressMarks.at }).from(addressMarks).where(own)).length > 0
}

/** Whether the one letter to an address that nobody has confirmed may be, or was, the letter `id`. */
export async function isUnconfirmedLetter(
  step: Pick<Database, 'insert' | 'select'>,
  email: string,
  id: string,
): Promise<boolean> {
  const mark = { kind: 'unconfirmed-letter' as const, hash: await addressHash(email), ref: id }
  await step.insert(addressMarks).values(mark).onConflictDoNothing()
  const [kept] = await step
    .select({ ref: addressMarks.ref })
    .from(addressMarks)
    .where(and(eq(addressMarks.kind, mark.kind), eq(addressMarks.hash, mark.hash)))
  return kept?.ref === id
}
