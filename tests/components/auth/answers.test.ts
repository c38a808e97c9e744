import { afterEach, describe, expect, test, vi } from 'vitest'
import { FirebaseError } from 'firebase/app'
import { isTemporary, translate, withCredential } from '@/components/auth/answers'
import { methodsWhenHidden, hidesAccounts, usableMethods, type LookUp } from '@/components/auth/answers'
import { words } from './settings'

describe('translation for the widget', () => {
  const raw = (code: string, message?: string, more: object = {}) =>
    Object.assign(new Error(message ?? `Firebase: Error (${code}).`), { name: 'FirebaseError', code, ...more })
  const plain = { call: 'signInWithPopup', betweenPages: false, usesPassword: false, lacksCode: false }
  const translated = (cause: unknown, moment: Partial<typeof plain> = {}) =>
    translate(cause, { ...plain, ...moment }, words) as { code: string; message: string }

  describe('raw messages', () => {
    test.each([
      ['auth/user-disabled', /switched off/],
      ['auth/unsupported-first-factor', /use another way/],
      ['auth/admin-restricted-operation', /can’t create new accounts/],
      ['auth/operation-not-allowed', /switched off/],
      ['auth/unauthorized-domain', /isn’t available on this website address/],
      ['auth/web-storage-unsupported', /does not support Web Storage/],
    ])('shows "%s" as %s and keeps the code', (code, sentence) => {
      const answer = translated(raw(code))
      expect(answer.code).toBe(code)
      expect(answer.message).toMatch(sentence)
      expect(answer.message).not.toMatch(/Firebase|auth\//)
    })

    test('replaces errors without a code', () => {
      const answer = translate(new TypeError("Cannot read properties of undefined (reading 'length')"), plain, words)
      expect(answer).toMatchObject({ message: 'Something went wrong. Please try again.' })
    })
  })

  const tooMany = 'Too many attempts. Please wait a few minutes, then try again.'
  test.each([
    ['signInWithEmailAndPassword', true, 'auth/too-many-requests', null],
    ['signInWithPhoneNumber', false, 'auth/too-many-requests', null],
    ['confirm', false, 'auth/quota-exceeded', 'This phone number has been used too many times'],
    ['sendPasswordResetEmail', false, 'auth/quota-exceeded', tooMany],
  ])('explains too many requests: %s', (call, password, code, message) => {
    const answer = translated(raw('auth/too-many-requests'), { call, usesPassword: password })
    expect(answer.code).toBe(code)
    if (message) expect(answer.message).toBe(message)
  })

  test.each([
    raw('auth/invalid-user-token'),
    raw('auth/internal-error', 'Firebase: {"error":{"code":400,"message":"INVALID_ID_TOKEN"}} (auth/internal-error).'),
    raw('auth/invalid-credential', 'Firebase: INVALID_IDP_RESPONSE: Invalid access_token (auth/invalid-credential).'),
  ])('explains an invalid or expired token: %s', (cause) => {
    expect(translated(cause).message).toBe('Your sign-in session has expired. Please try again.')
    // Between pages the widget reads the provider's older answer format.
    const answer = JSON.parse(translated(cause, { betweenPages: true }).message) as { error: { message: string } }
    expect(answer.error.message.toLowerCase()).toMatch(/invalid.+(access|id)_token/)
  })

  test.each([
    ['auth/invalid-credential', true, 'auth/wrong-password'],
    ['auth/invalid-credential', false, 'auth/invalid-credential'],
    ['auth/invalid-verification-id', false, 'auth/code-expired'],
    ['auth/timeout', false, 'auth/network-request-failed'],
    ['auth/the-service-is-currently-unavailable.', false, 'auth/network-request-failed'],
  ])('treats %s (password: %s) as %s', (code, password, as) => {
    expect(translated(raw(code), { usesPassword: password }).code).toBe(as)
  })

  test('shows the message of a cloud function', () => {
    const answer = '{"error":{"message":"Only members may sign in.","status":"PERMISSION_DENIED"}}'
    const cause = raw(
      'auth/internal-error',
      `Firebase: HTTP Cloud Function returned an error: ${answer} (auth/internal-error).`,
    )
    expect(translated(cause).message).toBe('Only members may sign in.')
    expect(isTemporary(translated(cause))).toBe(false)
  })

  test.each(['confirmPasswordReset', 'createUserWithEmailAndPassword'])('shows the password rules at %s', (call) => {
    const rules = 'Missing password requirements: [Password must contain a numeric character]'
    const cause = raw('auth/password-does-not-meet-requirements', `Firebase: ${rules} (auth/…).`)
    const answer = translated(cause, { call })
    expect(answer.message).toBe('This password doesn’t meet the rules. It needs a number.')
    expect(String(answer.code)).toBe(call === 'confirmPasswordReset' ? 'auth/weak-password' : cause.code)
  })
})

describe('credentials of redirect errors', () => {
  const failed = (answer?: object) =>
    new FirebaseError('auth/account-exists-with-different-credential', 'taken', answer && { _tokenResponse: answer })

  test.each([
    [{ providerId: 'facebook.com', oauthAccessToken: 'a' }, 'facebook.com'],
    [{ providerId: 'oidc.clinic', oauthIdToken: 'i', pendingToken: 'p' }, 'oidc.clinic'],
    [{ providerId: 'saml.clinic', pendingToken: 'p' }, 'saml.clinic'],
    [{ providerId: 'twitter.com', oauthAccessToken: 'a', oauthTokenSecret: 's' }, 'twitter.com'],
  ])('names the provider of a redirect’s error: %j', (answer, providerId) => {
    const error = withCredential(failed({ ...answer, email: 'a@x.test', tenantId: 't' }))
    expect(error).toMatchObject({ credential: { providerId }, email: 'a@x.test', tenantId: 't' })
  })
})

const steering = (change: Partial<LookUp> = {}): LookUp => ({
  visit: 'in',
  method: 'password',
  page: 'sign-in',
  mode: 'callback',
  rememberedVisit: null,
  offers: (method) => ['google.com', 'password', 'saml.clinic'].includes(method),
  conflictMethods: [],
  ...change,
})

describe('a project that hides accounts', () => {
  test.each<[Partial<LookUp>, string[]]>([
    [{ visit: 'in' }, ['password']],
    [{ visit: 'in', method: 'emailLink' }, ['emailLink']],
    [{ visit: 'new' }, []],
    // While linking, the account exists whatever the visitor says.
    [{ page: 'callback', visit: 'new' }, ['password']],
    [{ page: 'callback', conflictMethods: ['twitter.com'] }, ['password']],
    [{ page: 'callback', conflictMethods: ['twitter.com', 'google.com'] }, ['google.com']],
    // A guest opens a link.
    [{ page: 'blank', mode: 'signIn', visit: 'new' }, ['emailLink']],
    [{ page: 'blank', mode: 'signIn', rememberedVisit: 'new' }, []],
    // The address was given before the widget shows a page.
    [{ page: 'blank' }, ['password']],
  ])('for %j, answers %j', (change, answer) => {
    expect(methodsWhenHidden(steering(change))).toEqual(answer)
  })

  test('reports a taken address after a failed sign-up', () => {
    const taken = steering({ visit: 'new', page: 'password-sign-up' })
    expect(() => methodsWhenHidden(taken)).toThrow(expect.objectContaining({ code: 'auth/email-already-in-use' }))
  })
})

test.each<[string[], boolean, string[]]>([
  [['google.com'], false, ['google.com']],
  // The widget would stay blank for a provider without a button.
  [['github.com'], false, ['elsewhere:github.com']],
  [['password', 'google.com'], true, ['emailLink']],
])('reveals accounts if the project does: %j, link preferred: %s → %j', (methods, insists, answer) => {
  expect(usableMethods(methods, { ...steering(), prefersLink: insists })).toEqual(answer)
})

describe('checking whether the project hides accounts', () => {
  afterEach(() => vi.unstubAllGlobals())
  const api = { identityBase: 'https://identity.test', apiKey: 'key', checkHeaders: async () => ({}) }
  const answering = (answer: () => Promise<Response>) => {
    const fetch = vi.fn(answer)
    vi.stubGlobal('fetch', fetch)
    vi.stubGlobal('location', { origin: 'https://site.test' })
    return fetch
  }

  test.each([
    [{ registered: true }, false],
    [{ sessionId: 'x' }, true],
  ])('reads %j as %s with one request', async (answer, hidden) => {
    const fetch = answering(async () => Response.json(answer))
    const hides = hidesAccounts({ ...api, apiKey: 'the key' })
    expect(await hides('a@x.test')).toBe(hidden)
    expect(await hides('b@x.test')).toBe(hidden)
    expect(fetch).toHaveBeenCalledOnce()
    expect(fetch).toHaveBeenCalledWith(
      'https://identity.test/v1/accounts:createAuthUri?key=the%20key',
      expect.objectContaining({ body: JSON.stringify({ identifier: 'a@x.test', continueUri: 'https://site.test' }) }),
    )
  })

  test.each([
    ['refuses', async () => new Response('', { status: 503 })],
    ['is not reached', () => Promise.reject(new TypeError('no'))],
  ])('assumes hiding while the provider %s, and retries', async (_, answer) => {
    const fetch = answering(answer)
    const hides = hidesAccounts(api)
    expect(await hides('a@x.test')).toBe(true)
    expect(await hides('a@x.test')).toBe(true)
    expect(fetch).toHaveBeenCalledTimes(2)
  })
})
