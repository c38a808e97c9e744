import { sql } from 'drizzle-orm'

type Rows = { rows: Record<string, unknown>[] }

/** Everything that the database holds, a line for each table and each counter: what is the same text is unchanged. */
export async function allRows(): Promise<string[]> {
  const { database } = await import('@/lib/server/db/client')
  const db = await database()
  const ask = async (text: string) => ((await db.execute(sql.raw(text))) as unknown as Rows).rows
  const tables = await ask("select table_name as name from information_schema.tables where table_schema = 'public'")
  const counters = await ask(
    "select sequence_name as name from information_schema.sequences where sequence_schema = 'public'",
  )
  const lines = []
  for (const { name } of tables)
    lines.push(`${name} ${JSON.stringify(await ask(`select * from "${name}" t order by t::text`))}`)
  for (const { name } of counters)
    lines.push(`${name} ${JSON.stringify(await ask(`select last_value, is_called from "${name}"`))}`)
  return lines.toSorted()
}
