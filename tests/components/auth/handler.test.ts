// @vitest-environment happy-dom
import { describe, expect, test, vi } from 'vitest'
import { readRedirect, storeRedirect, readLinkVisit } from '@/components/auth/history'
import { coded, failing, handler } from './handled-calls'

describe('redirects', () => {
  const args = [{ providerId: 'google.com' }]

  test.each(['signInWithRedirect', 'linkWithRedirect'] as const)('marks the redirect of %s', async (name) => {
    await handler().run(name, async () => undefined, { args })
    expect(readRedirect()).toEqual({ provider: 'google.com', byLink: false })
  })

  test('removes the mark of a redirect that fails', async () => {
    let marked: unknown
    const make = () => {
      marked = readRedirect()
      return Promise.reject(coded('auth/internal-error'))
    }
    const refused = handler().run('signInWithRedirect', make, { args })
    await expect(refused).rejects.toThrow('Something went wrong. Please try again.')
    expect(marked).toEqual({ provider: 'google.com', byLink: false })
    expect(readRedirect()).toBeNull()
  })

  test('removes the mark when a user returns', async () => {
    storeRedirect({ provider: 'google.com', byLink: false })
    const { run, usePopups } = handler()
    await run('getRedirectResult', async () => ({ user: {} }), { args: [] })
    expect(readRedirect()).toBeNull()
    expect(usePopups).not.toHaveBeenCalled()
  })

  test('keeps the mark and uses popups after an empty return', async () => {
    const { run, usePopups } = handler()
    const returnWithNothing = () => run('getRedirectResult', async () => ({ user: null }), { args: [] })
    await returnWithNothing()
    expect(usePopups).not.toHaveBeenCalled()
    storeRedirect({ provider: 'google.com', byLink: false })
    await returnWithNothing()
    expect(usePopups).toHaveBeenCalledOnce()
    expect(readRedirect()).not.toBeNull()
  })

  test('removes the mark after an error', async () => {
    storeRedirect({ provider: 'google.com', byLink: false })
    await expect(handler().run('getRedirectResult', failing('auth/user-cancelled'), { args: [] })).rejects.toThrow()
    expect(readRedirect()).toBeNull()
  })
})

describe('codes of emailed links', () => {
  const other = { code: 'auth/invalid-action-code' }

  test('treats an action without a code as an invalid code', async () => {
    const refused = handler().run('checkActionCode', failing('auth/internal-error'), { args: [null] })
    await expect(refused).rejects.toMatchObject(other)
  })

  test.each([
    ['recoverEmail', 'RECOVER_EMAIL'],
    ['revertSecondFactorAddition', 'REVERT_SECOND_FACTOR_ADDITION'],
  ] as const)('for %s, accepts only %s', async (mode, operation) => {
    const { run } = handler({ mode: () => mode })
    const result = { operation, data: {} }
    expect(await run('checkActionCode', async () => result)).toBe(result)
    const check = run('checkActionCode', async () => ({ operation: 'VERIFY_EMAIL', data: {} }))
    await expect(check).rejects.toMatchObject(other)
  })

  test.each([
    ['recoverEmail', 'checkActionCode', true],
    ['resetPassword', 'verifyPasswordResetCode', true],
    ['revertSecondFactorAddition', 'applyActionCode', true],
    ['signIn', 'signInWithEmailLink', true],
    ['verifyAndChangeEmail', 'checkActionCode', true],
    ['verifyEmail', 'applyActionCode', false],
  ] as const)('explains a used link of %s', async (mode, call, verified) => {
    const { run, events } = handler({ mode: () => mode, isVerified: async () => verified })
    await expect(run(call, failing('auth/invalid-action-code'))).rejects.toMatchObject(other)
    expect(events).toContainEqual({ type: 'note', note: { kind: 'link', problem: 'used', mode } })
  })

  test.each(['auth/invalid-action-code', 'auth/expired-action-code'])(
    'confirms an address that a mail scanner has confirmed before: %s',
    async (code) => {
      const { run, events } = handler({ mode: () => 'verifyEmail', isVerified: async () => true })
      expect(await run('applyActionCode', failing(code))).toBeUndefined()
      expect(events).toEqual([{ type: 'account-changed' }])
    },
  )

  test('rejects a password code without an address', async () => {
    const { run } = handler()
    expect(await run('verifyPasswordResetCode', async () => 'a@x.test')).toBe('a@x.test')
    await expect(run('verifyPasswordResetCode', async () => null)).rejects.toMatchObject(other)
  })
})

