/** What a database holds after all, read without the site: the rows, and whether every index agrees with its table. */
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { amcheck } from '@electric-sql/pglite/contrib/amcheck'
import { Client } from 'pg'

type Row = Record<string, unknown>

export type Kept = { rows(sql: string): Promise<Row[]>; close(): Promise<void> }

export async function openPostgres(url: string): Promise<Kept> {
  const client = new Client({ connectionString: url })
  await client.connect()
  return { rows: async (sql) => (await client.query<Row>(sql)).rows, close: () => client.end() }
}

/** The embedded database in a `DATA_DIR` whose site has ended. */
export async function openEmbedded(dataDir: string): Promise<Kept> {
  const engine = await PGlite.create(join(dataDir, 'db/pglite'), { extensions: { amcheck } })
  return { rows: async (sql) => (await engine.query<Row>(sql)).rows, close: () => engine.close() }
}

/** Every index holds each row of its table once and in order, and every row can be read. */
export async function corruption({ rows }: Kept): Promise<string[]> {
  await rows('create extension if not exists amcheck')
  const problems: string[] = []
  const tables = await rows("select tablename as name from pg_tables where schemaname = 'public'")
  const indexes = await rows("select indexname as name from pg_indexes where schemaname = 'public'")
  const asked = [
    ...tables.map(({ name }) => `select count(t::text) from "${name}" t`),
    ...indexes.map(({ name }) => `select bt_index_check('"${name}"', true)`),
  ]
  if (indexes.length === 0) problems.push('there is no index to look at')
  for (const sql of asked) await rows(sql).catch((error: Error) => problems.push(`${sql}: ${error.message}`))
  return problems
}
