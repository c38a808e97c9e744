import 'server-only'
import { createHmac, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { withReplicas, type PgDatabase, type PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { ClientBase, Pool, PoolConfig } from 'pg'
import { env } from '@/lib/env'
import { processState } from '@/lib/server/process-state'
import { traceQueries } from '@/lib/server/observability/log'
import { DatabaseUnavailable } from '@/lib/server/http/errors'
import { withDeadline } from '@/lib/server/http/request'
import * as schema from './schema'

/** PGlite in `DATA_DIR` by default, Postgres by `DATABASE_URL`. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>

type Connection = {
  db: Database
  /** For statements that never wait for a locked row. */
  pool: Pool | null
  beforeUse?(): void
  vacuum?(): Promise<void>
  close(): Promise<void>
}

const state = () => processState<{ connection?: Promise<Connection> }>('database', () => ({}))

const migrations = { migrationsFolder: join(process.cwd(), 'lib/server/db/migrations') }

/** Processes that start together migrate in turn. */
const migrationLock = 7_290_411

/**
 * Connections of a process. Reads and counters have their own, so that they never wait behind a locked row. Other writes
 * do, so they wait longer for a connection than three rounds of writes wait for a lock.
 */
const pools = { reads: { max: 5 }, writes: { max: 15, connectionTimeoutMillis: 5000 } }

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

async function openPostgres(url: string): Promise<Connection> {
  await migratePostgres(url)
  const { Pool } = await import('pg')
  const { drizzle } = await import('drizzle-orm/node-postgres')
  const openPool = (options: PoolConfig) => {
    const pool = new Pool({
      connectionString: url,
      ...connectOptions,
      ...options,
      query_timeout: queryTimeoutMs,
      onConnect: (client) => setLimits(traceQueries(client), { statement: 4500, lock: 1500, idle: 10_000 }),
    })
    // Prevents a crash; the next query reports the problem.
    pool.on('error', () => {})
    return traceQueries(pool)
  }
  const [reads, writes] = [openPool(pools.reads), openPool(pools.writes)]
  const db = withReplicas(drizzle(writes, { schema }), [drizzle(reads, { schema })])
  return { db, pool: reads, close: async () => void (await Promise.all([reads.end(), writes.end()])) }
}

async function open(): Promise<Connection> {
  const { databaseUrl, dataDir } = env()
  if (databaseUrl) return openPostgres(databaseUrl)
  const { openEmbedded } = await import('./embedded')
  return openEmbedded(dataDir, migrations, clearConnection)
}

function clearConnection(): void {
  state().connection = undefined
}

/** Opens and migrates the database at first use. @throws DatabaseUnavailable */
export async function database(): Promise<Database> {
  return (await getConnection()).db
}

export async function pool(): Promise<Pool | null> {
  return (await getConnection()).pool
}

function startOpening(): Promise<Connection> {
  const opening = open().catch((cause: unknown) => {
    if (state().connection === opening) clearConnection()
    throw cause
  })
  return opening
}

async function getConnection(): Promise<Connection> {
  try {
    const connection = await (state().connection ??= startOpening())
    connection.beforeUse?.()
    return connection
  } catch (cause) {
    throw new DatabaseUnavailable(cause)
  }
}

export async function quickQuery<T>(query: (db: Database) => Promise<T>): Promise<T> {
  const { db, pool } = await getConnection()
  // The embedded database's queries wait for running transactions.
  if (!pool) return query(db)
  return withDeadline(Date.now() + quickTimeoutMs, query(db), () => new DatabaseUnavailable(new Error('no answer')))
}

/** Frees the disk space of deleted rows in the embedded database. */
export async function reclaimDisk(): Promise<void> {
  await (await getConnection()).vacuum?.()
}

/** @throws DatabaseUnavailable */
export async function assertDatabaseAnswers(): Promise<void> {
  await quickQuery(async (db) => db.select({ one: sql`1` }).from(sql`(select 1) as answer`))
}

export async function closeDatabase(): Promise<void> {
  const connection = state().connection
  clearConnection()
  await (await connection?.catch(() => undefined))?.close()
}

const hashKeyName = 'hash'

let keyPromise: Promise<string> | undefined

/** The first stored key counts for all processes. */
async function loadOrCreateKey(): Promise<string> {
  const db = await database()
  await db
    .insert(schema.secrets)
    .values({ name: hashKeyName, value: randomBytes(32).toString('base64url') })
    .onConflictDoNothing()
  const [row] = await db.select().from(schema.secrets).where(eq(schema.secrets.name, hashKeyName))
  if (!row) throw new Error('the key of hashes could not be stored')
  return row.value
}

/** Call it before a transaction that hashes, because the embedded database runs no other query during one. */
export async function hmacKey(): Promise<string> {
  const { hashSecret } = env()
  if (hashSecret) return hashSecret
  keyPromise ??= loadOrCreateKey().catch((error: unknown) => {
    keyPromise = undefined
    throw error
  })
  return keyPromise
}

/** HMAC-SHA-256. @param purpose keeps hashes of different uses apart */
export async function keyedHash(purpose: string, ...parts: (string | number)[]): Promise<string> {
  const hmac = createHmac('sha256', await hmacKey())
  return hmac.update(JSON.stringify([purpose, ...parts])).digest('base64url')
}
