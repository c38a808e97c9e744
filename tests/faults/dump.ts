/** All that a database holds, to be compared. */

type Query = (sql: string) => Promise<Record<string, unknown>[]>

/**
 * Every row of every table as text; the limiter's counts are left out, whose rows run out by themselves.
 * @param without names of columns that are left out too
 */
export async function dump(query: Query, without: readonly string[] = []): Promise<string> {
  const tables = await query("select tablename as name from pg_tables where schemaname = 'public' order by 1")
  const left = without.map((name) => ` - '${name}'`).join('')
  const lines: string[] = []
  for (const name of tables.map((table) => String(table.name)).filter((name) => name !== 'rate_limits')) {
    const rows = await query(`select (to_jsonb(t)${left})::text as row from "${name}" t order by 1`)
    lines.push(...rows.map(({ row }) => `${name} ${String(row)}`))
  }
  return lines.join('\n')
}
