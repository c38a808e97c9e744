/** Reads a site's database directly. */
import { Client } from 'pg'

type Row = Record<string, unknown>
type Query = (sql: string) => Promise<Row[]>

export type Database = { rows: Query; close(): Promise<void> }

export async function openPostgres(url: string): Promise<Database> {
  const client = new Client({ connectionString: url })
  await client.connect()
  return { rows: async (sql) => (await client.query<Row>(sql)).rows, close: () => client.end() }
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
