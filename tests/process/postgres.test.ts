import { Client } from 'pg'
import { expect, test, vi } from 'vitest'
import { startPostgres } from '@/tests/setup/postgres'

test.skipIf(process.env.TEST_POSTGRES === 'off')('behaves the same in any locale', async () => {
  vi.stubEnv('LC_ALL', 'xx_XX.UTF-8')
  const postgres = await startPostgres()
  vi.unstubAllEnvs()
  const client = new Client({ connectionString: postgres.url })
  try {
    await client.connect()
    const { rows } = await client.query(`select datcollate, pg_encoding_to_char(encoding) as encoding
      from pg_database where datname = current_database()`)
    expect(rows).toEqual([{ datcollate: 'C', encoding: 'UTF8' }])
  } finally {
    await client.end()
    await postgres.stop()
  }
})
