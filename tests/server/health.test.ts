import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { GET } from '@/app/api/health/route'
import { env, type BlogEnv } from '@/lib/env'
import { database } from '@/lib/server/db/client'
import { health } from '@/lib/server/observability/health'
import { answering, dropping, endless, hanging, startFaultyHost, type Behavior } from '@/tests/setup/faulty-host'
import { call, engine, stage } from '@/tests/setup/stage'
import { replaceProcessState } from '@/lib/process-state'
import { withoutDatabase } from '@/tests/setup/without-database'

const hosts = ['identity', 'stripe', 'chargebee', 'notion'] as const
type Host = (typeof hosts)[number]

let world: Awaited<ReturnType<typeof stage>>
const at = {} as Record<Host, Awaited<ReturnType<typeof startFaultyHost>>>
let good: Record<Host, Behavior>
let ownBlog: BlogEnv

const answers = async () => true

const checkHealth = (blogAnswers = answers) => health(blogAnswers, true)

beforeAll(async () => {
  for (const host of hosts) at[host] = await startFaultyHost(answering(200))
  world = await stage({
    FIREBASE_KEYS_URL: `${at.identity.base}/keys`,
    STRIPE_SECRET_KEY: 'sk_test_of_the_site',
    STRIPE_WEBHOOK_SECRET: 'whsec_of_the_site',
    STRIPE_PRICE_IDS: 'price_one,price_two',
    STRIPE_API_BASE: at.stripe.base,
    CHARGEBEE_SITE: 'local',
    CHARGEBEE_API_KEY: 'key_of_the_site',
    CHARGEBEE_WEBHOOK_USER: 'user',
    CHARGEBEE_WEBHOOK_PASSWORD: 'password',
    CHARGEBEE_ITEM_PRICE_IDS: 'plan-monthly-USD',
    CHARGEBEE_API_BASE: at.chargebee.base,
  })
  ownBlog = env().blog
  env().blog = { source: 'notion', token: 't', databaseId: 'd', apiBase: at.notion.base }
  good = {
    identity: answering(200, JSON.stringify({ keys: [world.identity.jwk] })),
    stripe: answering(200),
    chargebee: answering(200),
    notion: answering(200),
  }
})
afterAll(async () => {
  await world.close()
  for (const host of hosts) await at[host].close()
})
beforeEach(() => {
  for (const host of hosts) at[host].is(good[host])
})

const well = { status: 'ok', database: 'ok', identity: 'ok', stripe: 'ok', chargebee: 'ok', blog: 'ok' }

const outages: [string, Behavior][] = [
  ['503', answering(503)],
  ['nothing', hanging],
  ['a cut line', dropping],
]
const refusals: [string, Behavior][] = [
  ['401', answering(401)],
  ['429', answering(429, '{}', { 'retry-after': '30' })],
  ['a way elsewhere', answering(302, '', { location: 'https://elsewhere.example/' })],
]
const noKeys: [string, Behavior][] = [
  ['a page', answering(200, '<html>Sorry</html>')],
  ['no keys', answering(200, '{"keys":[]}')],
  ['an answer without an end', endless],
  ['keys with an error', (response) => answering(500, JSON.stringify({ keys: [world.identity.jwk] }))(response)],
]

test('reports ok when everything works', async () => {
  expect(await checkHealth()).toMatchObject(well)
})

describe.each([
  ['identity', 'identity', [...outages, ...refusals, ...noKeys]],
  ['stripe', 'stripe', [...outages, ...refusals]],
  ['chargebee', 'chargebee', [...outages, ...refusals]],
  ['notion', 'blog', outages],
] as const)('%s', (host, part, behaviors) => {
  test.each(behaviors)('reports only this part as down if it is %s', async (_, behavior) => {
    at[host].is(behavior)
    expect(await checkHealth()).toMatchObject({ ...well, status: 'degraded', [part]: 'down' })
    at[host].is(good[host])
    expect(await checkHealth()).toMatchObject(well)
  })
})

test.each(refusals)('counts Notion as up when it answers %s', async (_, behavior) => {
  at.notion.is(behavior)
  expect(await checkHealth()).toMatchObject(well)
})

