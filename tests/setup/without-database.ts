import { env } from '@/lib/env'
import { closeDatabase } from '@/lib/server/db/client'

/** Runs while the database cannot be opened. The next query opens it again. */
export async function withoutDatabase<T>(
  run: () => Promise<T>,
  unreachable = 'postgres://postgres@127.0.0.1:1/none',
): Promise<T> {
  const settings = env()
  const { databaseUrl, dataDir } = settings
  // Before closing, because a late webhook would open the database again.
  if (databaseUrl) settings.databaseUrl = unreachable
  else settings.dataDir = '/dev/null'
  await closeDatabase()
  try {
    return await run()
  } finally {
    Object.assign(settings, { databaseUrl, dataDir })
  }
}
