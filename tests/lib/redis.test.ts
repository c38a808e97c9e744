import { createClient } from '@redis/client'
import { afterEach, beforeAll, beforeEach, expect, test as anywhere, vi } from 'vitest'
import { Redis, RedisUnavailable } from '@/lib/server/redis'
import { freePort } from '@/local/ports'
import { startRedis, type RedisServer } from '@/tests/setup/redis'

const test = anywhere.skipIf(process.env.TEST_REDIS === 'off')

let server: RedisServer
let lines: string[]
let opened: Redis[]

beforeAll(async () => {
  server = await startRedis()
  return () => server.stop()
})
beforeEach(() => {
  opened = []
  lines = []
  const hear = (line: string) => void lines.push((JSON.parse(line) as { msg: string }).msg.split(':')[0] ?? '')
  vi.spyOn(console, 'warn').mockImplementation(hear)
  vi.spyOn(console, 'info').mockImplementation(hear)
})
afterEach(() => {
  for (const one of opened) one.close()
})

async function connect(url = server.url): Promise<Redis> {
  const redis = new Redis(url, 'test:')
  opened.push(redis)
  await redis.firstAttempt
  return redis
}

const isUp = (redis: Redis) => expect.poll(() => redis.isUp).toBe(true)

test('fails at once without a server, and logs it once', async () => {
  const redis = await connect(`redis://127.0.0.1:${await freePort()}`)
  expect([redis.isUp, redis.client.isReady]).toEqual([false, false])
  for (let count = 0; count < 100; count++) await expect(redis.client.get('one')).rejects.toThrow(RedisUnavailable)
  expect(lines).toEqual(['Redis is away'])
})

test('reconnects after a restart, and runs the listeners', async () => {
  const redis = await connect()
  const made = vi.fn(async () => {})
  redis.onReconnect(made)
  await server.kill()
  await expect.poll(() => redis.isUp).toBe(false)
  await expect(redis.client.get('one')).rejects.toThrow(RedisUnavailable)
  expect(made).not.toHaveBeenCalled()
  await server.start()
  await isUp(redis)
  await redis.client.set('test:one', '1')
  expect(made).toHaveBeenCalledOnce()
  expect(lines).toEqual(['Redis is away', 'Redis is back'])
})

test('treats a full server as unavailable', async () => {
  const { client: operator } = await connect()
  const raw = createClient({ url: server.url })
  await raw.connect()
  try {
    await raw.configSet('maxmemory', '1')
    expect((await connect()).isUp).toBe(false)
    await expect(operator.set('test:one', '1')).rejects.toThrow(/OOM/)
    await expect(operator.get('test:one')).rejects.toThrow(RedisUnavailable)
  } finally {
    await raw.configSet('maxmemory', '0')
    raw.destroy()
  }
})
