import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Client } from 'pg'

/** Makes every migration in the database at an address. */
export async function migrateIn(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await migrate(drizzle(client), { migrationsFolder: 'lib/server/db/migrations' })
  await client.end()
}