test.each([
  ['emailLink', [{ kind: 'taken' }]],
  ['google.com', []],
])('reports a guest’s %s for an address with an account', async (signInMethod, expected) => {
  const { run, notes } = handler()
  const options = { args: [{ signInMethod }], isGuest: true }
  await expect(run('linkWithCredential', failing('auth/email-already-in-use'), options)).rejects.toThrow()
  expect(notes()).toEqual(expected)
})

test.each([
  ['callback', true, true],
  ['callback', false, false],
  ['password-sign-in', true, false],
])('reports an expired token on %s, guest: %s', async (name, isGuest, json) => {
  const { run } = handler({ page: () => name })
  const options = { args: [{ signInMethod: 'google.com' }], isGuest }
  await expect(run('linkWithCredential', failing('auth/user-token-expired'), options)).rejects.toThrow(
    json ? /INVALID_ID_TOKEN/ : 'Your sign-in session has expired. Please try again.',
  )
})

test('reports a changed account, and remembers the visit when a link is sent', async () => {
  const { run, events } = handler({ choices: () => ({ visit: 'new', emailLink: true }) })
  await run('applyActionCode', async () => undefined)
  await run('sendSignInLinkToEmail', async () => undefined)
  expect(events).toEqual([{ type: 'account-changed' }])
  expect(readLinkVisit()).toBe('new')
})

test('returns the focus when the provider’s window closes', async () => {
  document.body.innerHTML = '<button>Google</button>'
  const button = document.querySelector('button')
  button?.focus()
  const make = async () => {
    button?.blur()
    throw coded('auth/popup-closed-by-user')
  }
  await expect(handler().run('signInWithPopup', make)).rejects.toThrow()
  expect(document.activeElement).toBe(button)
})

test.each(['signInAnonymously', 'signInWithRedirect'] as const)('returns the focus when %s fails', async (name) => {
  document.body.innerHTML = '<button>A way</button>'
  const button = document.querySelector('button')
  // The widget removes the focus before the call.
  button?.blur()
  const { run } = handler({ pressed: () => button })
  const refused = run(name, failing('auth/network-request-failed'), { args: [{ providerId: 'g' }] })
  await expect(refused).rejects.toThrow()
  expect(document.activeElement).toBe(button)
})

const byLinkOnly = [{ provider: 'password', signInMethod: 'emailLink' }]

test.each([
  [
    'auth/operation-not-allowed',
    ['password'],
    'We can’t send links here. Please use a password or another way to sign in.',
    ['links-refused'],
  ],
  ['auth/operation-not-allowed', byLinkOnly, 'This way to sign in is switched off. Please use another one.', []],
  [
    'auth/user-disabled',
    ['password'],
    'This account has been switched off. Please contact us if you think that’s a mistake.',
    [],
  ],
])('reports a link refused with %s, options %j: %s', async (code, signInOptions, message, expected) => {
  const { run, types } = handler({}, { signInOptions })
  await expect(run('sendSignInLinkToEmail', failing(code))).rejects.toMatchObject({ code, message })
  expect(types().filter((type) => type !== 'refused')).toEqual(expected)
})

test('creates the account even if the name is refused', async () => {
  expect(await handler().run('updateProfile', failing('auth/user-token-expired'))).toBeUndefined()
})

