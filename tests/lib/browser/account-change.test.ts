import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  addPhone,
  changeEmail,
  changeName,
  changePassword,
  reauthenticate,
  removeMethod,
  sendCode,
  setPassword,
} from '@/lib/browser/account-change'

const world = vi.hoisted(() => ({
  identity: vi.fn(),
  sdkCalls: [] as string[],
  fails: {} as Record<string, string>,
  /** Runs while the settings load. */
  meanwhile: () => {},
}))
vi.mock('@/lib/browser/identity', () => ({
  openIdentity: world.identity,
  personOf: ({ uid }: { uid: string }) => ({ uid }),
}))
const options = (...providers: string[]) => ({ signInOptions: providers.map((provider) => ({ provider })) })
vi.mock('@/lib/browser/config', () => ({
  publicConfig: async () => {
    world.meanwhile()
    return { signIn: { ...options('password', 'phone', 'google.com'), tenants: { clinic: options('google.com') } } }
  },
}))

/** Records each call with its arguments, except the user. A call that is set to fail does so once. */
const call =
  (name: string) =>
  async (_: unknown, ...input: unknown[]) => {
    world.sdkCalls.push([name, ...input.map((each) => JSON.stringify(each))].join(' '))
    const code = world.fails[name]
    delete world.fails[name]
    if (code) throw Object.assign(new Error(code), { code: `auth/${code}` })
  }
vi.mock('@/lib/browser/second-factor-challenge', () => ({ openChallenge: () => ({ factors: [] }) }))
vi.mock('@/lib/browser/account-sdk', () => ({
  EmailAuthProvider: { credential: (email: string, password: string) => `${email}:${password}` },
  PhoneAuthProvider: Object.assign(
    class {
      verifyPhoneNumber = async (number: string) => {
        await call('verifyPhoneNumber')(null, number)
        return 'id'
      }
    },
    { credential: (id: string, code: string) => `${id}:${code}` },
  ),
  RecaptchaVerifier: class {
    clear = () => void world.sdkCalls.push('clear')
  },
  updateProfile: call('updateProfile'),
  verifyBeforeUpdateEmail: call('verifyBeforeUpdateEmail'),
  updatePassword: call('updatePassword'),
  linkWithCredential: call('linkWithCredential'),
  reauthenticateWithCredential: call('reauthenticateWithCredential'),
  unlink: call('unlink'),
}))

const linked = (...ids: string[]) => ids.map((providerId) => ({ providerId }))
const user = {
  uid: 'u1',
  email: 'ada@x.test' as string | null,
  tenantId: null as string | null,
  providerData: linked('password', 'phone'),
}
const signedIn = (currentUser: object | null) =>
  world.identity.mockResolvedValue({ auth: { currentUser, settings: {} }, config: { emulator: false } })

beforeEach(() => {
  vi.stubGlobal('location', { origin: 'http://localhost:3000', pathname: '/profile' })
  world.sdkCalls.length = 0
  world.fails = {}
  world.meanwhile = () => {}
  signedIn(user)
})

const done = { done: { uid: 'u1' } }

const passwordCalls = [
  'reauthenticateWithCredential "ada@x.test:old"',
  'updatePassword "new"',
  'reauthenticateWithCredential "ada@x.test:new"',
]
const newEmailCall = 'verifyBeforeUpdateEmail "new@x.test" {"url":"http://localhost:3000/profile"}'
const codeCall = 'reauthenticateWithCredential "id:123456"'

test.each<[string, () => Promise<unknown>, string[]]>([
  ['trims the name', () => changeName('  Ada '), ['updateProfile {"displayName":"Ada"}']],
  ['links a new address back to the profile', () => changeEmail(' new@x.test '), [newEmailCall]],
  ['checks the current password, then signs in again', () => changePassword('old', 'new'), passwordCalls],
  ['confirms a user by code', () => reauthenticate({ verificationId: 'id', code: ' 123456 ' }), [codeCall]],
  ['removes spaces from codes', () => addPhone('id', '123 456'), ['linkWithCredential "id:123456"']],
])('%s', async (_, change, calls) => {
  expect(await change()).toEqual(done)
  expect(world.sdkCalls).toEqual(calls)
})

