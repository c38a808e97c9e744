import 'server-only'
import { and, asc, eq, getTableColumns, getTableName, inArray, isNull, lte, notInArray, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { isShuttingDown, trackWork } from '@/lib/shutdown'
import { database, type Database } from '@/lib/server/db/client'
import type { contactMessages, letters } from '@/lib/server/db/schema'
import { hashKey } from '@/lib/server/db/keyed-hash'
import { log } from '@/lib/server/observability/log'
import { mailIsOn } from './mailer'

/** Tables whose rows are letters: due at `tryAt` until `mailedAt` is set. */
type Letters = typeof letters | typeof contactMessages

/** Longer than an attempt can take: a process that dies over a letter leaves it to the others this late. */
const lease = sql`now() + interval '60 seconds'`

/** A mail server that refuses so many letters in one round will hardly take the next. */
const patience = 3

const roundMs = 5 * 60_000

/** Within a transaction of one taker: what another one takes meanwhile is seen. */
export type Step = Pick<Database, 'execute' | 'insert' | 'select' | 'update'>

/**
 * What becomes of the next letter. `send`: it goes alone; `together`: it goes with all others that are due, as one;
 * `withhold`: it is never sent; `laterMs`: it waits so long; `stopMs`: all of them do.
 */
export type Verdict = 'send' | 'together' | 'withhold' | { laterMs: number } | { stopMs: number }

/** The first of two keys, so that these locks meet no others; the second is a digest of the table's name. */
const space = 7_290_413

/** Letters in one digest, at most: the rest is for the next one. */
const most = 2000

/** A timer is set for what waits no longer than this; the regular rounds find the rest. */
const soonMs = 30 * 60_000

/** Postgres counts microseconds, and a timer may come a little early. */
const slackMs = 1000

/**
 * Letters that wait in a table, sent by whichever process comes first and never by two at a time.
 * @param since the column that says which is the oldest
 * @param what names the letters in the log
 * @param send hands one letter, or several as one, to the mail server, and throws what it said
 * @param told hears how each attempt ended
 * @param judge decides about the next letter, one taker after the other
 */
export function createOutbox<T extends Letters>(
  table: T,
  since: PgColumn,
  what: string,
  send: (rows: T['$inferSelect'][]) => Promise<void>,
  told: (row: T['$inferSelect'], outcome: 'sent' | 'failed') => void,
  judge: (step: Step, row: T['$inferSelect']) => Promise<Verdict>,
) {
  // Both tables have the columns that are used here, and the builder cannot take their union.
  const rows = table as unknown as typeof letters
  // Letters of the form are always sent.
  const { withheldAt } = getTableColumns(table) as { withheldAt?: PgColumn }

  const isDue = and(isNull(rows.mailedAt), withheldAt && isNull(withheldAt), lte(rows.tryAt, sql`now()`))
  let timer: NodeJS.Timeout | undefined

  /** Looks again once what waits may go. */
  function lookAgain(ms: number): void {
    if (ms > soonMs) return
    clearTimeout(timer)
    timer = setTimeout(() => void deliver(), ms + slackMs).unref()
  }

  const leased = { tryAt: lease, attempts: sql`${rows.attempts} + 1` }

  async function takeNext(step: Step, not: readonly string[]): Promise<T['$inferSelect'][]> {
    await step.execute(sql`select pg_advisory_xact_lock(${space}::int, hashtext(${getTableName(table)}))`)
    for (;;) {
      const [row] = await step
        .select()
        .from(rows)
        .where(and(isDue, not.length > 0 ? notInArray(rows.id, [...not]) : undefined))
        .orderBy(asc(rows.attempts), asc(since))
        .limit(1)
        .for('update', { skipLocked: true })
      if (!row) return []
      const own = eq(rows.id, row.id)
      const verdict = await judge(step, row)
      if (verdict === 'send') return step.update(rows).set(leased).where(own).returning()
      if (verdict === 'together') {
        const due = step.select({ id: rows.id }).from(rows).where(isDue).orderBy(asc(since)).limit(most)
        return step.update(rows).set(leased).where(inArray(rows.id, due)).returning()
      }
      if (verdict === 'withhold')
        await step
          .update(rows)
          .set({ withheldAt: sql`now()` })
          .where(own)
      else if ('stopMs' in verdict) {
        lookAgain(verdict.stopMs)
        return []
      } else {
        lookAgain(verdict.laterMs)
        const tryAt = sql`now() + make_interval(secs => ${verdict.laterMs / 1000}::double precision)`
        await step.update(rows).set({ tryAt }).where(own)
      }
    }
  }

  /**
   * Takes the next letters that may go, those tried least first, and moves them out of everybody else's reach.
   * @param not ids that were tried in this round already
   */
  async function take(not: readonly string[]): Promise<T['$inferSelect'][]> {
    const db = await database()
    await hashKey()
    return db.transaction((step) => takeNext(step, not))
  }

  /** The same for a caller who asks for one letter. */
  const claim = async (not: readonly string[]): Promise<T['$inferSelect'] | undefined> => (await take(not))[0]

  /** Sends what was taken; true when the mail server has it. */
  async function post(taken: T['$inferSelect'][]): Promise<boolean> {
    const db = await database()
    const own = inArray(
      rows.id,
      taken.map(({ id }) => id),
    )
    try {
      await send(taken)
    } catch (err) {
      for (const row of taken) told(row, 'failed')
      log().warn({ attempts: taken[0]?.attempts, err }, `${what} could not be mailed yet`)
      await db
        .update(rows)
        .set({ tryAt: sql`now()` })
        .where(own)
      return false
    }
    await db
      .update(rows)
      .set({ mailedAt: sql`now()` })
      .where(own)
    for (const row of taken) told(row, 'sent')
    return true
  }

  async function round(): Promise<void> {
    const tried: string[] = []
    let failures = 0
    while (!isShuttingDown()) {
      const taken = await take(tried)
      if (taken.length === 0) return
      if (await post(taken)) continue
      tried.push(...taken.map(({ id }) => id))
      if (++failures >= patience) return
    }
  }

  let running: Promise<void> | undefined
  let again = false

  async function rounds(): Promise<void> {
    try {
      do {
        again = false
        await round()
      } while (again && !isShuttingDown())
    } catch (err) {
      log().error({ err }, `${what} could not be looked up; it stays stored`)
    } finally {
      running = undefined
    }
  }

  /** Sends all that is due, one round at a time. Never throws: what could not be sent is due again. */
  function deliver(): Promise<void> {
    if (!mailIsOn()) return Promise.resolve()
    again = running !== undefined
    running ??= trackWork(rounds())
    return running
  }

  /** Sends what an earlier process has left, now and every few minutes. */
  function start(): void {
    void deliver()
    setInterval(() => void deliver(), roundMs).unref()
  }

  return { claim, deliver, start }
}
