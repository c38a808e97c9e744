import { createClient } from '@redis/client'
import { Client } from 'pg'
import { createTransport } from 'nodemailer'
import journal from '@/lib/server/db/migrations/meta/_journal.json' with { type: 'json' }
import type { Env } from '@/lib/env'
import { neverEvicts } from '@/lib/redis'
import { off, right, errorMessage, wrong, type Finding } from './finding'

const timeoutMs = 5000

/** Postgres' code for a missing table. */
const noTable = '42P01'

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
      : [right('Postgres answers, and all migrations are applied.')]
  } catch (error) {
    return [wrong(`Cannot query Postgres with DATABASE_URL: ${errorMessage(error)}.`)]
  } finally {
    void client.end().catch(() => {})
  }
}

async function pingRedis(url: string, name: string): Promise<{ finding: Finding; neverEvicts: boolean }> {
  const client = createClient({ url, socket: { connectTimeout: timeoutMs, reconnectStrategy: false } })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.ping()
    const memory = await client.info('memory').catch(() => '')
    return { finding: right('Redis answers.'), neverEvicts: neverEvicts(memory) }
  } catch (error) {
    return {
      finding: wrong(`Cannot connect to Redis with ${name}: ${errorMessage(error)}.`),
      neverEvicts: true,
    }
  } finally {
    client.destroy()
  }
}

export async function checkRedis({ redisUrl, limitsRedisUrl }: Env): Promise<Finding[]> {
  const findings: Finding[] = []
  if (redisUrl) findings.push((await pingRedis(redisUrl, 'REDIS_URL')).finding)
  else findings.push(off('REDIS_URL is not set: each process keeps its own pages and counts its own limits.'))
  if (limitsRedisUrl) {
    const { finding, neverEvicts: keeps } = await pingRedis(limitsRedisUrl, 'LIMITS_REDIS_URL')
    findings.push(finding)
    if (!keeps) {
      findings.push(
        wrong('The Redis of LIMITS_REDIS_URL drops counters when it is full: set its maxmemory-policy to noeviction.'),
      )
    }
  } else if (redisUrl) {
    findings.push(
      off('LIMITS_REDIS_URL is not set: limits are counted in REDIS_URL if it drops nothing, else in Postgres.'),
    )
  }
  return findings
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
