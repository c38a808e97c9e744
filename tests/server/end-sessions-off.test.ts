import { afterAll, expect, test } from 'vitest'
import { POST as endSessions } from '@/app/api/users/end-sessions/route'
import { call, stage } from '@/tests/setup/stage'

const world = await stage({ FIREBASE_SERVICE_ACCOUNT: '' })
afterAll(() => world.close())

test('answers not-configured without an admin credential', async () => {
  const token = await world.identity.token('ada')
  const response = await call(endSessions, '/users/end-sessions', { token, body: { uid: 'ada' } })
  expect(response.status).toBe(503)
  const { error } = await response.json()
  expect(error.code).toBe('not-configured')
  expect(error.message).toMatch(/nothing has changed\. If you have a password, changing it.*up to an hour\.$/)
  expect(response.headers.get('retry-after')).toBeNull()
})
