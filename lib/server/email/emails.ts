import 'server-only'
import { and, desc, eq, gt, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import { isUnconfirmedLetter } from '@/lib/server/users/address-marks'
import type { Database } from '@/lib/server/db/client'
import { letters, users } from '@/lib/server/db/schema'
import { sendToPerson } from './mailer'
import { countLetter } from '@/lib/server/observability/metrics'
import { createOutbox, type Step, type Verdict } from './outbox'

type Row = typeof letters.$inferSelect
type Letter = Pick<Row, 'id' | 'uid' | 'kind' | 'email' | 'subject' | 'text'> & { plan?: string }

/** Puts a letter into the outbox, in the step that it tells of; the same id a second time adds nothing. */
export async function enqueue(step: Pick<Database, 'insert'>, letter: Letter): Promise<void> {
  await step.insert(letters).values(letter).onConflictDoNothing()
}

/** After a letter about a cancellation or its end, changes within this time are told in one letter. */
const settleMs = 10 * 60_000

/** Letters about one plan within an hour, at most. */
const mostAnHour = 3
const hourMs = 3_600_000

/** Kinds that take each other back: only the last of them is still true. */
const toggles: Row['kind'][] = ['cancelled', 'resumed']
const isToggle = (kind: Row['kind']) => toggles.includes(kind)

async function isConfirmed(step: Step, { uid, email }: Row): Promise<boolean> {
  const [person] = await step.select().from(users).where(eq(users.uid, uid))
  return person?.emailVerified === true && person.email?.toLowerCase() === email.toLowerCase()
}

const sentAt = (row: Row) => (row.mailedAt ?? new Date()).getTime()

async function judge(step: Step, row: Row): Promise<Verdict> {
  const verdict = await judgeByPlan(step, row)
  if (verdict !== 'send') return verdict
  // Anybody can sign up with another's address: until it is confirmed, one letter goes there, whatever the account.
  const may = (await isConfirmed(step, row)) || (await isUnconfirmedLetter(step, row.email, row.id))
  return may ? 'send' : 'withhold'
}

async function judgeByPlan(step: Step, row: Row): Promise<Verdict> {
  const { id, plan, kind } = row
  if (plan === null) return 'send'
  const others = and(eq(letters.plan, plan), eq(letters.uid, row.uid), ne(letters.id, id), isNull(letters.withheldAt))
  // What is being sent counts as sent.
  const isSent = or(isNotNull(letters.mailedAt), and(gt(letters.tryAt, sql`now()`), gt(letters.attempts, 0)))
  if (isToggle(kind)) {
    // The database's own time: milliseconds could not tell two changes apart.
    const since = sql`(select created_at from letters own where own.id = ${id})`
    const [newer] = await step
      .select({ id: letters.id })
      .from(letters)
      .where(and(others, inArray(letters.kind, toggles), gt(letters.createdAt, since)))
      .limit(1)
    if (newer) return 'withhold'
  }
  const sent = await step
    .select()
    .from(letters)
    .where(and(others, isSent))
    .orderBy(desc(letters.createdAt))
    .limit(mostAnHour)
  const [last] = sent
  if (isToggle(kind) && last) {
    const settled = sentAt(last) + settleMs
    if (isToggle(last.kind) && settled > Date.now()) return { laterMs: settled - Date.now() }
    // The last letter has told this already, or the one about the beginning has.
    if (last.kind === kind || (last.kind === 'begun' && kind === 'resumed')) return 'withhold'
  }
  const oldest = sent.at(-1)
  if (sent.length === mostAnHour && oldest && sentAt(oldest) + hourMs > Date.now()) {
    return { laterMs: sentAt(oldest) + hourMs - Date.now() }
  }
  return 'send'
}

/** The letters about plans; `deliver` and `start` are described there. */
export const { deliver: deliverLetters, start: startLetters } = createOutbox(
  letters,
  letters.createdAt,
  'a letter about a plan',
  async (rows) => {
    for (const { id, email, subject, text } of rows) await sendToPerson({ id, to: email, subject, text })
  },
  ({ kind }, outcome) => countLetter(kind, outcome),
  judge,
)
