import 'server-only'
import { join } from 'node:path'
import type { PGlite, Transaction } from '@electric-sql/pglite'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { ClientBase, Pool } from 'pg'
import { env } from '@/lib/env'
import { lockFolder } from '@/lib/folder-lock'
import { tracedQueries } from '@/lib/server/traced-queries'
import { DatabaseUnavailable } from './failure'
import * as schema from './schema'

/** Either engine behind one type: PGlite in `DATA_DIR` by default, Postgres by `DATABASE_URL`. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>

type Opened = { db: Database; pool: Pool | null; close(): Promise<void> }

/** Next loads a module once for each bundle, while the embedded database must be opened once a process. */
const shared = globalThis as typeof globalThis & { unhurriedDatabase?: Promise<Opened> }

const migrations = { migrationsFolder: join(process.cwd(), 'lib/server/db/migrations') }

/** Any number; processes that start together take turns at migrating. */
const migrationLock = 7_290_411

const reached = { connectionTimeoutMillis: 1500, keepAlive: true }

/** Milliseconds after which we stop waiting for an answer: the server is given the chance to give up before. */
const queryMs = 5000

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

/** Also what is asked within a transaction, which the engine hands out as a connection of its own. */
function tracedEmbedded(engine: PGlite): PGlite {
  const transact = engine.transaction.bind(engine)
  return Object.assign(tracedQueries(engine), {
    transaction: <T>(run: (tx: Transaction) => Promise<T>) => transact((tx) => run(tracedQueries(tx))),
  })
}

async function openEmbedded(dataDir: string): Promise<Opened> {
  const folder = join(dataDir, 'db')
  // PGlite has no lock of its own, and two processes on one folder lose rows without a word.
  const lock = await lockFolder(folder, 'site')
  const { PGlite } = await import('@electric-sql/pglite')
  const { drizzle } = await import('drizzle-orm/pglite')
  const { migrate } = await import('drizzle-orm/pglite/migrator')
  let engine: PGlite | undefined
  try {
    engine = await PGlite.create(join(folder, 'pglite'))
    const db = drizzle(engine, { schema })
    await migrate(db, migrations)
    const opened = tracedEmbedded(engine)
    return {
      db,
      pool: null,
      close: async () => {
        await opened.close()
        lock.release()
      },
    }
  } catch (error) {
    await engine?.close()
    lock.release()
    throw error
  }
}

function open(): Promise<Opened> {
  const { databaseUrl, dataDir } = env()
  const opening = databaseUrl ? openPostgres(databaseUrl) : openEmbedded(dataDir)
  // A failed opening is forgotten, so that the next call tries again once the cause is gone.
  opening.catch(() => {
    shared.unhurriedDatabase = undefined
  })
  return opening
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

async function opened(): Promise<Opened> {
  try {
    return await (shared.unhurriedDatabase ??= open())
  } catch (cause) {
    throw new DatabaseUnavailable(cause)
  }
}

/** Closes what is open: for tests and for an orderly end. */
export async function closeDatabase(): Promise<void> {
  const open = shared.unhurriedDatabase
  shared.unhurriedDatabase = undefined
  await (await open?.catch(() => undefined))?.close()
}
