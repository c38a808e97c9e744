/** Processes are simulated by loading the modules again. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, beforeEach, expect, test as anywhere, vi } from 'vitest'
import type { Redis } from '@/lib/redis'
import type { Context, Value } from '@/server/cache/memory-page-cache'
import type { RedisPageCache } from '@/server/cache/redis-page-cache'
import { startRedis, type RedisServer } from '@/tests/setup/redis'
import { replaceProcessState, shared } from '@/lib/process-state'
import { temporaryFolder } from '@/tests/setup/temporary-folder'

type Put = [key: string, value: Value, context: Context]
type Process = { redis: Redis; request: () => RedisPageCache; tell: (tag: string) => Promise<void>; end(): void }

const test = anywhere.skipIf(process.env.TEST_REDIS === 'off')

let server: RedisServer
let folder: string
let built: string
let processes: Process[]

beforeAll(async () => {
  server = await startRedis()
  return () => server.stop()
})
beforeAll(() => {
  folder = temporaryFolder('build')
  built = join(folder, '.next')
  for (const name of ['.next/server', 'content/policies', 'content/posts'])
    mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(built, 'BUILD_ID'), 'the-build')
  writeFileSync(join(folder, 'content/policies/privacy.md'), 'We keep little.')
})
beforeEach(async () => {
  processes = []
  await server.drop('*')
  for (const level of ['warn', 'info'] as const) vi.spyOn(console, level).mockReturnValue()
})
afterEach(() => {
  server.resume()
  for (const one of processes) one.end()
  vi.unstubAllEnvs()
})

async function start(settings: Record<string, string> = {}): Promise<Process> {
  for (const [name, value] of Object.entries({ DEPLOYMENT: 'local', REDIS_URL: server.url, ...settings }))
    vi.stubEnv(name, value)
  vi.resetModules()
  replaceProcessState('redis')
  const { RedisPageCache } = await import('@/server/cache/redis-page-cache')
  const request = () => new RedisPageCache({ serverDistDir: join(built, 'server') })
  request()
  const redis = (await import('@/lib/redis')).redis() as Redis
  const tell = shared.announcePublication as Process['tell']
  await redis.firstAttempt
  const one = { redis, request, tell, end: () => redis.close() }
  processes.push(one)
  return one
}

const page = (html: string, tags = 'posts,_N_T_/blog'): Put => [
  '/blog',
  {
    kind: 'APP_PAGE',
    html,
    rscData: Buffer.from([0, 255, 1]),
    postponed: undefined,
    headers: { 'x-next-cache-tags': tags },
    status: undefined,
    segmentData: new Map([['/_tree', Buffer.from('segment')]]),
  } as unknown as Value,
  { cacheControl: { revalidate: 300, expire: 3600 } },
]
type Held = { value: { html: string; rscData: Buffer; segmentData: Map<string, Buffer> }; cacheControl: object }
const shown = async ({ request }: Process) => (await request().get('/blog', {})) as unknown as Held | null
const htmlOf = async (one: Process) => (await shown(one))?.value.html ?? null

/** The keys that match, with the seconds until they expire. */
async function keys(pattern: string): Promise<[key: string, seconds: number][]> {
  const { createClient } = await import('@redis/client')
  const client = createClient({ url: server.url })
  await client.connect()
  try {
    const names = await client.keys(pattern)
    return await Promise.all(names.map(async (name): Promise<[string, number]> => [name, await client.ttl(name)]))
  } finally {
    client.destroy()
  }
}

test('serves pages rendered by another process', async () => {
  const [one, other] = [await start(), await start({ PORT: '4000', SITE_ORIGIN: 'http://localhost:3000' })]
  await one.request().set(...page('<p>1</p>'))
  const cachedText = await shown(other)
  expect(cachedText?.value).toMatchObject({ html: '<p>1</p>', rscData: Buffer.from([0, 255, 1]) })
  expect(cachedText?.value.segmentData.get('/_tree')?.toString()).toBe('segment')
  expect(cachedText?.cacheControl).toEqual({ revalidate: 300, expire: 3600 })
})

