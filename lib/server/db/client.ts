import 'server-only'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { ClientBase, Pool } from 'pg'
import { env } from '@/lib/env'
import { processState } from '@/lib/process-state'
import { withDeadline } from '@/lib/server/http/request-context'
import { tracedQueries } from '@/lib/server/observability/traced'
import { DatabaseUnavailable } from './failure'
import * as schema from './schema'

/** PGlite in `DATA_DIR` by default, Postgres by `DATABASE_URL`. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>

type Opened = {
  db: Database
  pool: Pool | null
  beforeUse?(): void
  vacuum?(): Promise<void>
  close(): Promise<void>
}

const state = () => processState<{ opened?: Promise<Opened> }>('database', () => ({}))

const migrations = { migrationsFolder: join(process.cwd(), 'lib/server/db/migrations') }

/** Processes that start together migrate in turn. */
const migrationLock = 7_290_411

const connectOptions = { connectionTimeoutMillis: 1500, keepAlive: true }

/** The server's own limits are shorter. */
const queryTimeoutMs = 5000

const quickTimeoutMs = 1500

/** A migration may wait for another process, or rewrite a table. */
const migrationTimeoutMs = 300_000

type SessionLimits = { statement: number; lock: number; idle: number }

/** A statement, since connection poolers refuse such parameters at connect time. */
async function setLimits(client: ClientBase, { statement, lock, idle }: SessionLimits): Promise<void> {
  const text = `set statement_timeout = ${statement}; set lock_timeout = ${lock};
    set idle_in_transaction_session_timeout = ${idle}`
  await client.query({ text, query_timeout: queryTimeoutMs } as { text: string })
}

async function migratePostgres(url: string): Promise<void> {
  const { Client } = await import('pg')
  const { drizzle } = await import('drizzle-orm/node-postgres')
  const { migrate } = await import('drizzle-orm/node-postgres/migrator')
  const client = new Client({ connectionString: url, ...connectOptions, query_timeout: migrationTimeoutMs })
  client.on('error', () => {})
  try {
    await client.connect()
    await setLimits(client, { statement: migrationTimeoutMs, lock: migrationTimeoutMs, idle: migrationTimeoutMs })
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await migrate(drizzle(client), migrations)
  } finally {
    // Releases the lock. Not awaited, because a hanging server never confirms.
    void client.end().catch(() => {})
  }
}

async function openPostgres(url: string): Promise<Opened> {
  await migratePostgres(url)
  const { Pool } = await import('pg')
  const { drizzle } = await import('drizzle-orm/node-postgres')
  const connections = new Pool({
    connectionString: url,
    max: 10,
    ...connectOptions,
    query_timeout: queryTimeoutMs,
    onConnect: (client) => setLimits(tracedQueries(client), { statement: 4500, lock: 3000, idle: 10_000 }),
  })
  // Prevents a crash; the next query reports the problem.
  connections.on('error', () => {})
  tracedQueries(connections)
  return { db: drizzle(connections, { schema }), pool: connections, close: () => connections.end() }
}

async function open(): Promise<Opened> {
  const { databaseUrl, dataDir } = env()
  if (databaseUrl) return openPostgres(databaseUrl)
  const { openEmbedded } = await import('./embedded')
  return openEmbedded(dataDir, migrations, forget)
}

function forget(): void {
  state().opened = undefined
}

/** Opens and migrates the database at first use. @throws DatabaseUnavailable */
export async function database(): Promise<Database> {
  return (await opened()).db
}

export async function pool(): Promise<Pool | null> {
  return (await opened()).pool
}

function openOnce(): Promise<Opened> {
  const opening = open().catch((cause: unknown) => {
    if (state().opened === opening) forget()
    throw cause
  })
  return opening
}

async function opened(): Promise<Opened> {
  try {
    const opened = await (state().opened ??= openOnce())
    opened.beforeUse?.()
    return opened
  } catch (cause) {
    throw new DatabaseUnavailable(cause)
  }
}

export async function quickQuery<T>(query: (db: Database) => Promise<T>): Promise<T> {
  const { db, pool: connections } = await opened()
  // The embedded database's queries wait for running transactions.
  if (!connections) return query(db)
  return withDeadline(Date.now() + quickTimeoutMs, query(db), () => new DatabaseUnavailable(new Error('no answer')))
}

/** Frees the disk space of deleted rows in the embedded database. */
export async function reclaimDisk(): Promise<void> {
  await (await opened()).vacuum?.()
}

/** @throws DatabaseUnavailable */
export async function assertDatabaseAnswers(): Promise<void> {
  await quickQuery(async (db) => db.execute(sql`select 1`))
}

export async function closeDatabase(): Promise<void> {
  const open = state().opened
  forget()
  await (await open?.catch(() => undefined))?.close()
}
