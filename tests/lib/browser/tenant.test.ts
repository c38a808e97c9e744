import { initializeApp } from 'firebase/app'
import { inMemoryPersistence, initializeAuth, signInWithCustomToken, updateCurrentUser, type User } from 'firebase/auth'
import { describe, expect, test, vi } from 'vitest'
import { keepTenantInSync } from '@/lib/browser/identity'

// The SDK takes `fetch` when it is imported.
vi.hoisted(() => {
  const idToken = `e30.${btoa('{"iat":1,"exp":3601}')}.x`
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json(
      url.includes('accounts:lookup')
        ? { users: [{ localId: 'ada', tenantId: 'north' }] }
        : { idToken, refreshToken: 'refresh', expiresIn: '3600' },
    ),
  )
})

describe('the installed SDK', () => {
  const sdkClient = () =>
    initializeAuth(initializeApp({ apiKey: 'key' }, crypto.randomUUID()), { persistence: inMemoryPersistence })

  /** A user who has signed in to the tenant with another client. */
  async function tenantUser(): Promise<User> {
    const auth = sdkClient()
    auth.tenantId = 'north'
    return (await signInWithCustomToken(auth, 'token')).user
  }

  test('accepts the user once its tenant is kept in sync', async () => {
    const auth = sdkClient()
    keepTenantInSync(auth)
    await updateCurrentUser(auth, await tenantUser())
    expect([auth.currentUser?.uid, auth.tenantId]).toEqual(['ada', 'north'])
  })
})