test('reports a failing or silent source of posts as down', async () => {
  expect(await checkHealth(async () => false)).toMatchObject({ ...well, status: 'degraded', blog: 'down' })
  expect(await checkHealth(() => new Promise(() => {}))).toMatchObject({ ...well, status: 'degraded', blog: 'down' })
})

describe('vendors', () => {
  const calls = () => [at.identity, at.stripe, at.chargebee, at.notion].map((host) => host.calls)
  const each = (times: number) =>
    ['GET /keys', 'GET /v1/prices/price_one', 'GET /api/v2/item_prices/plan-monthly-USD', 'GET /'].map((call) =>
      Array.from({ length: times }, () => call),
    )
  const visit = () => {
    replaceProcessState('health')
    return health(answers)
  }
  beforeEach(() => {
    replaceProcessState('vendor-health')
    for (const host of hosts) at[host].calls.length = 0
    vi.useFakeTimers({ toFake: ['Date'] })
  })
  afterEach(() => void vi.useRealTimers())
  const later = (ms: number) => vi.setSystemTime(Date.now() + ms)

  test('are checked once for any number of visitors', async () => {
    const all = await Promise.all(Array.from({ length: 50 }, visit))
    for (let n = 0; n < 50; n++) all.push(await visit())
    expect(all.every(({ status }) => status === 'ok')).toBe(true)
    expect(calls()).toEqual(each(1))
  })

  test('are checked again in the background at a fixed rate', async () => {
    await visit()
    at.stripe.is(dropping)
    later(19_000)
    expect(await visit()).toMatchObject(well)
    expect(calls()).toEqual(each(1))
    later(2000)
    expect(await visit()).toMatchObject(well)
    await expect.poll(visit).toMatchObject({ ...well, status: 'degraded', stripe: 'down' })
    for (let n = 0; n < 20; n++) await visit()
    expect(calls()).toEqual(each(2))
  })

  test('are awaited if the last result is too old', async () => {
    await visit()
    at.stripe.is(dropping)
    later(60_000)
    expect(await visit()).toMatchObject({ ...well, status: 'degraded', stripe: 'down' })
  })

  test('are checked at once for an operator', async () => {
    await visit()
    at.chargebee.is(dropping)
    expect(await visit()).toMatchObject(well)
    expect(await checkHealth()).toMatchObject({ ...well, status: 'degraded', chargebee: 'down' })
    expect(await visit()).toMatchObject({ ...well, status: 'degraded', chargebee: 'down' })
  })
})

describe('the database', () => {
  beforeAll(() => {
    env().blog = ownBlog
  })
  const execute = async (text: string) => (await database()).execute(sql.raw(text))
  const answer = async () => {
    replaceProcessState('health')
    replaceProcessState('vendor-health')
    return call(GET, '/health')
  }

  /** Like a server with a full disk, or a replica. */
  async function setReadOnly(value: 'on' | 'off'): Promise<void> {
    if (engine === 'pglite') return void (await execute(`set default_transaction_read_only = ${value}`))
    const name = new URL(env().databaseUrl ?? '').pathname.slice(1)
    await execute(`begin read write; alter database ${name} set default_transaction_read_only = ${value}; commit`)
    await execute(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    await execute(`set default_transaction_read_only = ${value}`)
  }

  test('answers 503 if it accepts no writes', async () => {
    await setReadOnly('on')
    await expect(execute('select 1')).resolves.toBeDefined()
    const response = await answer()
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ ...well, status: 'down', database: 'down' })
    await setReadOnly('off')
    expect((await answer()).status).toBe(200)
  })

  test('answers 503 if it cannot be opened', async () => {
    at.stripe.is(dropping)
    const response = await withoutDatabase(answer)
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ ...well, status: 'down', database: 'down', stripe: 'down' })
    await database()
    expect((await answer()).status).toBe(200)
  })
})

test('reveals no secrets when parts fail', async () => {
  for (const host of hosts) at[host].is(answering(500, 'a stack trace'))
  const { errorsPerMinute, ...parts } = await checkHealth()
  expect(Object.keys(errorsPerMinute)).toEqual(['server', 'browser'])
  expect(Object.values(parts).every((word) => /^(ok|off|down|degraded|beta)$/.test(String(word)))).toBe(true)
})
