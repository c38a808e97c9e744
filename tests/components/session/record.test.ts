import { expect, test, vi } from 'vitest'
import { loadOrCreateRecord } from '@/components/session/session'
import { failure } from '@/lib/browser/answer'
import { ada, adaRecord } from '@/tests/components/people'

const found = { status: 200 as const, data: adaRecord }
const no = (status: number) => failure(status, 'x', 'x')

test('only reads an existing user', async () => {
  const calls = { getUser: vi.fn(async () => found), insertOrUpdate: vi.fn() }
  expect(await loadOrCreateRecord(calls, ada)).toBe(found)
  expect(calls.getUser).toHaveBeenCalledTimes(1)
  expect(calls.insertOrUpdate).not.toHaveBeenCalled()
})

test.each([404, 429, 503])('on %i, creates it once, replaces nothing, and reads it', async (status) => {
  const getUser = vi.fn().mockResolvedValueOnce(no(status)).mockResolvedValueOnce(found)
  const insertOrUpdate = vi.fn(async () => found)
  expect(await loadOrCreateRecord({ getUser, insertOrUpdate }, ada)).toBe(found)
  expect(insertOrUpdate).toHaveBeenCalledExactlyOnceWith(ada, 'fill')
  expect(getUser).toHaveBeenCalledTimes(2)
})

test.each([401, 403, 0])('on %i, writes nothing', async (status) => {
  const calls = { getUser: vi.fn(async () => no(status)), insertOrUpdate: vi.fn() }
  expect((await loadOrCreateRecord(calls, ada)).status).toBe(status)
  expect(calls.insertOrUpdate).not.toHaveBeenCalled()
})

test('writes first after a change that the provider does not announce', async () => {
  const calls = { getUser: vi.fn(async () => found), insertOrUpdate: vi.fn(async () => found) }
  await loadOrCreateRecord(calls, ada, true)
  expect(calls.insertOrUpdate).toHaveBeenCalledExactlyOnceWith(ada, 'replace')
  expect(calls.getUser).toHaveBeenCalledTimes(1)
})
