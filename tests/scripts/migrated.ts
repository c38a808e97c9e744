import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Client } from 'pg'

/** Runs all migrations in the database at this address. */
export async function migrateIn(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await migrate(drizzle(client), { migrationsFolder: 'lib/server/db/migrations' })
  await client.end()
}
