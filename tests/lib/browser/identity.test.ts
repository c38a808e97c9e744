import { beforeEach, expect, test, vi } from 'vitest'
import { freshToken, deleteIdentity } from '@/lib/browser/identity'
import { callTimeoutMs } from '@/lib/browser/timeout'

type User = { uid: string; getIdToken?: () => Promise<string> }
const world = vi.hoisted(() => ({ user: null as User | null, deleteUser: vi.fn() }))
vi.mock('@/lib/browser/identity-sdk', () => ({
  getApps: () => [{ name: '[DEFAULT]' }],
  getAuth: () => ({
    get currentUser() {
      return world.user
    },
    authStateReady: async () => undefined,
  }),
  deleteUser: world.deleteUser,
}))
vi.mock('@/lib/browser/config', () => ({ publicConfig: async () => ({ identity: {} }) }))

beforeEach(() => {
  world.user = { uid: 'u1' }
  world.deleteUser.mockReset().mockResolvedValue(undefined)
})

test('signs a deleted account out', async () => {
  expect(await deleteIdentity('u1')).toBe(true)
  expect(world.deleteUser).toHaveBeenCalledExactlyOnceWith({ uid: 'u1' })
})

test.each([null, { uid: 'u2' }])('keeps %j, who signed in meanwhile', async (user) => {
  world.user = user
  expect(await deleteIdentity('u1')).toBe(false)
  expect(world.deleteUser).not.toHaveBeenCalled()
})

test('keeps an old sign-in that the provider refuses to delete', async () => {
  world.deleteUser.mockRejectedValue(new Error('auth/requires-recent-login'))
  expect(await deleteIdentity('u1')).toBe(false)
})

test('shares one token request between callers, with a timeout', async () => {
  vi.useFakeTimers()
  try {
    const getIdToken = vi.fn(() => new Promise<string>(() => {}))
    world.user = { uid: 'u1', getIdToken }
    const waits = [freshToken(), freshToken()].map((asked) => asked.catch((error: Error) => error.message))
    await vi.advanceTimersByTimeAsync(callTimeoutMs)
    expect(await Promise.all(waits)).toEqual(Array(2).fill(expect.stringContaining('no answer')))
    expect(getIdToken).toHaveBeenCalledTimes(1)
    getIdToken.mockResolvedValueOnce('token')
    expect(await freshToken()).toBe('token')
  } finally {
    vi.useRealTimers()
  }
})
