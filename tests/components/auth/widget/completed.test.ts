import { FirebaseError } from 'firebase/app'
import { describe, expect, test } from 'vitest'
import { completed } from '@/components/auth/widget/completed'

const failed = (answer?: object) =>
  new FirebaseError('auth/account-exists-with-different-credential', 'taken', answer && { _tokenResponse: answer })

describe('an error that came back by redirect', () => {
  test.each([
    [{ providerId: 'facebook.com', oauthAccessToken: 'a' }, 'facebook.com'],
    [{ providerId: 'google.com', oauthIdToken: 'i', oauthAccessToken: 'a' }, 'google.com'],
    [{ providerId: 'oidc.clinic', oauthIdToken: 'i', pendingToken: 'p' }, 'oidc.clinic'],
    [{ providerId: 'saml.clinic', pendingToken: 'p' }, 'saml.clinic'],
    [{ providerId: 'twitter.com', oauthAccessToken: 'a', oauthTokenSecret: 's' }, 'twitter.com'],
  ])('%j', (answer, providerId) => {
    const error = completed(failed({ ...answer, email: 'a@x.test', tenantId: 't' }))
    expect(error).toMatchObject({ credential: { providerId }, email: 'a@x.test', tenantId: 't' })
  })
})

test('what is complete, or carries nothing, stays as it is', () => {
  const whole = Object.assign(failed({ providerId: 'google.com', oauthIdToken: 'i' }), { credential: 'own' })
  expect(completed(whole)).toHaveProperty('credential', 'own')
  for (const cause of [failed(), failed({ providerId: 'google.com' }), new Error('x'), null]) {
    expect(completed(cause)).toBe(cause)
    expect(cause ?? {}).not.toHaveProperty('credential')
  }
})
