/** Limits and health with a shared Redis. */
import { beforeAll, beforeEach, expect, test as anywhere, vi } from 'vitest'
import { GET as healthRoute } from '@/app/api/health/route'
import { redis, type Redis } from '@/lib/redis'
import { consumePoint } from '@/lib/server/http/limits'
import { startRedis, type RedisServer } from '@/tests/setup/redis'
import { call, stage } from '@/tests/setup/stage'
import { replaceProcessState } from '@/lib/process-state'

const test = anywhere.skipIf(process.env.TEST_REDIS === 'off')

let server: RedisServer
let world: Awaited<ReturnType<typeof stage>>
beforeAll(async () => {
  server = await startRedis()
  return () => server.stop()
})
beforeAll(async () => {
  world = await stage({ REDIS_URL: server.url })
  return async () => {
    redis()?.close()
    await world.close()
  }
})
beforeEach(() => {
  for (const level of ['warn', 'info'] as const) vi.spyOn(console, level).mockReturnValue()
})

async function anotherProcess(): Promise<Redis> {
  redis()?.close()
  for (const name of ['redis', 'limiters', 'health']) replaceProcessState(name)
  const store = redis()
  await store?.firstAttempt
  return store as Redis
}

const spend = async (key: string) => {
  return consumePoint('checkout', key).then(
    () => 'passed',
    (error: { code?: string }) => error.code,
  )
}
const health = async () => {
  replaceProcessState('health')
  const response = await call(healthRoute, '/health')
  const { status, cache } = await response.json()
  return [response.status, status, cache]
}

test('counts requests of all processes', async () => {
  for (let count = 0; count < 10; count++) {
    if (count % 4 === 0) await anotherProcess()
    expect(await spend('shared')).toBe('passed')
  }
  expect(await spend('shared')).toBe('too-many-requests')
  await anotherProcess()
  expect(await spend('shared')).toBe('too-many-requests')
  expect(await spend('somebody else')).toBe('passed')
})

test('limits without Redis, and reports it in health', async () => {
  const store = await anotherProcess()
  expect(await health()).toEqual([200, 'ok', 'ok'])
  await server.kill()
  await expect.poll(() => store.isUp).toBe(false)
  expect(await health()).toEqual([200, 'degraded', 'down'])
  for (let count = 0; count < 10; count++) expect(await spend('away')).toBe('passed')
  expect(await spend('away')).toBe('too-many-requests')
  await server.start()
  await expect.poll(() => store.isUp).toBe(true)
  expect(await health()).toEqual([200, 'ok', 'ok'])
  expect(await spend('back')).toBe('passed')
})
