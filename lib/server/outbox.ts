import 'server-only'
import { and, asc, eq, isNull, lte, notInArray, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { isEnding, underWay } from '@/lib/ending'
import { database } from './db/client'
import type { contactMessages, letters } from './db/schema'
import { log } from './log'
import { mailIsOn } from './mail'

/** Tables whose rows are letters: due at `tryAt` until `mailedAt` is set. */
type Letters = typeof letters | typeof contactMessages

/** Longer than an attempt can take: a process that dies over a letter leaves it to the others this late. */
const lease = sql`now() + interval '60 seconds'`

/** A mail server that refuses so many letters in one round will hardly take the next. */
const patience = 3

const roundMs = 5 * 60_000

/**
 * Letters that wait in a table, sent by whichever process comes first and never by two at a time.
 * @param since the column that says which is the oldest
 * @param what names the letters in the log
 * @param send hands one letter to the mail server, and throws what it said
 * @param told hears how each attempt ended
 */
export function createOutbox<T extends Letters>(
  table: T,
  since: PgColumn,
  what: string,
  send: (row: T['$inferSelect']) => Promise<void>,
  told: (row: T['$inferSelect'], outcome: 'sent' | 'failed') => void,
) {
  // Both tables have the columns that are used here, and the builder cannot take their union.
  const rows = table as unknown as typeof letters

  /**
   * Takes the next letter that is due, those tried least first, and moves it out of everybody else's reach.
   * @param not ids that were tried in this round already
   */
  async function claim(not: readonly string[]): Promise<T['$inferSelect'] | undefined> {
    const db = await database()
    const due = db
      .select({ id: rows.id })
      .from(rows)
      .where(
        and(
          isNull(rows.mailedAt),
          lte(rows.tryAt, sql`now()`),
          not.length > 0 ? notInArray(rows.id, [...not]) : undefined,
        ),
      )
      .orderBy(asc(rows.attempts), asc(since))
      .limit(1)
      .for('update', { skipLocked: true })
    const [row] = await db
      .update(rows)
      .set({ tryAt: lease, attempts: sql`${rows.attempts} + 1` })
      .where(eq(rows.id, due))
      .returning()
    return row
  }

  /** Sends one claimed letter; true when the mail server has taken it. */
  async function post(row: T['$inferSelect']): Promise<boolean> {
    const db = await database()
    const own = eq(rows.id, row.id)
    try {
      await send(row)
    } catch (err) {
      told(row, 'failed')
      log().warn({ attempts: row.attempts, err }, `${what} could not be mailed yet`)
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
    told(row, 'sent')
    return true
  }

  async function round(): Promise<void> {
    const failed: string[] = []
    while (!isEnding()) {
      const row = await claim(failed)
      if (!row) return
      if (!(await post(row))) failed.push(row.id)
      if (failed.length >= patience) return
    }
  }

  let running: Promise<void> | undefined
  let again = false

  async function rounds(): Promise<void> {
    try {
      do {
        again = false
        await round()
      } while (again && !isEnding())
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
    running ??= underWay(rounds())
    return running
  }

  /** Sends what an earlier process has left, now and every few minutes. */
  function start(): void {
    void deliver()
    setInterval(() => void deliver(), roundMs).unref()
  }

  return { claim, deliver, start }
}