describe('a sign-in that asks for a second factor', () => {
  const required = 'auth/multi-factor-auth-required'

  test.each(['signInWithEmailAndPassword', 'signInWithPopup', 'getRedirectResult', 'signInWithEmailLink'] as const)(
    '%s continues with its result',
    async (name) => {
      const result = { user: { uid: 'u1' } }
      const secondStep = vi.fn(async () => result)
      expect(await handler({ secondStep }).run(name, failing(required))).toBe(result)
      expect(secondStep).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: required }))
    },
  )

  test('shows a message if the request fails', async () => {
    const secondStep = failing('auth/argument-error')
    const refused = handler({ secondStep }).run('signInWithEmailAndPassword', failing(required))
    await expect(refused).rejects.toThrow('Something went wrong. Please try again.')
  })

  test('is not requested after other failures', async () => {
    const { run, secondStep } = handler()
    await expect(run('signInWithEmailAndPassword', failing('auth/user-disabled'))).rejects.toThrow()
    expect(secondStep).not.toHaveBeenCalled()
  })
})

describe('looking up the methods of an address', () => {
  test.each([
    ['auto', true, ['password'], 1],
    ['auto', false, [], 1],
    ['on', false, ['password'], 0],
    ['off', true, [], 0],
  ])(
    'protection %s, the project hides accounts: %s',
    async (emailEnumerationProtection, hidden, answer, requestCount) => {
      const hidesAccounts = vi.fn(async () => hidden)
      const { lookUp } = handler({ hidesAccounts }, { emailEnumerationProtection })
      expect(await lookUp([])).toEqual(answer)
      expect(hidesAccounts).toHaveBeenCalledTimes(requestCount)
    },
  )

  test('uses the project’s answer unchanged', async () => {
    const { lookUp, hidesAccounts } = handler()
    expect(await lookUp(['google.com'])).toEqual(['google.com'])
    expect(hidesAccounts).not.toHaveBeenCalled()
  })

  test('prefers a chosen link over a password, but not while linking', async () => {
    const choices = () => ({ visit: 'in' as const, emailLink: true })
    expect(await handler({ choices }).lookUp(['password'])).toEqual(['emailLink'])
    expect(await handler({ choices, page: () => 'callback' }).lookUp(['password'])).toEqual(['password'])
    const signInOptions = [{ provider: 'password', signInMethod: 'emailLink' }]
    expect(await handler({ choices }, { signInOptions }).lookUp(['password'])).toEqual(['password'])
  })

  test.each([
    ['callback', ['emailLink'], 1],
    ['callback', ['password'], 0],
    ['sign-in', ['emailLink'], 0],
  ])('prefers links on %s for %j: %s', async (page, methods, times) => {
    const { lookUp, types } = handler({ page: () => page })
    await lookUp(methods)
    expect(types().filter((type) => type === 'link-preferred')).toHaveLength(times)
  })

  test.each([
    [true, [], 'visitor'],
    [true, ['password'], 'account'],
    [false, [], 'account'],
  ])('hidden: %s, methods %j: led by the %s', async (hidden, methods, ledBy) => {
    const { lookUp, events } = handler({ hidesAccounts: async () => hidden })
    await lookUp(methods)
    expect(events).toEqual([{ type: 'looked-up', ledBy }])
  })
})

test('resolves a conflict by the methods that the provider reports', async () => {
  const { handler: made, run, lookUp } = handler({ page: () => 'callback' })
  const cause = coded('auth/account-exists-with-different-credential', {
    credential: { providerId: 'facebook.com' },
    customData: { _tokenResponse: { verifiedProvider: ['google.com', 5] } },
  })
  await expect(run('signInWithPopup', () => Promise.reject(cause))).rejects.toBe(cause)
  expect(made.conflict).toEqual({ provider: 'facebook.com', methods: ['google.com'] })
  expect(await lookUp([])).toEqual(['google.com'])
})
