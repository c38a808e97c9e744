import { beforeEach, expect, test, vi } from 'vitest'
import { removeIdentity } from '@/lib/browser/identity'

const world = vi.hoisted(() => ({ user: null as { uid: string } | null, deleteUser: vi.fn() }))
vi.mock('@/lib/browser/identity-sdk', () => ({
  getApps: () => [{ name: '[DEFAULT]' }],
  getApp: () => ({}),
  getAuth: () => ({
    get currentUser() {
      return world.user
    },
    authStateReady: async () => undefined,
  }),
  deleteUser: world.deleteUser,
}))
vi.mock('@/lib/browser/config', () => ({ publicConfig: async () => ({ identity: {} }) }))
vi.mock('@/lib/browser/tenant', () => ({ followTenant: () => undefined }))

beforeEach(() => {
  world.user = { uid: 'u1' }
  world.deleteUser.mockReset().mockResolvedValue(undefined)
})

test('whoever deleted their account loses their sign-in', async () => {
  expect(await removeIdentity('u1')).toBe(true)
  expect(world.deleteUser).toHaveBeenCalledExactlyOnceWith({ uid: 'u1' })
})

test.each([null, { uid: 'u2' }])('and %j, who is here by then, loses nothing', async (user) => {
  world.user = user
  expect(await removeIdentity('u1')).toBe(false)
  expect(world.deleteUser).not.toHaveBeenCalled()
})

test('an old sign-in, which the provider refuses to delete, remains', async () => {
  world.deleteUser.mockRejectedValue(new Error('auth/requires-recent-login'))
  expect(await removeIdentity('u1')).toBe(false)
})
