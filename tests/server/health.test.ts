import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { GET } from '@/app/api/health/route'
import { env } from '@/lib/env'
import type { BlogEnv } from '@/lib/site-settings'
import { database } from '@/lib/server/db/client'
import { health } from '@/lib/server/observability/health'
import { answering, dropping, endless, hanging, startFaultyHost, type Behavior } from '@/tests/setup/faulty-host'
import { call, engine, stage } from '@/tests/setup/stage'
import { replaceProcessState } from '@/lib/server/process-state'
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

const wrongAnswers: Record<Host, [string, Behavior][]> = {
  identity: [
    ['a hanging host', hanging],
    ['no keys', answering(200, '{"keys":[]}')],
    ['an answer without an end', endless],
  ],
  stripe: [['a refused key', answering(401)]],
  chargebee: [
    ['a refused key', answering(401)],
    ['an error', answering(503)],
  ],
  notion: [['an error', answering(503)]],
}

test('reports ok when everything works', async () => {
  expect(await checkHealth()).toMatchObject(well)
})

describe.each(hosts)('%s', (host) => {
  const part = host === 'notion' ? 'blog' : host

  test.each(wrongAnswers[host])('reports only this part as down with %s', async (_, behavior) => {
    at[host].is(behavior)
    expect(await checkHealth()).toMatchObject({ ...well, status: 'degraded', [part]: 'down' })
    at[host].is(good[host])
    expect(await checkHealth()).toMatchObject(well)
  })
})

test('counts Notion as up when it refuses', async () => {
  at.notion.is(answering(429, '{}', { 'retry-after': '30' }))
  expect(await checkHealth()).toMatchObject(well)
})

test('reports a failing or silent source of posts as down', async () => {
  expect(await checkHealth(async () => false)).toMatchObject({ ...well, status: 'degraded', blog: 'down' })
  expect(await checkHealth(() => new Promise(() => {}))).toMatchObject({ ...well, status: 'degraded', blog: 'down' })
})

test('asks vendors once in 20 seconds for any number of visitors, and at once for an operator', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const visitAfter = (ms: number) => {
    vi.setSystemTime(Date.now() + ms)
    return health(answers)
  }
  try {
    await visitAfter(60_000)
    at.stripe.is(dropping)
    at.stripe.calls.length = 0
    for (let n = 0; n < 9; n++) expect(await visitAfter(2000)).toMatchObject(well)
    expect(at.stripe.calls).toEqual([])
    expect(await checkHealth()).toMatchObject({ ...well, status: 'degraded', stripe: 'down' })
    at.stripe.is(good.stripe)
    expect(await visitAfter(2000)).toMatchObject({ stripe: 'down' })
    expect(await visitAfter(20_000)).toMatchObject(well)
  } finally {
    vi.useRealTimers()
  }
})

describe('the database', () => {
  const execute = async (text: string) => (await database()).execute(sql.raw(text))
  const answer = async () => {
    replaceProcessState('health')
    return call(GET, '/health')
  }
  beforeAll(async () => {
    env().blog = ownBlog
    // A busy machine reads the posts for the first time more slowly than a health check waits.
    const blogAnswers = async () => (await (await answer()).json()).blog === 'ok'
    await vi.waitUntil(blogAnswers, { timeout: 30_000 })
  })

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
