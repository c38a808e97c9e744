import { initializeApp } from 'firebase/app'
import {
  type Auth,
  inMemoryPersistence,
  initializeAuth,
  signInWithCustomToken,
  updateCurrentUser,
  type User,
} from 'firebase/auth'
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

type Member = { uid: string; tenantId: string | null }

/** A client that refuses users of other tenants, like the SDK's. */
function client(kept: Member | null = null) {
  const changes = vi.fn()
  const auth = {
    tenantId: null as string | null,
    currentUser: kept,
    authStateReady: async () => {},
    async _updateCurrentUser(user: Member | null, skip?: boolean) {
      if (user && user.tenantId !== this.tenantId) throw new Error('tenant-id-mismatch')
      this.currentUser = user
      changes(user, skip)
    },
  }
  keepTenantInSync(auth as unknown as Auth)
  keepTenantInSync(auth as unknown as Auth)
  return { auth, changes }
}
const north = { uid: 'ada', tenantId: 'north' }
const nowhere = { uid: 'eve', tenantId: null }

test('accepts users of any tenant, and signing out', async () => {
  const { auth, changes } = client()
  await auth._updateCurrentUser(north, true)
  expect([auth.currentUser, auth.tenantId]).toEqual([north, 'north'])
  await auth._updateCurrentUser(nowhere)
  expect([auth.currentUser, auth.tenantId]).toEqual([nowhere, null])
  await auth._updateCurrentUser(north)
  await auth._updateCurrentUser(null)
  expect([auth.currentUser, auth.tenantId]).toEqual([null, null])
  expect(changes).toHaveBeenNthCalledWith(1, north, true)
  expect(changes).toHaveBeenCalledTimes(4)
})

test.each([
  [north, 'north'],
  [nowhere, null],
  [null, null],
])('sets the tenant of a restored user: %o', async (kept, tenantId) => {
  const { auth } = client(kept)
  await Promise.resolve()
  expect(auth.tenantId).toBe(tenantId)
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

  test('refuses a user of another tenant by itself', async () => {
    const refused = updateCurrentUser(sdkClient(), await tenantUser())
    await expect(refused).rejects.toMatchObject({ code: 'auth/tenant-id-mismatch' })
  })

  test('accepts the user once its tenant is kept in sync', async () => {
    const auth = sdkClient()
    keepTenantInSync(auth)
    await updateCurrentUser(auth, await tenantUser())
    expect([auth.currentUser?.uid, auth.tenantId]).toEqual(['ada', 'north'])
  })
})
