import { PGlite, type Transaction } from '@electric-sql/pglite'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { EmbeddedStatements } from '@/lib/server/db/embedded-statements'

/** The engine as the site uses it, which counts how often it is asked. */
class Engine extends PGlite {
  asked = 0
  readonly #statements = new EmbeddedStatements()
  override execProtocolStream(...[message, options]: Parameters<PGlite['execProtocolStream']>) {
    return this.#statements.exchange(message, (sent) => {
      this.asked++
      return super.execProtocolStream(sent, options)
    })
  }
}

let engine: Engine
let plain: PGlite
beforeAll(async () => {
  engine = new Engine()
  plain = new PGlite()
  for (const each of [engine, plain])
    await each.exec('create table t (id int primary key, name text, at timestamptz, list jsonb)')
})
beforeEach(async () => {
  for (const each of [engine, plain])
    await each.exec(
      `delete from t; insert into t values (1, 'ä', '2026-01-02T03:04:05Z', '[1]'), (2, null, null, null)`,
    )
})
afterAll(async () => {
  await engine.close()
  await plain.close()
})

const statements: [text: string, values: unknown[]][] = [
  ['select * from t where id = $1', [1]],
  ['select * from t where id = $1', [3]],
  ['select name, list from t where name is not distinct from $1 order by id', [null]],
  ['insert into t (id, list) values ($1, $2) on conflict (id) do update set list = $2 returning id', [1, { a: 'ü' }]],
  ['update t set at = $1 where id >= $2', [new Date('2026-05-06T07:08:09Z'), 1]],
  ['delete from t where id = any($1)', [[1, 2]]],
  ['select 1 as one', []],
]

test.each(statements)('%s with %j answers the same however often it was asked', async (text, values) => {
  for (let time = 0; time < 4; time++) {
    for (const rowMode of ['object', 'array'] as const)
      expect(await engine.query(text, values, { rowMode }), `${time}`).toEqual(
        await plain.query(text, values, { rowMode }),
      )
  }
})

test('what is asked for the third time is one message', async () => {
  const ask = async (id: number) => {
    const before = engine.asked
    const { rows } = await engine.query('select name from t where id = $1 and 1 = 1', [id])
    return [engine.asked - before, ...rows]
  }
  expect(await ask(1)).toEqual([6, { name: 'ä' }])
  expect(await ask(2)).toEqual([1, { name: null }])
  expect(await ask(1)).toEqual([1, { name: 'ä' }])
})

test('an error is that of the statement, and the next is answered', async () => {
  const insert = (id: number) => engine.query('insert into t (id) values ($1)', [id])
  for (const id of [10, 11, 12]) await insert(id)
  for (const id of [10, 11, 12]) await expect(insert(id)).rejects.toMatchObject({ code: '23505' })
  await insert(13)
  await insert(14)
  const { rows } = await engine.query('select id from t where id >= $1 order by id', [10])
  expect(rows).toEqual([10, 11, 12, 13, 14].map((id) => ({ id })))
  await expect(engine.query('select * from nowhere where id = $1', [1])).rejects.toMatchObject({ code: '42P01' })
  // The engine refuses what it cannot read before anything is bound, ours before anything is sent.
  for (const value of ['one', 1, 'two', 2]) {
    const asked = engine.query('select id from t where id = $1 and 2 = 2', [value])
    await (typeof value === 'number' ? expect(asked).resolves.toBeDefined() : expect(asked).rejects.toThrow())
  }
  const cyclic: Record<string, unknown> = {}
  cyclic.self = cyclic
  const store = (list: unknown) => engine.query('update t set list = $1 where id = 2', [list])
  for (const list of [[1], cyclic, [2], [3], cyclic, [4]])
    await (list === cyclic ? expect(store(list)).rejects.toThrow() : expect(store(list)).resolves.toBeDefined())
})

test('transactions keep what they are, and what was prepared in one that failed serves after it', async () => {
  const add = (tx: Transaction, id: number) => tx.query('insert into t (id) values ($1) returning id', [id])
  for (let time = 0; time < 3; time++) {
    const failed = engine.transaction(async (tx) => {
      await add(tx, 20)
      await add(tx, 21)
      await add(tx, 20)
    })
    await expect(failed).rejects.toMatchObject({ code: '23505' })
  }
  await engine.transaction(async (tx) => {
    await add(tx, 20)
    await add(tx, 21)
  })
  expect((await engine.query('select id from t where id >= 20 order by id')).rows).toEqual([{ id: 20 }, { id: 21 }])
})

test('questions that are asked at once have their own answers', async () => {
  const ids = Array.from({ length: 40 }, (_, id) => id % 4)
  const found = await Promise.all(
    ids.map(async (id) => {
      const text = id % 2 ? 'select id from t where id = $1' : 'select id, $1::int as same from t where id = $1'
      return (await engine.query<{ id: number }>(text, [id])).rows.map((row) => row.id)
    }),
  )
  expect(found).toEqual(ids.map((id) => (id === 1 || id === 2 ? [id] : [])))
})

test('the engine keeps no more of them than its bound', async () => {
  for (let time = 0; time < 2; time++) {
    for (let number = 0; number < 250; number++)
      for (let again = 0; again < 2; again++) await engine.query(`select ${number} as n from t where id = $1`, [1])
  }
  const { rows } = await engine.query<{ count: number }>('select count(*)::int as count from pg_prepared_statements')
  expect(rows[0]?.count).toBeLessThanOrEqual(201)
  expect(rows[0]?.count).toBeGreaterThan(150)
})

test('a table that has changed meanwhile is asked for anew', async () => {
  const ask = () => engine.query('select * from later where id = $1', [1])
  await engine.exec('create table later (id int); insert into later values (1)')
  for (let time = 0; time < 3; time++) await ask()
  await engine.exec('alter table later add column more int default 2')
  // The engine refuses a plan whose columns are others; after that it is another statement.
  await ask().catch(() => {})
  expect((await ask()).rows).toEqual([{ id: 1, more: 2 }])
})
