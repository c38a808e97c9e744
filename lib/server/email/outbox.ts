/** The mail server, and the tables of emails that wait for it. */
import 'server-only'
import {
  and,
  asc,
  eq,
  getTableColumns,
  getTableName,
  inArray,
  isNull,
  lte,
  notInArray,
  sql,
  type SQL,
} from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { env } from '@/lib/env'
import { isShuttingDown, trackWork } from '@/lib/server/process-state'
import { siteName } from '@/lib/site'
import { database, type Database, hmacKey } from '@/lib/server/db/client'
import type { contactMessages, planEmails } from '@/lib/server/db/schema'
import { log, withSpan } from '@/lib/server/observability/log'

/** A stable id, so that mail servers can recognise a repetition. */
type Email = { id: string; subject: string; text: string; html?: string }

const timeoutMs = 10_000

const stepTimeouts = { dnsTimeout: 4000, connectionTimeout: 4000, greetingTimeout: 4000, socketTimeout: 6000 }

export const isMailOn = () => env().smtpUrl !== null

/** Many mail servers refuse other characters in headers. */
const isAscii = (address: string) => /^[\x21-\x7e]+@/.test(address)

async function send(message: { id: string; [part: string]: unknown }): Promise<void> {
  const { smtpUrl, siteOrigin, siteSettings } = env()
  if (smtpUrl === null) throw new Error('SMTP_URL is not set.')
  const { createTransport } = await import('nodemailer')
  const { id, ...parts } = message
  const transport = createTransport({ url: smtpUrl, ...stepTimeouts })
  await withSpan('send mail', { 'server.address': new URL(smtpUrl).hostname }, () =>
    transport.sendMail({
      from: { name: siteName, address: siteSettings.mail },
      ...parts,
      messageId: `<${id}@${new URL(siteOrigin).hostname}>`,
      disableFileAccess: true,
      disableUrlAccess: true,
      signal: AbortSignal.timeout(timeoutMs),
    }),
  )
}

export async function sendToTeam(email: Email & { replyTo?: { name: string; address: string } }): Promise<void> {
  const { replyTo, ...parts } = email
  const own = { name: siteName, address: env().siteSettings.mail }
  await send({ ...parts, to: own, ...(replyTo && isAscii(replyTo.address) && { replyTo }) })
}

export async function sendToUser({ to, ...parts }: Email & { to: string }): Promise<void> {
  // An object cannot contain a second recipient.
  await send({ ...parts, to: { name: '', address: to }, headers: { 'Auto-Submitted': 'auto-generated' } })
}

/** Tables of emails: due at `tryAt` until `mailedAt` is set. */
type Emails = typeof planEmails | typeof contactMessages

/** Longer than an attempt. After a crash, another process retries this late. */
const lease = sql`now() + interval '60 seconds'`

/** Failures in a row that end a round. */
const maxFailures = 3

const sendIntervalMs = 5 * 60_000

/** First key of our advisory locks. The second is a hash of the table's name. */
const lockSpace = 7_290_413

/** Of 5,000 characters each, as the contact form allows. */
const maxPerDigest = 100

export type Tx = Pick<Database, 'execute' | 'insert' | 'select' | 'update'>

/** `together`: combined with the others that are due; `stop` ends the round. */
export type SendDecision = 'send' | 'together' | 'withhold' | 'stop'

type Outbox<Row> = {
  table: Emails
  ageColumn: PgColumn
  description: string
  send: (rows: Row[]) => Promise<void>
  onAttempt: (row: Row, outcome: 'sent' | 'failed' | 'withheld') => void
  /** After each round, also a failed one. */
  onRoundEnd?: () => Promise<void>
  /** Runs for one process at a time. */
  decide: (tx: Tx, row: Row) => Promise<SendDecision>
  /** Queues what has become due, before each round. */
  queueDue?: () => Promise<void>
  /** Checks a row at the moment of sending. Null withholds it; `later` leaves it to the next round. */
  prepare?: (row: Row) => Promise<Row | 'later' | null>
}

