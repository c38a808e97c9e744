import { afterEach, beforeAll, beforeEach, expect, test as anywhere, vi } from 'vitest'
import { openRedis, type Redis } from '@/lib/server/redis'
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
  for (const { client } of opened) client.destroy()
})

async function connect(url = server.url): Promise<Redis> {
  const redis = openRedis(url, 'test:')
  opened.push(redis)
  await redis.firstAttempt
  return redis
}

test('fails at once without a server, and logs it once', async () => {
  const { client } = await connect(`redis://127.0.0.1:${await freePort()}`)
  for (let count = 0; count < 100; count++) await expect(client.get('one')).rejects.toThrow()
  expect(lines).toEqual(['Redis is away'])
})

test.each([
  ['a restart', () => server.kill(), () => server.start()],
  ['it hangs', () => server.pause(), () => server.resume()],
])('fails at once after %s, and connects again', async (_, end, begin) => {
  const { client } = await connect()
  await client.subscribe('test:channel', (message) => void lines.push(message))
  await end()
  await expect.poll(() => client.isReady, { timeout: 5000 }).toBe(false)
  await expect(client.get('one')).rejects.toThrow()
  await begin()
  await expect.poll(() => client.isReady, { timeout: 5000 }).toBe(true)
  await client.publish('test:channel', 'still subscribed')
  await expect.poll(() => lines).toEqual(['Redis is away', 'Redis is back', 'still subscribed'])
})
