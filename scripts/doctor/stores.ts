import { createClient } from '@redis/client'
import { Client } from 'pg'
import { createTransport } from 'nodemailer'
import { and, eq, gt, isNull, lt } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { drizzle } from 'drizzle-orm/node-postgres'
import { jobHours } from '@/lib/contract/operations'
import { contactMessages, jobs, planEmails, users } from '@/lib/server/db/schema'
import journal from '@/lib/server/db/migrations/meta/_journal.json' with { type: 'json' }
import type { Env } from '@/lib/env'
import { off, problemsOr, right, errorMessage, wrong, type Finding } from './finding'

const timeoutMs = 5000

/** Named as waiting for a confirmation. */
const maxAddresses = 10

/** Postgres' code for a missing table. */
const noTable = '42P01'

/** Jobs that are late by more than this, and emails that failed more often. */
const lateHours = 2
const failedAttempts = 2
/** A change of mind may wait for minutes, and an email for an hour. */
const lateEmailMs = 2 * 3_600_000

const hoursSince = (time: Date) => Math.round((Date.now() - time.getTime()) / 3_600_000)

async function checkBacklog(client: Client): Promise<Finding[]> {
  const db = drizzle(client)
  const unsent = ({ mailedAt, attempts }: typeof planEmails | typeof contactMessages) =>
    and(isNull(mailedAt), gt(attempts, failedAttempts))
  // One client runs one statement at a time.
  const runs = await db.select().from(jobs)
  const emails = await db.$count(planEmails, and(unsent(planEmails), isNull(planEmails.withheldAt)))
  const messages = await db.$count(contactMessages, unsent(contactMessages))
  const late = runs.flatMap(({ name, begunAt }) => {
    const every = Object.entries(jobHours).find(([job]) => job === name)?.[1]
    const hours = hoursSince(begunAt)
    return every === undefined || hours <= every + lateHours
      ? []
      : [
          `The job ${name} last succeeded ${hours} hours ago, and is due every ${every}: see the site's log. A host that freezes processes needs a scheduler (docs/deploy.md).`,
        ]
  })
  const ofDay = (column: PgColumn) => db.$count(planEmails, gt(column, new Date(Date.now() - 86_400_000)))
  const isWaiting = and(isNull(planEmails.mailedAt), isNull(planEmails.withheldAt))
  const due = await db.$count(planEmails, isWaiting)
  const old = await db.$count(planEmails, and(isWaiting, lt(planEmails.createdAt, new Date(Date.now() - lateEmailMs))))
  const sent = await ofDay(planEmails.mailedAt)
  const held = await db
    .select({ to: planEmails.email, email: users.email, isConfirmed: users.emailVerified })
    .from(planEmails)
    .leftJoin(users, eq(users.uid, planEmails.uid))
    .where(gt(planEmails.withheldAt, new Date(Date.now() - 86_400_000)))
  const unconfirmed = held.filter(({ to, email, isConfirmed }) => !isConfirmed || to !== email)
  const addresses = [...new Set(unconfirmed.map(({ to }) => to))].slice(0, maxAddresses)
  const reasons =
    unconfirmed.length > 0
      ? `, ${unconfirmed.length} of them until the address is confirmed (${addresses.join(', ')})`
      : ''
  const count = emails + messages
  const waiting = count > 0 ? [`${count} emails could not be sent yet: see the site's log. They are tried again.`] : []
  const lateEmails =
    old > 0
      ? [`Emails about plans that are late by over ${lateEmailMs / 3_600_000} hours: ${old}. See the site's log.`]
      : []
  return [
    ...problemsOr([...late, ...waiting, ...lateEmails], 'No job is late, and no email has failed.'),
    right(`Emails about plans: ${sent} sent, ${due} due, and ${held.length} held back within a day${reasons}.`),
  ]
}

export async function checkDatabase({ databaseUrl, dataDir }: Env): Promise<Finding[]> {
  if (!databaseUrl) return [off(`DATABASE_URL is not set: data is kept in ${dataDir}, for one process of the site.`)]
  const client = new Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  })
  // The pending call reports the same error.
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client
      .query<{ created_at: string }>('select created_at from drizzle.__drizzle_migrations')
      .catch((error: unknown) => {
        if ((error as { code?: string }).code === noTable) return { rows: [] }
        throw error
      })
    const applied = new Set(rows.map(({ created_at }) => Number(created_at)))
    const missing = journal.entries.filter(({ when }) => !applied.has(when))
    return missing.length > 0
      ? [
          wrong(
            `Postgres lacks ${missing.length} of ${journal.entries.length} migrations, from ${missing[0]?.tag}: the site applies them when it starts.`,
          ),
        ]
      : [right('Postgres answers, and all migrations are applied.'), ...(await checkBacklog(client))]
  } catch (error) {
    return [wrong(`Cannot query Postgres with DATABASE_URL: ${errorMessage(error)}.`)]
  } finally {
    void client.end().catch(() => {})
  }
}

export async function checkRedis({ redisUrl }: Env): Promise<Finding[]> {
  if (!redisUrl) return [off('REDIS_URL is not set: each process keeps its own pages.')]
  const client = createClient({ url: redisUrl, socket: { connectTimeout: timeoutMs, reconnectStrategy: false } })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.ping()
    return [right('Redis answers.')]
  } catch (error) {
    return [wrong(`Cannot connect to Redis with REDIS_URL: ${errorMessage(error)}.`)]
  } finally {
    client.destroy()
  }
}

export async function checkMail({ smtpUrl, siteSettings }: Env): Promise<Finding[]> {
  if (!smtpUrl) return [off('SMTP_URL is not set: emails and contact messages wait in the database.')]
  const mail = createTransport({
    url: smtpUrl,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
  })
  try {
    await mail.verify()
    return [right(`The mail server accepts the login; emails are sent from ${siteSettings.mail}.`)]
  } catch (error) {
    return [wrong(`Cannot connect to the mail server with SMTP_URL: ${errorMessage(error)}.`)]
  } finally {
    mail.close()
  }
}
