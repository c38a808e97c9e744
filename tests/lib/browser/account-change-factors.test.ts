import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  addPhoneFactor,
  otpauthUri,
  removeFactor,
  startAuthenticatorSetup,
  type AuthenticatorSetup,
} from '@/lib/browser/account-change'
import { readAccount } from '@/lib/browser/account'

type Listener = (listed: { mfaInfo?: object[] }) => void

const world = vi.hoisted(() => ({ identity: vi.fn(), enroll: vi.fn(), unenroll: vi.fn(), generateSecret: vi.fn() }))
vi.mock('@/lib/browser/identity', () => ({
  openIdentity: world.identity,
  userRestored: (auth: { authStateReady: () => Promise<void> }) => auth.authStateReady(),
  personOf: ({ uid }: { uid: string }) => ({ uid }),
}))
vi.mock('@/lib/browser/config', () => ({
  publicConfig: async () => ({ signIn: { signInOptions: [] } }),
}))
const factors = { enrolledFactors: [] as object[], getSession: async () => 'session', ...world }
vi.mock('@/lib/browser/account-sdk', () => ({
  multiFactor: (user: { reloadListener?: Listener }) => {
    // Like the SDK, keeps the old list without a new one.
    user.reloadListener ??= ({ mfaInfo }) => {
      if (mfaInfo) factors.enrolledFactors = mfaInfo.map(asInfo)
    }
    return factors
  },
  PhoneAuthProvider: { credential: (id: string, code: string) => `${id}:${code}` },
  PhoneMultiFactorGenerator: { assertion: (credential: string) => `sms ${credential}` },
  TotpMultiFactorGenerator: {
    generateSecret: world.generateSecret,
    assertionForEnrollment: ({ secretKey }: { secretKey: string }, code: string) => `app ${secretKey} ${code}`,
  },
}))

const coded = (code: string) => Object.assign(new Error(code), { code: `auth/${code}` })
type Listed = { mfaEnrollmentId: string; phoneInfo?: string; displayName?: string }
const asInfo = (one: object) => {
  const { mfaEnrollmentId: uid, phoneInfo, displayName } = one as Listed
  const enrollmentTime = 'Sun, 01 Nov 2026 10:00:00 GMT'
  return { uid, displayName, enrollmentTime, factorId: phoneInfo ? 'phone' : 'totp', phoneNumber: phoneInfo }
}

let listed: { mfaInfo?: object[] } = {}
function signedIn() {
  const user = {
    uid: 'u1',
    email: 'ada@x.test',
    emailVerified: true,
    tenantId: null,
    providerData: [],
    metadata: {},
    reload: async () => (user as { reloadListener?: Listener }).reloadListener?.(listed),
  }
  const auth = { currentUser: user as typeof user | null, settings: {}, authStateReady: async () => {} }
  world.identity.mockResolvedValue({ auth, config: { emulator: true, secondFactors: ['totp'] } })
  return { auth, user }
}

beforeEach(() => {
  for (const mock of [world.enroll, world.unenroll, world.generateSecret]) mock.mockReset()
  factors.enrolledFactors = []
  listed = {}
  signedIn()
})

describe('the list', () => {
  test('contains all kinds', async () => {
    listed = {
      mfaInfo: [
        { mfaEnrollmentId: 'p', phoneInfo: '+16505554567' },
        { mfaEnrollmentId: 'a', totpInfo: {}, displayName: 'Authenticator app' },
      ],
    }
    const found = await readAccount()
    expect(found).toMatchObject({ offeredFactors: ['totp'], emailVerified: true })
    expect(found?.factors.map(({ id, kind }) => [id, kind])).toEqual([
      ['p', 'phone'],
      ['a', 'totp'],
    ])
    expect(found?.factors[0]).toMatchObject({ phone: '+16505554567', addedAt: '2026-11-01T10:00:00.000Z' })
  })

  test('is empty after the last one was removed elsewhere', async () => {
    listed = { mfaInfo: [{ mfaEnrollmentId: 'a', totpInfo: {} }] }
    expect((await readAccount())?.factors).toHaveLength(1)
    listed = {}
    expect((await readAccount())?.factors).toEqual([])
  })
})

test('encodes the names in the key’s address', () => {
  const secret = { secretKey: 'ABCD', hashingAlgorithm: 'SHA1', codeLength: 6, codeIntervalSeconds: 30 }
  expect(otpauthUri('ada+1@x.test', secret)).toBe(
    'otpauth://totp/Unhurried:ada%2B1%40x.test?secret=ABCD&issuer=Unhurried&algorithm=SHA1&digits=6&period=30',
  )
})

test('adds an app by a code of its key', async () => {
  world.generateSecret.mockResolvedValue({
    secretKey: 'ABCD',
    hashingAlgorithm: 'SHA1',
    codeLength: 6,
    codeIntervalSeconds: 30,
  })
  const kept: AuthenticatorSetup[] = []
  expect(await startAuthenticatorSetup((app) => kept.push(app))).toEqual({ done: { uid: 'u1' } })
  expect(kept[0]).toMatchObject({ secretKey: 'ABCD', uri: expect.stringContaining('ada%40x.test') })
  world.enroll.mockRejectedValueOnce(coded('invalid-verification-code'))
  expect(await kept[0]?.confirm('111111')).toMatchObject({ problem: { field: 'code' } })
  expect(await kept[0]?.confirm('123 456')).toEqual({ done: { uid: 'u1' } })
  expect(world.enroll).toHaveBeenLastCalledWith('app ABCD 123456', 'Authenticator app')
})

test('adds a phone by its texted code', async () => {
  expect(await addPhoneFactor('id', '123-456')).toEqual({ done: { uid: 'u1' } })
  expect(world.enroll).toHaveBeenCalledWith('sms id:123456')
})

test.each([
  ['unverified-email', { needsVerifiedEmail: true }],
  ['operation-not-allowed', { title: 'problem.notAvailableTitle' }],
  ['totp-challenge-timeout', { text: 'problem.keyExpired' }],
  ['maximum-second-factor-count-exceeded', { text: 'problem.tooManyFactors' }],
])('reports %s while adding one', async (code, problem) => {
  world.generateSecret.mockRejectedValue(coded(code))
  expect(await startAuthenticatorSetup(() => {})).toMatchObject({ problem })
})

describe('removing one', () => {
  beforeEach(async () => {
    listed = { mfaInfo: [{ mfaEnrollmentId: 'a', totpInfo: {} }] }
    await readAccount()
  })
  const signedOut = vi.fn()
  beforeEach(() => signedOut.mockReset())

  test('succeeds and reports an ended session', async () => {
    world.unenroll.mockImplementation(async () => {
      factors.enrolledFactors = []
      throw coded('user-token-expired')
    })
    expect(await removeFactor('a', signedOut)).toEqual({ done: { uid: 'u1' } })
    expect(signedOut).toHaveBeenCalledOnce()
  })

  test.each([
    ['user-token-expired', { isSessionEnded: true }],
    ['network-request-failed', { title: 'network' }],
  ])('is not done after %s', async (code, problem) => {
    world.unenroll.mockRejectedValue(coded(code))
    expect(await removeFactor('a', signedOut)).toMatchObject({ problem })
    expect(signedOut).not.toHaveBeenCalled()
  })
})
