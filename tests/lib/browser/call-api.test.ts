import { afterEach, expect, test, vi } from 'vitest'
import { failure, mayHaveArrived, noAnswerFailure, toAnswer } from '@/lib/browser/answer'

afterEach(() => {
  vi.doUnmock('@/lib/browser/api')
  vi.resetModules()
})

test('loads the client for a call', async () => {
  vi.doMock('@/lib/browser/api', () => ({ plans: async () => ({ status: 200, data: { plans: [] } }) }))
  const { callApi } = await import('@/lib/browser/call-api')
  expect(await callApi((api) => api.plans())).toEqual({ status: 200, data: { plans: [] } })
})

test('reports a client that fails to load, and retries', async () => {
  vi.doMock('@/lib/browser/api', () => {
    throw new Error('ChunkLoadError')
  })
  const { callApi } = await import('@/lib/browser/call-api')
  const answer = await callApi((api) => api.plans())
  expect(answer).toMatchObject({ status: 0, data: { error: { code: 'not-sent' } } })
  expect(mayHaveArrived(answer)).toBe(false)
  vi.doMock('@/lib/browser/api', () => ({ plans: async () => ({ status: 200, data: { plans: [] } }) }))
  expect((await callApi((api) => api.plans())).status).toBe(200)
})

test('treats only unanswered calls as possibly received', () => {
  const page = '<html>Bad gateway</html>'
  const ours = { error: { code: 'unavailable', message: 'Not now.', requestId: '' } }
  for (const answer of [noAnswerFailure(), toAnswer(502, page), toAnswer(504, page), toAnswer(500, null)]) {
    expect(mayHaveArrived(answer)).toBe(true)
  }
  for (const answer of [
    failure(0, 'no-mode'),
    toAnswer(503, ours),
    toAnswer(413, page),
    { status: 200 as const, data: {} },
  ]) {
    expect(mayHaveArrived(answer)).toBe(false)
  }
})
