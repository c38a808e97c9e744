/** An embedded database that fails is reopened, without losing confirmed writes. */
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test, vi } from 'vitest'
import { GET as getUser } from '@/app/api/users/get-user/route'
import { POST as insertOrUpdate } from '@/app/api/users/insert-or-update/route'
import { closeDatabase, database } from '@/lib/server/db/client'
import { call, engine, stage } from '@/tests/setup/stage'

const world = await stage()
afterAll(() => world.close())

test.runIf(engine === 'pglite')('fails one query after a crash, and recovers', async () => {
  const token = await world.identity.signIn('ada')
  const body = { uid: 'ada', name: 'Ada', username: null, email: null, providerId: 'password', phone: null }
  expect((await call(insertOrUpdate, '/users/insert-or-update', { token, body })).status).toBe(200)
  const broken = await database()
  // PGlite's error if its log cannot be written; the next query would hang.
  const panic = Object.assign(new Error('could not write to file "pg_wal/xlogtemp.42": No space left on device'), {
    severity: 'PANIC',
    code: '53100',
  })
  vi.spyOn(PGlite.prototype, 'execProtocolStream').mockRejectedValueOnce(panic)
  await expect(broken.execute(sql`select 1`)).rejects.toThrow()
  const callCount = vi.mocked(PGlite.prototype.execProtocolStream).mock.calls.length
  await expect(broken.execute(sql`select 1`)).rejects.toThrow()
  expect(vi.mocked(PGlite.prototype.execProtocolStream).mock.calls.length).toBe(callCount)
  expect(await database()).not.toBe(broken)
  const read = await call(getUser, '/users/get-user?uid=ada', { token })
  expect(await read.json()).toMatchObject({ uid: 'ada', name: 'Ada' })
  expect((await call(insertOrUpdate, '/users/insert-or-update', { token, body })).status).toBe(200)
})

test.runIf(engine === 'pglite')('opens again after a failed attempt', async () => {
  await closeDatabase()
  const panic = Object.assign(new Error('No space left on device'), { severity: 'PANIC', code: '53100' })
  const real = PGlite.prototype.execProtocolStream
  let broken = 0
  vi.spyOn(PGlite.prototype, 'execProtocolStream').mockImplementation(async function (this: PGlite, ...input) {
    // The first query after opening, which is a migration.
    if (this.ready && broken++ === 0) throw panic
    return real.apply(this, input)
  })
  const first = database()
  const refused = expect(first).rejects.toThrow()
  await vi.waitFor(() => expect(broken).toBeGreaterThan(0), { timeout: 20_000, interval: 5 })
  // On an idle machine, it is reopened while the failed one is still closing.
  const second = await vi.waitFor(() => database(), { timeout: 20_000, interval: 20 })
  await refused
  expect(await database()).toBe(second)
  expect(await second.execute(sql`select 1`)).toBeTruthy()
})
