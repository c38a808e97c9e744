import { initializeApp } from 'firebase/app'
import {
  connectAuthEmulator,
  inMemoryPersistence,
  initializeAuth,
  signInWithCustomToken,
  updateCurrentUser,
  type User,
} from 'firebase/auth'
import { afterAll, describe, expect, test } from 'vitest'
import { keepTenantInSync } from '@/lib/browser/identity'
import { listen } from '@/tests/setup/listen'

const idToken = `e30.${btoa('{"iat":1,"exp":3601}')}.x`
const service = await listen((request, response) => {
  const isLookup = request.url?.includes('accounts:lookup')
  const user = { localId: 'ada', tenantId: 'north' }
  const answer = isLookup ? { users: [user] } : { idToken, refreshToken: 'refresh', expiresIn: '3600' }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
})
afterAll(() => service.close())

describe('the installed SDK', () => {
  function sdkClient() {
    const app = initializeApp({ apiKey: 'key' }, crypto.randomUUID())
    const auth = initializeAuth(app, { persistence: inMemoryPersistence })
    connectAuthEmulator(auth, service.url, { disableWarnings: true })
    return auth
  }

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
