import { expect, test } from 'vitest'
import { signInIdOf } from '@/lib/browser/identity'
import { isSessionEndedError } from '@/lib/browser/sdk-error'

test.each([
  ['auth/user-token-expired', true],
  ['auth/user-disabled', true],
  ['auth/user-not-found', true],
  ['auth/requires-recent-login', true],
  ['auth/network-request-failed', false],
  ['auth/too-many-requests', false],
  ['', false],
])('decides whether %s ends a sign-in: %s', (code, ended) => {
  expect(isSessionEndedError(Object.assign(new Error(code), { code }))).toBe(ended)
})

const token = (claims: object) => `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`

test('identifies a sign-in by user and time', () => {
  const first = signInIdOf(token({ sub: 'ü~ü>?', auth_time: 5, iat: 6 }))
  expect(first).not.toBeNull()
  expect(signInIdOf(token({ sub: 'ü~ü>?', auth_time: 5, iat: 70 }))).toBe(first)
  expect(signInIdOf(token({ sub: 'ü~ü>?', auth_time: 9 }))).not.toBe(first)
  expect(signInIdOf(token({ sub: 'u2', auth_time: 5 }))).not.toBe(first)
})

test.each(['', 'x', 'a.b.c', 'a..c', token({}), token({ sub: 'u1' }), token({ sub: 7, auth_time: 5 })])(
  'rejects %j as a sign-in',
  (text) => expect(signInIdOf(text)).toBeNull(),
)
