/** Reads a site's database directly: its rows, and whether every index agrees with its table. */
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { amcheck } from '@electric-sql/pglite/contrib/amcheck'
import { Client } from 'pg'

type Row = Record<string, unknown>
type Query = (sql: string) => Promise<Row[]>

export type Database = { rows: Query; close(): Promise<void> }

export async function openPostgres(url: string): Promise<Database> {
  const client = new Client({ connectionString: url })
  await client.connect()
  return { rows: async (sql) => (await client.query<Row>(sql)).rows, close: () => client.end() }
}

/** Opens the embedded database of a site that has ended. */
export async function openEmbedded(dataDir: string): Promise<Database> {
  const engine = await PGlite.create(join(dataDir, 'db/pglite'), { extensions: { amcheck } })
  return { rows: async (sql) => (await engine.query<Row>(sql)).rows, close: () => engine.close() }
}

/** Every row must be readable, and every index must hold each row of its table once and in order. */
export async function corruption({ rows }: Database): Promise<string[]> {
  await rows('create extension if not exists amcheck')
  const problems: string[] = []
  const tables = await rows("select tablename as name from pg_tables where schemaname = 'public'")
  const indexes = await rows("select indexname as name from pg_indexes where schemaname = 'public'")
  const checks = [
    ...tables.map(({ name }) => `select count(t::text) from "${name}" t`),
    ...indexes.map(({ name }) => `select bt_index_check('"${name}"', true)`),
  ]
  if (indexes.length === 0) problems.push('there is no index to check')
  for (const sql of checks) await rows(sql).catch((error: Error) => problems.push(`${sql}: ${error.message}`))
  return problems
}

/**
 * All rows of all tables as text. Rate limits are left out, because they expire by themselves.
 * @param without columns that are left out, too
 */
export async function dump(query: Query, without: readonly string[] = []): Promise<string> {
  const tables = await query("select tablename as name from pg_tables where schemaname = 'public' order by 1")
  const removed = without.map((name) => ` - '${name}'`).join('')
  const lines: string[] = []
  for (const name of tables.map((table) => String(table.name)).filter((name) => name !== 'rate_limits')) {
    const rows = await query(`select (to_jsonb(t)${removed})::text as row from "${name}" t order by 1`)
    lines.push(...rows.map(({ row }) => `${name} ${String(row)}`))
  }
  return lines.join('\n')
}
