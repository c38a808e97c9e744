import { eq } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { GET as getUser } from '@/app/api/users/get-user/route'
import { POST as upsert } from '@/app/api/users/insert-or-update/route'
import { database } from '@/lib/server/db/client'
import { users } from '@/lib/server/db/schema'
import german from '@/messages/de/errors.json'
import { fillHeader, healthConsentHeader, healthConsentLanguageHeader } from '@/lib/site'
import { call, engine, stage, refusalOf } from '@/tests/setup/stage'

const world = await stage()
afterAll(() => world.close())

const fill = { [fillHeader]: '1' }

const fields = {
  name: 'Ada',
  username: 'Ada',
  email: 'wrong@body.example',
  providerId: 'google.com',
  phone: '+15550100',
  locale: 'pt-BR',
}

describe('insert-or-update', () => {
  test('takes email and provider from the token only', async () => {
    const token = await world.identity.signIn('ada')
    const response = await call(upsert, '/users/insert-or-update', { token, body: { uid: 'ada', ...fields } })
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const user = await response.json()
    expect(user).toEqual({
      uid: 'ada',
      name: 'Ada',
      username: 'Ada',
      email: 'ada@people.example',
      providerId: 'password',
      phone: '+15550100',
      locale: 'pt-BR',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      updatedAt: expect.any(String),
    })
    const read = await call(getUser, '/users/get-user?uid=ada', { token })
    expect(await read.json()).toEqual(user)
  })

  test.each([
    ['missing', {}],
    ['null', { name: null, username: null, phone: null }],
    ['empty', { name: '', username: '', phone: '' }],
    ['blank', { name: '  ', username: ' ', phone: ' ' }],
  ])('keeps a stored value when it gets a %s value', async (_, values) => {
    const token = await world.identity.signIn('keeps')
    await call(upsert, '/users/insert-or-update', { token, body: { uid: 'keeps', ...fields } })
    const response = await call(upsert, '/users/insert-or-update', { token, body: { uid: 'keeps', ...values } })
    expect(await response.json()).toMatchObject({ name: 'Ada', username: 'Ada', phone: '+15550100' })
  })

  test('stores the first consent to health data, and does not repeat it in answers', async () => {
    const token = await world.identity.signIn('agrees')
    for (const [version = '', language = ''] of [
      ['2026-11-28', 'ar'],
      ['2027-01-01', 'de'],
    ]) {
      const headers = { [healthConsentHeader]: version, [healthConsentLanguageHeader]: language }
      const body = { uid: 'agrees', ...fields }
      const response = await call(upsert, '/users/insert-or-update', { token, body, headers })
      expect(Object.keys(await response.json())).not.toContain('healthConsent')
    }
    const [row] = await (await database()).select().from(users).where(eq(users.uid, 'agrees'))
    const consent = { healthConsent: '2026-11-28', healthConsentAt: expect.any(Date), healthConsentLanguage: 'ar' }
    expect(row).toMatchObject(consent)
  })

  test('never replaces an address by that of an older token', async () => {
    const seconds = Math.floor(Date.now() / 1000)
    const write = async (email: string, iat: number) => {
      const token = await world.identity.signIn('moved', {
        email,
        iat,
        firebase: { sign_in_provider: email.slice(0, 3) },
      })
      return (await call(upsert, '/users/insert-or-update', { token, body: { uid: 'moved', name: email } })).json()
    }
    await write('old@people.example', seconds - 600)
    await write('new@people.example', seconds - 300)
    const last = await write('old@people.example', seconds - 400)
    expect(last).toMatchObject({ email: 'new@people.example', providerId: 'new', name: 'old@people.example' })
    expect(await write('old@people.example', seconds - 200)).toMatchObject({ email: 'old@people.example' })
  })

  describe('with fill-only', () => {
    const older = { name: 'Ada of long ago', username: 'Ada of long ago', phone: '+15559999', locale: 'fr' }

    test('replaces nothing that is stored, not even the time', async () => {
      const token = await world.identity.signIn('known')
      await call(upsert, '/users/insert-or-update', { token, body: { uid: 'known', ...fields } })
      const before = await (await call(getUser, '/users/get-user?uid=known', { token })).json()
      const other = await world.identity.signIn('known', { email: 'o@x.test', firebase: { sign_in_provider: 'phone' } })
      const answer = await call(upsert, '/users/insert-or-update', {
        token: other,
        body: { uid: 'known', ...older },
        headers: fill,
      })
      expect(await answer.json()).toEqual(before)
      expect(await (await call(getUser, '/users/get-user?uid=known', { token })).json()).toEqual(before)
    })

    test('fills missing values, or creates the record', async () => {
      const token = await world.identity.signIn('half', { email: undefined })
      const body = { uid: 'half', name: 'Ada' }
      const first = await (await call(upsert, '/users/insert-or-update', { token, body, headers: fill })).json()
      expect(first).toMatchObject({ name: 'Ada', phone: null, email: null })
      const known = await world.identity.signIn('half')
      const answer = await call(upsert, '/users/insert-or-update', {
        token: known,
        body: { uid: 'half', ...older },
        headers: fill,
      })
      const second = await answer.json()
      expect(second).toMatchObject({ name: 'Ada', username: older.username, phone: older.phone })
      expect(second).toMatchObject({ email: 'half@people.example', createdAt: first.createdAt })
      expect(second.updatedAt > first.updatedAt).toBe(true)
    })

    test('creates one record for concurrent calls', async () => {
      const token = await world.identity.signIn('many')
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, n) =>
          call(upsert, '/users/insert-or-update', {
            token,
            body: { uid: 'many', name: `Ada ${n}` },
            headers: fill,
          }),
        ),
      )
      const stored = await Promise.all(answers.map((answer) => answer.json()))
      expect(new Set(stored.map((user) => JSON.stringify(user))).size).toBe(1)
      const { database } = await import('@/lib/server/db/client')
      const { users } = await import('@/lib/server/db/schema')
      const rows = (await (await database()).select().from(users)).filter(({ uid }) => uid === 'many')
      expect(rows).toHaveLength(1)
      expect(rows[0]?.name).toBe(stored[0]?.name)
    })
  })

  test('stores a guest with the provider "anonymous"', async () => {
    const token = await world.identity.signIn('guest', {
      email: undefined,
      firebase: { sign_in_provider: 'anonymous' },
    })
    const response = await call(upsert, '/users/insert-or-update', { token, body: { uid: 'guest', name: null } })
    expect(await response.json()).toMatchObject({ email: null, providerId: 'anonymous', name: null })
  })

  test.each([
    ['not an object', '[]', 400],
    ['broken UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 400],
    ['a NUL', JSON.stringify({ uid: 'ada', name: 'a\0b' }), 400],
    ['half a pair', JSON.stringify({ uid: 'ada', name: 'a\ud800b' }), 400],
  ])('answers a body that is %s with %s', async (_, raw, status) => {
    const token = await world.identity.signIn('ada')
    const response = await call(upsert, '/users/insert-or-update', { token, raw })
    expect(response.status).toBe(status)
    const { error } = await response.json()
    expect(error).toMatchObject({
      code: expect.any(String),
      message: expect.any(String),
      requestId: expect.any(String),
    })
    expect(response.headers.get('x-request-id')).toBe(error.requestId)
    const read = await call(getUser, '/users/get-user?uid=ada', { token })
    expect((await read.json()).name).toBe('Ada')
  })
})

