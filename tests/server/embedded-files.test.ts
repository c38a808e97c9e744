/** The embedded database holds no more of the files that PGlite brings along than a database that is there reads. */
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { database, type Database } from '@/lib/server/db/client'
import { engine, stage } from '@/tests/setup/stage'

type Entry = { contents?: Uint8Array | Record<string, Entry> }

let world: Awaited<ReturnType<typeof stage>>
beforeAll(async () => {
  world = await stage()
})
afterAll(() => world.close())

const rows = async (db: Database, query: ReturnType<typeof sql>) =>
  ((await db.execute(query)) as { rows: unknown }).rows

/** Bytes of all that it keeps in memory of those files, each piece counted once. */
function bytesOf({ Module }: PGlite): number {
  const pieces = new Set<ArrayBufferLike>()
  const walk = ({ contents }: Entry): void => {
    if (contents instanceof Uint8Array) pieces.add(contents.buffer)
    else for (const entry of Object.values(contents ?? {})) walk(entry)
  }
  walk(Module.FS.lookupPath('/pglite').node as Entry)
  return [...pieces].reduce((sum, { byteLength }) => sum + byteLength, 0)
}

test.runIf(engine === 'pglite')('files of others go, and nothing of the database', async () => {
  const db = (await database()) as Database & { $client: PGlite }
  const plain = await PGlite.create()
  expect(bytesOf(plain)).toBeGreaterThan(6_000_000)
  await plain.close()
  expect(bytesOf(db.$client)).toBeLessThan(1_500_000)
  expect(await rows(db, sql`select pg_read_file('/pglite/share/postgresql/postgres.bki', true) as text`)).toEqual([
    { text: null },
  ])
  const [control] = (await rows(db, sql`select length(pg_read_binary_file('global/pg_control')) as bytes`)) as [
    { bytes: number },
  ]
  expect(control.bytes).toBe(8192)
})

test.runIf(engine === 'pglite')('times of places and functions are read from what stays', async () => {
  const db = await database()
  const local = sql`select to_char('2026-07-01T12:00:00Z'::timestamptz at time zone 'Australia/Lord_Howe', 'HH24:MI') as at`
  expect(await rows(db, local)).toEqual([{ at: '22:30' }])
  await db.execute(sql`set time zone 'America/New_York'`)
  expect(await rows(db, sql`select '2026-07-01T12:00:00Z'::timestamptz::text as at`)).toEqual([
    { at: '2026-07-01 08:00:00-04' },
  ])
  await db.execute(sql`do $$ begin assert 1 + 1 = 2; end $$`)
  await expect(db.execute(sql`do $$ begin assert 1 + 1 = 3; end $$`)).rejects.toThrow()
})
