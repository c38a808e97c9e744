import { UnsecuredJWT } from 'jose'
import { afterAll, expect, test } from 'vitest'
import { GET as getUser } from '@/app/api/users/get-user/route'
import { projectId } from '@/tests/fakes/identity'
import { call, stage } from '@/tests/setup/stage'

const world = await stage({ FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:1' })
afterAll(() => world.close())

const unsigned = (change = {}) => new UnsecuredJWT({ ...world.identity.claims('ada'), ...change }).encode()

test('accepts unsigned tokens of a configured emulator', async () => {
  const response = await call(getUser, '/users/get-user?uid=ada', { token: unsigned() })
  expect(response.status).toBe(404)
})

test.each([
  ['expired', { exp: 1 }],
  ['of another project', { aud: 'other' }],
  ['of another issuer', { iss: `https://example.org/${projectId}` }],
  ['of a uid that no database can store', { sub: 'a\0da' }],
  ['from the future', { iat: Math.floor(Date.now() / 1000) + 3600 }],
])('rejects a token that is %s', async (_, change) => {
  const response = await call(getUser, '/users/get-user?uid=ada', { token: unsigned(change) })
  expect(response.status).toBe(401)
})

test('rejects a signed token', async () => {
  const token = await world.identity.token('ada')
  expect((await call(getUser, '/users/get-user?uid=ada', { token })).status).toBe(401)
})
