import { afterEach, expect, test, vi } from 'vitest'
import { failure, mayHaveArrived, noAnswer, noMode } from '@/lib/browser/answer'

afterEach(() => {
  vi.doUnmock('@/lib/browser/api')
  vi.resetModules()
})

test('a call goes through the client, which is loaded for it', async () => {
  vi.doMock('@/lib/browser/api', () => ({ plans: async () => ({ status: 200, data: { plans: [] } }) }))
  const { ask } = await import('@/lib/browser/ask')
  expect(await ask((api) => api.plans())).toEqual({ status: 200, data: { plans: [] } })
})

test('a client that cannot be loaded is an answer like any other, and the next call tries again', async () => {
  vi.doMock('@/lib/browser/api', () => {
    throw new Error('ChunkLoadError')
  })
  const { ask } = await import('@/lib/browser/ask')
  const answer = await ask((api) => api.plans())
  expect(answer).toMatchObject({ status: 0, data: { error: { code: 'not-sent' } } })
  expect(mayHaveArrived(answer)).toBe(false)
  vi.doMock('@/lib/browser/api', () => ({ plans: async () => ({ status: 200, data: { plans: [] } }) }))
  expect((await ask((api) => api.plans())).status).toBe(200)
})

test('only a call that left without an answer may have arrived', () => {
  expect(mayHaveArrived(noAnswer())).toBe(true)
  for (const answer of [noMode(), failure(503, 'unavailable', 'x'), { status: 200 as const, data: {} }]) {
    expect(mayHaveArrived(answer)).toBe(false)
  }
})
