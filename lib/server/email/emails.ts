/** Emails to users about their plans: queued with the change, judged and sent by the outbox. */
import 'server-only'
import { and, desc, eq, gt, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import { env } from '@/lib/env'
import type { Database } from '@/lib/server/db/client'
import { letters, users } from '@/lib/server/db/schema'
import { countLetter } from '@/lib/server/observability/metrics'
import { mayEmailUnconfirmed } from '@/lib/server/users/address-marks'
import { sendToUser, createOutbox, type Tx, type Verdict } from './outbox'

type Row = typeof letters.$inferSelect
type PlanEmail = Pick<Row, 'id' | 'uid' | 'kind' | 'email' | 'subject' | 'text'> & { plan?: string }

export async function queueEmail(tx: Pick<Database, 'insert'>, email: PlanEmail): Promise<void> {
  await tx.insert(letters).values(email).onConflictDoNothing()
}

export type Sender = { origin: string; mail: string }
export type Words = { subject: string; text: string }

type Draft = Pick<Row, 'id' | 'uid' | 'kind'> & { plan: string; compose: (sender: Sender) => Words }

/** Queues an email in the transaction of the change; returns whether the user has an address. */
export async function queuePlanEmail(
  tx: Pick<Database, 'insert' | 'select'>,
  { compose, ...draft }: Draft,
): Promise<boolean> {
  const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.uid, draft.uid))
  if (!user?.email) return false
  const { siteOrigin, outside } = env()
  await queueEmail(tx, { ...draft, email: user.email, ...compose({ origin: siteOrigin, mail: outside.mail }) })
  return true
}

/** Changes within this time after an email about cancelling or resuming are combined into one email. */
const quietMs = 10 * 60_000

const maxPerHour = 3
const hourMs = 3_600_000

/** Kinds that reverse each other: only the newest is still true. */
const toggles: Row['kind'][] = ['cancelled', 'resumed']
const isToggle = (kind: Row['kind']) => toggles.includes(kind)

async function isConfirmed(tx: Tx, { uid, email }: Row): Promise<boolean> {
  const [user] = await tx.select().from(users).where(eq(users.uid, uid))
  return user?.emailVerified === true && user.email?.toLowerCase() === email.toLowerCase()
}

const sentAt = (row: Row) => (row.mailedAt ?? new Date()).getTime()

async function judge(tx: Tx, row: Row): Promise<Verdict> {
  const verdict = await judgeByPlan(tx, row)
  if (verdict !== 'send') return verdict
  // Anybody can sign up with another person's address.
  const isAllowed = (await isConfirmed(tx, row)) || (await mayEmailUnconfirmed(tx, row.email, row.id))
  return isAllowed ? 'send' : 'withhold'
}

async function judgeByPlan(tx: Tx, row: Row): Promise<Verdict> {
  const { id, plan, kind } = row
  if (plan === null) return 'send'
  const others = and(eq(letters.plan, plan), eq(letters.uid, row.uid), ne(letters.id, id), isNull(letters.withheldAt))
  // An email that is being sent counts as sent.
  const isSent = or(isNotNull(letters.mailedAt), and(gt(letters.tryAt, sql`now()`), gt(letters.attempts, 0)))
  if (isToggle(kind)) {
    // Compared in the database: milliseconds cannot separate two changes.
    const since = sql`(select created_at from letters own where own.id = ${id})`
    const [newer] = await tx
      .select({ id: letters.id })
      .from(letters)
      .where(and(others, inArray(letters.kind, toggles), gt(letters.createdAt, since)))
      .limit(1)
    if (newer) return 'withhold'
  }
  const sent = await tx
    .select()
    .from(letters)
    .where(and(others, isSent))
    .orderBy(desc(letters.createdAt))
    .limit(maxPerHour)
  const [last] = sent
  if (isToggle(kind) && last) {
    const quietUntil = sentAt(last) + quietMs
    if (isToggle(last.kind) && quietUntil > Date.now()) return { laterMs: quietUntil - Date.now() }
    if (last.kind === kind || (last.kind === 'begun' && kind === 'resumed')) return 'withhold'
  }
  const oldest = sent.at(-1)
  if (sent.length === maxPerHour && oldest && sentAt(oldest) + hourMs > Date.now()) {
    return { laterMs: sentAt(oldest) + hourMs - Date.now() }
  }
  return 'send'
}

export const { deliver: deliverPlanEmails, start: startPlanEmails } = createOutbox({
  table: letters,
  ageColumn: letters.createdAt,
  what: 'a letter about a plan',
  async send(rows) {
    for (const { id, email, subject, text } of rows) await sendToUser({ id, to: email, subject, text })
  },
  onAttempt: ({ kind }, outcome) => countLetter(kind, outcome),
  judge,
})
