/** What Drizzle reads itself is left to it by the embedded database, once and not with each statement. */
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/pglite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { database, type Database } from '@/lib/server/db/client'
import { engine, stage } from '@/tests/setup/stage'

let world: Awaited<ReturnType<typeof stage>>
const plain = new PGlite()
beforeAll(async () => {
  world = await stage()
})
afterAll(async () => {
  await world.close()
  await plain.close()
})

const statement = sql`select 1::int as int, 2.5::numeric as numeric, true as bool, '{"a":[1]}'::jsonb as json,
  '2026-01-02T03:04:05.678Z'::timestamptz as at, '2026-01-02 03:04'::timestamp as local, '2026-01-02'::date as day,
  '1 day 2 hours'::interval as span, array[1, 2] as ints, array['ä'] as texts, array[1.5]::numeric[] as numerics,
  array['2026-01-02'::date] as days, array[now()]::timestamptz[] = array[now()]::timestamptz[] as same,
  array['2026-01-02 03:04'::timestamp] as locals, array['2 hours'::interval] as spans, '\\x01ff'::bytea as bytes`

test.runIf(engine === 'pglite')('every type comes as it would without that, in a transaction, too', async () => {
  const db = await database()
  const read = async (from: Database) => ((await from.execute(statement)) as { rows: unknown }).rows
  await db.execute(sql`set time zone 'UTC'`)
  await plain.exec(`set time zone 'UTC'`)
  const expected = (await drizzle(plain).execute(statement)).rows
  expect(await read(db)).toEqual(expected)
  await db.transaction(async (tx) => expect(await read(tx)).toEqual(expected))
})

test.runIf(engine === 'pglite')(
  'its list goes to the engine with no statement, and one that it does not know does',
  async () => {
    const db = await database()
    const query = vi.spyOn(PGlite.prototype, 'query')
    await db.execute(sql`select now()`)
    expect(query).toHaveBeenCalledTimes(1)
    expect(query.mock.calls[0]?.[2]).toMatchObject({ rowMode: 'object', parsers: undefined })
    const { $client } = db as Database & { $client: PGlite }
    const { rows } = await $client.query('select 1::int as one', [], { parsers: { 23: (text) => `read ${text}` } })
    expect(rows).toEqual([{ one: 'read 1' }])
  },
)