test('changes nothing with a wrong current password', async () => {
  world.fails.reauthenticateWithCredential = 'invalid-credential'
  expect(await changePassword('old', 'new')).toMatchObject({ problem: { field: 'current' } })
  expect(world.sdkCalls).toHaveLength(1)
})

test('keeps a first password, even if signing in with it fails', async () => {
  world.fails.reauthenticateWithCredential = 'network-request-failed'
  signedIn({ ...user, email: null })
  expect(await setPassword('ada@x.test', 'new')).toEqual(done)
  expect(world.sdkCalls[0]).toBe('linkWithCredential "ada@x.test:new"')
})

test('never removes the last sign-in method', async () => {
  signedIn({ ...user, providerData: linked('password') })
  expect(await removeMethod('password')).toMatchObject({ problem: { text: 'problem.lastMethod' } })
  expect(world.sdkCalls).toEqual([])
  signedIn(user)
  expect(await removeMethod('phone')).toEqual(done)
  expect(world.sdkCalls).toEqual(['unlink "phone"'])
})

test('does not count methods that are no longer offered', async () => {
  signedIn({ ...user, providerData: linked('github.com', 'phone') })
  expect(await removeMethod('phone')).toMatchObject({ problem: { text: 'problem.lastMethod' } })
  expect(await removeMethod('github.com')).toEqual(done)
})

test.each([true, false])('removes the captcha, code sent: %s', async (sent) => {
  vi.stubGlobal('document', { createElement: () => ({}) })
  if (!sent) world.fails.verifyPhoneNumber = 'invalid-phone-number'
  const replaced: unknown[][] = []
  const box = { replaceChildren: (...children: unknown[]) => replaced.push(children) }
  const keep = vi.fn()
  const outcome = await sendCode('+16505550100', box as unknown as HTMLElement, keep)
  expect('done' in outcome).toBe(sent)
  expect(keep).toHaveBeenCalledTimes(sent ? 1 : 0)
  expect(world.sdkCalls.at(-1)).toBe('clear')
  expect(replaced.at(-1)).toEqual([])
})

test('distinguishes signed out from an unavailable identity service', async () => {
  signedIn(null)
  expect(await changeName('Ada')).toMatchObject({ problem: { isSessionEnded: true } })
  world.identity.mockRejectedValue(new Error('offline'))
  expect(await changeName('Ada')).toMatchObject({
    problem: { title: 'problem.networkUnchangedTitle' },
  })
  expect(await removeMethod('phone')).toMatchObject({
    problem: { title: 'problem.networkUnchangedTitle' },
  })
})

test('applies a change to its user after a switch', async () => {
  const auth = { currentUser: user, settings: {} }
  world.identity.mockResolvedValue({ auth, config: { emulator: false } })
  world.meanwhile = () => {
    auth.currentUser = { ...user, uid: 'u2' }
  }
  expect(await changeName('Ada')).toEqual(done)
})

describe('an account with a second factor', () => {
  const factorRequired = 'multi-factor-auth-required'
  /** Continues after the second step. */
  async function goOn(outcome: Awaited<ReturnType<typeof reauthenticate>>) {
    const second = 'problem' in outcome ? outcome.problem?.secondFactor : undefined
    expect(second?.challenge).toEqual({ factors: [] })
    return second?.resume()
  }

  const [, , newPasswordCall] = passwordCalls
  test.each([
    ['changes a password', () => changePassword('old', 'new'), passwordCalls],
    [
      'signs in with a first password',
      () => setPassword('ada@x.test', 'new'),
      ['linkWithCredential "ada@x.test:new"', newPasswordCall],
    ],
  ])('%s after the second factor', async (_, change, calls) => {
    world.fails.reauthenticateWithCredential = factorRequired
    expect(await goOn(await change())).toEqual(done)
    expect(world.sdkCalls).toEqual(calls)
  })
})
