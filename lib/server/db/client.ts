import 'server-only'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { ClientBase, Pool } from 'pg'
import { env } from '@/lib/env'
import { processState } from '@/lib/process-state'
import { within } from '@/lib/server/http/deadline'
import { tracedQueries } from '@/lib/server/observability/traced'
import { DatabaseUnavailable } from './failure'
import * as schema from './schema'

/** Either engine behind one type: PGlite in `DATA_DIR` by default, Postgres by `DATABASE_URL`. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>

type Opened = { db: Database; pool: Pool | null; heed?(): void; tidy?(): Promise<void>; close(): Promise<void> }

/** The embedded database can be opened only once per process. */
const state = () => processState<{ opened?: Promise<Opened> }>('database', () => ({}))

const migrations = { migrationsFolder: join(process.cwd(), 'lib/server/db/migrations') }

/** Any number; processes that start together take turns at migrating. */
const migrationLock = 7_290_411

const reached = { connectionTimeoutMillis: 1500, keepAlive: true }

/** Milliseconds after which we stop waiting for an answer: the server is given the chance to give up before. */
const queryMs = 5000

/** Milliseconds within which a server that works answers a small question. */
const firstMs = 1500

/** The same for a migration, which may wait for another process, and may rewrite a table. */
const migrationMs = 300_000

/** Milliseconds, for the session of a connection. */
type Times = { statement: number; lock: number; idle: number }

/**
 * What our own time-out leaves behind runs on at the server, holds its locks, and may give a connection back
 * in the middle of a transaction. So the server ends it, earlier than we turn away. Said by a statement,
 * because poolers refuse such parameters at the start of a connection.
 */
async function limit(client: ClientBase, { statement, lock, idle }: Times): Promise<void> {
  const text = `set statement_timeout = ${statement}; set lock_timeout = ${lock};
    set idle_in_transaction_session_timeout = ${idle}`
  await client.query({ text, query_timeout: queryMs } as { text: string })
}

/** Brings the tables up to date, one process after the other, on a connection that is given the time for it. */
async function migratePostgres(url: string): Promise<void> {
  const { Client } = await import('pg')
  const { drizzle } = await import('drizzle-orm/node-postgres')
  const { migrate } = await import('drizzle-orm/node-postgres/migrator')
  const client = new Client({ connectionString: url, ...reached, query_timeout: migrationMs })
  // Also said by the statement that is under way then.
  client.on('error', () => {})
  try {
    await client.connect()
    await limit(client, { statement: migrationMs, lock: migrationMs, idle: migrationMs })
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await migrate(drizzle(client), migrations)
  } finally {
    // The lock goes with the connection. A server that hangs never says that it has ended.
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
    ...reached,
    query_timeout: queryMs,
    // Waited for, and a connection on which it fails is given to nobody.
    onConnect: (client) => limit(tracedQueries(client), { statement: 4500, lock: 3000, idle: 10_000 }),
  })
  // An idle connection that the server drops must not end the process; the next query says what is wrong.
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

/** So that the next call opens it anew. */
function forget(): void {
  state().opened = undefined
}

/**
 * The database, opened and migrated at first use.
 * @throws DatabaseUnavailable when it cannot be opened
 */
export async function database(): Promise<Database> {
  return (await opened()).db
}

/** The connections to Postgres, or null over the embedded database. */
export async function pool(): Promise<Pool | null> {
  return (await opened()).pool
}

/** An opening that fails makes room for the next, unless that has begun already. */
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
    opened.heed?.()
    return opened
  } catch (cause) {
    throw new DatabaseUnavailable(cause)
  }
}

/**
 * Asks the first question of a request, a small one. A server that hangs takes connections and questions and
 * answers nothing: a person learns of it soon, and not after all the time that a long statement is given.
 * @throws DatabaseUnavailable
 */
export async function askFirst<T>(ask: (db: Database) => Promise<T>): Promise<T> {
  const { db, pool: connections } = await opened()
  // The embedded database is this process: whoever waits there waits for another's transaction.
  if (!connections) return ask(db)
  return within(Date.now() + firstMs, ask(db), () => new DatabaseUnavailable(new Error('no answer')))
}

/** Gives the room of rows that were deleted back, and that of the log: Postgres does so by itself. */
export async function giveBackDisk(): Promise<void> {
  await (await opened()).tidy?.()
}

/**
 * Looks whether the database answers at all, for whoever has no first question of their own.
 * @throws DatabaseUnavailable
 */
export async function assertAnswering(): Promise<void> {
  await askFirst(async (db) => db.execute(sql`select 1`))
}

/** Closes what is open: for tests and for an orderly end. */
export async function closeDatabase(): Promise<void> {
  const open = state().opened
  state().opened = undefined
  await (await open?.catch(() => undefined))?.close()
}
