import { beforeEach, describe, expect, test, vi } from 'vitest'
import { deleteIdentity, endRefusedSignIn, freshToken, signOutSdk, watchPerson } from '@/lib/browser/identity'
import { errorCodeOf, isSessionEndedError } from '@/lib/browser/sdk-error'
import { callTimeoutMs } from '@/lib/browser/time'

type Token = { token: string; authTime: string }
type User = { uid: string; getIdTokenResult?: () => Promise<Token> }
const world = vi.hoisted(() => ({
  user: null as User | null,
  deleteUser: vi.fn(),
  restored: Promise.resolve(),
  signOut: vi.fn(),
  announce: vi.fn(),
}))
vi.mock('@/lib/browser/identity-sdk', () => ({
  getApps: () => [{ name: '[DEFAULT]' }],
  getAuth: () => ({
    get currentUser() {
      return world.user
    },
    authStateReady: () => world.restored,
  }),
  deleteUser: world.deleteUser,
  signOut: world.signOut,
  onAuthStateChanged: (_auth: object, next: typeof world.announce) => {
    world.announce = next
    return () => undefined
  },
}))
vi.mock('@/lib/browser/config', () => ({ publicConfig: async () => ({ identity: {} }) }))

beforeEach(() => {
  world.user = { uid: 'u1' }
  world.deleteUser.mockReset().mockResolvedValue(undefined)
  world.restored = Promise.resolve()
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

test('shares one token request between callers, with a timeout', async () => {
  vi.useFakeTimers()
  try {
    const getIdTokenResult = vi.fn(() => new Promise<Token>(() => {}))
    world.user = { uid: 'u1', getIdTokenResult }
    const waits = [freshToken(), freshToken()].map((asked) => asked.catch((error: Error) => error.message))
    await vi.advanceTimersByTimeAsync(callTimeoutMs)
    expect(await Promise.all(waits)).toEqual(Array(2).fill(expect.stringContaining('no answer')))
    expect(getIdTokenResult).toHaveBeenCalledTimes(1)
    getIdTokenResult.mockResolvedValueOnce({ token: 'token', authTime: '' })
    expect(await freshToken()).toEqual({ token: 'token', authTime: '' })
  } finally {
    vi.useRealTimers()
  }
})

describe('a browser database that never answers', () => {
  const never = new Promise<never>(() => {})
  beforeEach(() => {
    vi.useFakeTimers()
    world.restored = never
    world.signOut.mockReturnValue(never)
    return () => vi.useRealTimers()
  })

  test.each<[string, () => Promise<unknown>]>([
    ['freshToken', freshToken],
    ['watchPerson', () => watchPerson(() => {})],
    ['signOutSdk', () => signOutSdk()],
  ])('makes %s fail after the timeout', async (_, call) => {
    const outcome = call().catch((error: Error) => error.message)
    await vi.advanceTimersByTimeAsync(callTimeoutMs)
    expect(await outcome).toContain('no answer')
  })

  test('names a silent database after ten seconds', async () => {
    vi.stubGlobal('indexedDB', { open: () => new EventTarget() })
    const outcome = watchPerson(() => {}).catch(errorCodeOf)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await outcome).toBe('silent-storage')
    vi.unstubAllGlobals()
  })

  test('reports a user who is restored later', async () => {
    const next = vi.fn()
    const outcome = watchPerson(next).catch(() => 'failed')
    await vi.advanceTimersByTimeAsync(callTimeoutMs)
    expect(await outcome).toBe('failed')
    world.announce({ uid: 'u1', displayName: null, email: null, phoneNumber: null, photoURL: null, providerData: [] })
    expect(next).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ uid: 'u1' }))
  })
})

test.each([
  ['auth/user-token-expired', true],
  ['auth/requires-recent-login', true],
  ['auth/network-request-failed', false],
  ['', false],
])('decides whether %s ends a sign-in: %s', (code, ended) => {
  expect(isSessionEndedError(Object.assign(new Error(code), { code }))).toBe(ended)
})

test.each([
  ['the same sign-in', 'Sun', true],
  ['a later sign-in', 'Mon', false],
])('after a refused token, signs out of %s: %s', async (_, authTime, isEnded) => {
  world.signOut.mockReset()
  world.user = { uid: 'u1', getIdTokenResult: async () => ({ token: 'token', authTime }) }
  expect(await endRefusedSignIn('Sun')).toBe(isEnded)
  expect(world.signOut).toHaveBeenCalledTimes(isEnded ? 1 : 0)
})