test('shares nothing with other settings', async () => {
  const [one, other] = [await start(), await start({ CONTACT_EMAIL: 'else@unhurried.example' })]
  await one.request().set(...page('<p>1</p>'))
  expect([await htmlOf(one), await htmlOf(other)]).toEqual(['<p>1</p>', null])
})

test('shares nothing with other texts, ignoring posts', async () => {
  const one = await start()
  await one.request().set(...page('<p>1</p>'))
  writeFileSync(join(folder, 'content/posts/new.md'), 'A post.')
  const withNewPost = await start()
  writeFileSync(join(folder, 'content/policies/privacy.md'), 'We keep less.')
  const after = await start()
  expect([await htmlOf(one), await htmlOf(withNewPost), await htmlOf(after)]).toEqual(['<p>1</p>', '<p>1</p>', null])
})

test('removes a revalidated tag’s pages in all processes', async () => {
  const [one, other] = [await start(), await start()]
  await one.request().set(...page('<p>1</p>'))
  const route = { kind: 'APP_ROUTE', body: Buffer.from('{}'), headers: { 'x-next-cache-tags': 'posts' }, status: 200 }
  await other.request().set('/part', route as unknown as Value, page('')[2])
  await sleep(2)
  await one.request().revalidateTag('posts')
  expect(await htmlOf(other)).toBeNull()
  expect(await one.request().get('/part', {})).toBeNull()
})

test('does not store a page rendered during a publication', async () => {
  const [one, other] = [await start(), await start()]
  const rendering = one.request()
  await sleep(2)
  await other.tell('posts')
  await rendering.set(...page('<p>before</p>'))
  expect([await htmlOf(one), await htmlOf(other)]).toEqual([null, null])
  await one.request().set(...page('<p>after</p>'))
  expect([await htmlOf(one), await htmlOf(other)]).toEqual(['<p>after</p>', '<p>after</p>'])
})

test('uses memory during an outage, and publishes later', async () => {
  const [one, other] = [await start(), await start()]
  await one.request().set(...page('<p>before</p>'))
  server.pause()
  expect([await htmlOf(one), await htmlOf(other)]).toEqual([null, null])
  await one.request().set(...page('<p>meanwhile</p>'))
  expect(await htmlOf(one)).toBe('<p>meanwhile</p>')
  await sleep(2)
  await one.request().revalidateTag('posts')
  server.resume()
  await expect.poll(() => one.redis.isUp && other.redis.isUp).toBe(true)
  await expect.poll(() => htmlOf(other)).toBeNull()
  expect(await htmlOf(one)).toBeNull()
})

test('does not reuse memory of an earlier outage', async () => {
  const one = await start()
  for (const turn of ['first', 'second']) {
    server.pause()
    expect(await htmlOf(one)).toBeNull()
    await one.request().set(...page(turn))
    expect(await htmlOf(one)).toBe(turn)
    server.resume()
    await expect.poll(() => one.redis.isUp).toBe(true)
  }
})

test('gives every key an expiry', async () => {
  const one = await start()
  await one.request().set(...page('<p>1</p>'))
  await one.request().revalidateTag('posts')
  await one.request().set(...page('<p>2</p>'))
  const expiries = await keys('*')
  expect(expiries.length).toBeGreaterThan(3)
  expect(expiries.filter(([, seconds]) => seconds <= 0)).toEqual([])
})

test('stores a 404 only in place of a page', async () => {
  const one = await start()
  const [, value, context] = page('<p>none</p>')
  const missing = { ...value, status: 404 } as Value
  for (let n = 0; n < 20; n++) await one.request().set(`/blog/random-${n}`, missing, context)
  expect(await keys('*blog*')).toEqual([])
  await one.request().set(...page('<p>1</p>'))
  await one.request().set('/blog', missing, context)
  expect(await htmlOf(one)).toBe('<p>none</p>')
})