/** Sends the emails of a table. Only one process sends at a time. */
export function createOutbox<T extends Emails>(options: Outbox<T['$inferSelect']> & { table: T }) {
  const { description } = options

  async function claim(triedIds: readonly string[]): Promise<T['$inferSelect'][]> {
    const db = await database()
    await hmacKey()
    return db.transaction((tx) => claimNext(tx, { ...options, triedIds }))
  }

  async function sendDue(): Promise<void> {
    const triedIds: string[] = []
    let failures = 0
    while (!isShuttingDown()) {
      const claimed = await claim(triedIds)
      if (claimed.length === 0) return
      if (await sendClaimed(options, claimed)) continue
      triedIds.push(...claimed.map(({ id }) => id))
      if (++failures >= maxFailures) return
    }
  }

  let running: Promise<void> | undefined
  let isRequestedAgain = false

  async function sendUntilDone(): Promise<void> {
    try {
      do {
        isRequestedAgain = false
        await options.queueDue?.()
        await sendDue()
        await options.onRoundEnd?.()
      } while (isRequestedAgain && !isShuttingDown())
    } catch (err) {
      log().error({ err }, `${description} could not be looked up; it stays stored`)
    } finally {
      running = undefined
    }
  }

  /** Sends all that is due. Never throws; failed emails are due again. */
  function deliver(): Promise<void> {
    if (!isMailOn()) return Promise.resolve()
    isRequestedAgain = running !== undefined
    running ??= trackWork(sendUntilDone())
    return running
  }

  function start(): void {
    void deliver()
    setInterval(() => void deliver(), sendIntervalMs).unref()
  }

  return { deliver, start }
}

async function sendClaimed<T extends Emails>(
  outbox: Outbox<T['$inferSelect']>,
  claimed: T['$inferSelect'][],
): Promise<boolean> {
  const { table, description, send, prepare, onAttempt } = outbox
  const rows = asPlanEmails(table)
  const ids = claimed.map(({ id }) => id)
  const update = async (set: { tryAt?: SQL; mailedAt?: SQL; withheldAt?: SQL }) => {
    const db = await database()
    await db.update(rows).set(set).where(inArray(rows.id, ids))
  }
  try {
    const [first] = claimed
    const prepared = prepare && first ? await prepare(first) : first
    if (prepared === 'later') {
      await update({ tryAt: sql`now()` })
      return false
    }
    if (prepared === null) {
      await update({ withheldAt: sql`now()` })
      for (const row of claimed) onAttempt(row, 'withheld')
      return true
    }
    await send(prepare && prepared ? [prepared] : claimed)
  } catch (err) {
    for (const row of claimed) onAttempt(row, 'failed')
    log().warn({ attempts: claimed[0]?.attempts, err }, `${description} could not be mailed yet`)
    await update({ tryAt: sql`now()` })
    return false
  }
  await update({ mailedAt: sql`now()` })
  for (const row of claimed) onAttempt(row, 'sent')
  return true
}

/** Both tables have these columns, but the query builder cannot take their union. */
const asPlanEmails = (table: Emails) => table as unknown as typeof planEmails

type Claim<T extends Emails> = Outbox<T['$inferSelect']> & { triedIds: readonly string[] }

async function claimNext<T extends Emails>(tx: Tx, claim: Claim<T>): Promise<T['$inferSelect'][]> {
  const { table, ageColumn, decide, triedIds } = claim
  const rows = asPlanEmails(table)
  // Contact messages are never withheld.
  const { withheldAt } = getTableColumns(table) as { withheldAt?: PgColumn }
  const isDue = and(isNull(rows.mailedAt), withheldAt && isNull(withheldAt), lte(rows.tryAt, sql`now()`))
  const leaseColumns = { tryAt: lease, attempts: sql`${rows.attempts} + 1` }
  await tx.execute(sql`select pg_advisory_xact_lock(${lockSpace}::int, hashtext(${getTableName(table)}))`)
  for (;;) {
    const [row] = await tx
      .select()
      .from(rows)
      .where(and(isDue, triedIds.length > 0 ? notInArray(rows.id, [...triedIds]) : undefined))
      .orderBy(asc(rows.attempts), asc(ageColumn))
      .limit(1)
      .for('update', { skipLocked: true })
    if (!row) return []
    const own = eq(rows.id, row.id)
    const decision = await decide(tx, row)
    if (decision === 'send') return tx.update(rows).set(leaseColumns).where(own).returning()
    if (decision === 'together') {
      const due = tx.select({ id: rows.id }).from(rows).where(isDue).orderBy(asc(ageColumn)).limit(maxPerDigest)
      return tx.update(rows).set(leaseColumns).where(inArray(rows.id, due)).returning()
    }
    if (decision === 'stop') return []
    claim.onAttempt(row, 'withheld')
    await tx
      .update(rows)
      .set({ withheldAt: sql`now()` })
      .where(own)
  }
}