describe('get-user', () => {
  test('answers 404 user-not-found without a record', async () => {
    const token = await world.identity.signIn('nobody')
    expect(await refusalOf(call(getUser, '/users/get-user?uid=nobody', { token }))).toEqual([404, 'user-not-found'])
  })

  test('says what failed in the language that the request names', async () => {
    const answer = await call(getUser, '/users/get-user', { headers: { 'Accept-Language': 'de,en;q=0.8' } })
    expect((await answer.json()).error.message).toBe(german.unauthenticated)
  })
})

describe.runIf(engine === 'postgres')('on a busy server', () => {
  /** Another client's connection to our database, or the named one. */
  async function stranger(connectionString = process.env.DATABASE_URL) {
    const client = new Client({ connectionString })
    await client.connect()
    return client
  }

  /** States of our connections, except idle ones. */
  const statesOf = async (client: Client) => {
    const { rows } = await client.query<{ state: string; query: string }>(
      `select state, query from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`,
    )
    return rows
  }

  /** Waits until it is stable: the server reports the error before the connection is idle. */
  const busyWith = (client: Client) => expect.poll(() => statesOf(client), { timeout: 5000 })

  test('returns 503 and cancels the query when the row is locked', async () => {
    const token = await world.identity.signIn('held')
    const write = (name: string) =>
      call(upsert, '/users/insert-or-update', { token, body: { uid: 'held', ...fields, name } })
    await write('Ada')
    const [holder, onlooker] = [await stranger(), await stranger()]
    await holder.query('begin')
    await holder.query("update users set name = 'Held' where uid = 'held'")
    const refused = await write('Bob')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    expect((await refused.json()).error.code).toBe('unavailable')
    await busyWith(onlooker).toEqual([expect.objectContaining({ query: expect.stringContaining('Held') })])
    await holder.query('rollback')
    await busyWith(onlooker).toEqual([])
    expect((await write('Zoe')).status).toBe(200)
    await Promise.all([holder.end(), onlooker.end()])
  })

  test('answers other users while many writes wait for a locked row', async () => {
    const write = (token: string, uid: string) =>
      call(upsert, '/users/insert-or-update', { token, body: { uid, ...fields } })
    const [blocked, other] = [await world.identity.signIn('blocked'), await world.identity.signIn('unaffected')]
    await write(blocked, 'blocked')
    const holder = await stranger()
    await holder.query('begin')
    await holder.query("update users set name = 'Held' where uid = 'blocked'")
    const waiting = Promise.all(Array.from({ length: 20 }, () => write(blocked, 'blocked')))
    const answers = [
      await write(other, 'unaffected'),
      await call(getUser, '/users/get-user?uid=unaffected', { token: other }),
    ]
    const refused = await waiting
    await holder.query('rollback')
    await holder.end()
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    for (const answer of refused) expect(await refusalOf(answer)).toEqual([503, 'unavailable'])
    expect((await write(blocked, 'blocked')).status).toBe(200)
  })

  test('ends a slow statement at the server', async () => {
    const { database } = await import('@/lib/server/db/client')
    const { toFailure } = await import('@/lib/server/http/errors')
    const onlooker = await stranger()
    const slow = (await database()).execute('select pg_sleep(30)')
    const error: unknown = await slow.catch((cause: unknown) => cause)
    expect(error).toMatchObject({ cause: { code: '57014' } })
    expect(toFailure(error).code).toBe('unavailable')
    await busyWith(onlooker).toEqual([])
    await onlooker.end()
  })
})
