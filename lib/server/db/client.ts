import 'server-only'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { Pool } from 'pg'
import { env } from '@/lib/env'
import { lockFolder } from '@/lib/folder-lock'
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

async function openPostgres(url: string): Promise<Opened> {
  const { Pool } = await import('pg')
  const { drizzle } = await import('drizzle-orm/node-postgres')
  const { migrate } = await import('drizzle-orm/node-postgres/migrator')
  const connections = new Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 1500,
    query_timeout: 5000,
    keepAlive: true,
  })
  // An idle connection that the server drops must not end the process; the next query says what is wrong.
  connections.on('error', () => {})
  try {
    const client = await connections.connect()
    try {
      await client.query('select pg_advisory_lock($1)', [migrationLock])
      await migrate(drizzle(client), migrations)
      await client.query('select pg_advisory_unlock($1)', [migrationLock])
    } finally {
      client.release(true)
    }
  } catch (error) {
    await connections.end()
    throw error
  }
  return { db: drizzle(connections, { schema }), pool: connections, close: () => connections.end() }
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
    const opened = engine
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
