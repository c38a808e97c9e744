import 'server-only'
import { domainToASCII } from 'node:url'
import { and, eq, inArray } from 'drizzle-orm'
import { database, type Database } from './db/client'
import { addressMarks } from './db/schema'
import { keyedHash } from './keyed-hash'

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

const cardHash = (fingerprint: string): Promise<string> => keyedHash('card', fingerprint)

/** By what a free trial is recognised: the address, and the provider's fingerprint of the card where it gives one. */
export type TrialTaker = { email: string | null; card?: string | null }

async function marksOf({ email, card }: TrialTaker) {
  return [
    ...(email ? [{ kind: 'trial' as const, hash: await addressHash(email) }] : []),
    ...(card ? [{ kind: 'trial-card' as const, hash: await cardHash(card) }] : []),
  ]
}

/** Remembers that somebody has begun a free trial, from the first one on. */
export async function markTrial(step: Pick<Database, 'insert'>, taker: TrialTaker): Promise<void> {
  const marks = await marksOf(taker)
  if (marks.length > 0) await step.insert(addressMarks).values(marks).onConflictDoNothing()
}

/** Whether somebody had a free trial within the time that `retention.ts` keeps the mark, with whatever account. */
export async function hadTrial(taker: TrialTaker): Promise<boolean> {
  const marks = await marksOf(taker)
  if (marks.length === 0) return false
  const db = await database()
  const rows = await db
    .select({ kind: addressMarks.kind, hash: addressMarks.hash })
    .from(addressMarks)
    .where(
      and(
        inArray(
          addressMarks.kind,
          marks.map(({ kind }) => kind),
        ),
        inArray(
          addressMarks.hash,
          marks.map(({ hash }) => hash),
        ),
      ),
    )
  return rows.some((row) => marks.some(({ kind, hash }) => kind === row.kind && hash === row.hash))
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
