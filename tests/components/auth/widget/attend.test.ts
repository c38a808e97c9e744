// @vitest-environment happy-dom
import { describe, expect, test, vi } from 'vitest'
import { attend, type Attendant } from '@/components/auth/widget/attend'
import type { CallName } from '@/components/auth/widget/calls'

const coded = (code: string, more: object = {}) =>
  Object.assign(new Error(`Firebase: Error (${code}).`), { code, ...more })
const attendant = (signal = new AbortController().signal) =>
  ({
    page: vi.fn(() => 'sign-in'),
    lookUp: vi.fn(async (_email: string, methods: string[]) => [...methods, 'seen']),
    conflict: vi.fn(),
    linkSent: vi.fn(),
    applied: vi.fn(),
    taken: vi.fn(),
    leaving: vi.fn(),
    returned: vi.fn(),
    interrupted: vi.fn(async () => {}),
    linkRefused: vi.fn(() => true),
    signal: () => signal,
    abandon: vi.fn(),
  }) satisfies Attendant
const run = (
  page: Attendant | null,
  name: CallName,
  go: () => Promise<unknown>,
  args: unknown[] = ['x'],
  guest = false,
) => attend(() => page)({ name, args, guest, go })

test('without a page calls go their own way', async () => {
  expect(await run(null, 'fetchSignInMethodsForEmail', async () => ['password'])).toEqual(['password'])
})

test('the look-up is answered by the page', async () => {
  const page = attendant()
  expect(await run(page, 'fetchSignInMethodsForEmail', async () => ['password'], ['a@x.test'])).toEqual([
    'password',
    'seen',
  ])
  expect(page.lookUp).toHaveBeenCalledWith('a@x.test', ['password'])
})

describe('leaving by redirect', () => {
  test.each(['signInWithRedirect', 'linkWithRedirect'] as const)('%s', async (name) => {
    const page = attendant()
    await run(page, name, async () => undefined, [{ providerId: 'google.com' }])
    expect(page.leaving.mock.calls).toEqual([['google.com']])
  })
  test('what keeps the page here is told', async () => {
    const page = attendant()
    const refused = run(page, 'signInWithRedirect', () => Promise.reject(coded('auth/internal-error')), [
      { providerId: 'g' },
    ])
    await expect(refused).rejects.toThrow('Something went wrong. Please try again.')
    expect(page.leaving.mock.calls).toEqual([['g'], [null]])
  })
  test.each([
    ['person', async () => ({ user: {} })],
    ['nothing', async () => ({ user: null })],
  ])('back with %s', async (result, go) => {
    const page = attendant()
    await run(page, 'getRedirectResult', go, [])
    expect(page.returned).toHaveBeenCalledWith(result)
  })
  test('back with an error', async () => {
    const page = attendant()
    await expect(
      run(page, 'getRedirectResult', () => Promise.reject(coded('auth/user-cancelled')), []),
    ).rejects.toThrow()
    expect(page.returned.mock.calls).toEqual([['error']])
  })
})

describe('what an interruption would spoil is made again', () => {
  test.each([
    'applyActionCode',
    'checkActionCode',
    'confirmPasswordReset',
    'signInWithEmailLink',
    'updateProfile',
    'verifyPasswordResetCode',
  ] as const)('%s', async (name) => {
    const page = attendant()
    const go = vi.fn<() => Promise<unknown>>()
    go.mockRejectedValueOnce(coded('auth/network-request-failed')).mockRejectedValueOnce(
      coded('auth/too-many-requests'),
    )
    go.mockResolvedValue('done')
    expect(await run(page, name, go)).toBe('done')
    expect(page.interrupted.mock.calls).toEqual([
      ['A network error has occurred'],
      ['Too many attempts. Please wait a few minutes, then try again.'],
    ])
  })
  test.each(['auth/expired-action-code', 'auth/invalid-action-code', 'auth/weak-password'])(
    'but %s stays',
    async (code) => {
      const page = attendant()
      await expect(run(page, 'applyActionCode', () => Promise.reject(coded(code)))).rejects.toMatchObject({ code })
      expect(page.interrupted).not.toHaveBeenCalled()
    },
  )
  test('an action without its code has an invalid one', async () => {
    const go = () => Promise.reject(coded('auth/internal-error'))
    await expect(run(attendant(), 'checkActionCode', go, [null])).rejects.toMatchObject({
      code: 'auth/invalid-action-code',
    })
  })
  test('elsewhere the widget has a place for the sentence', async () => {
    const page = attendant()
    const go = () => Promise.reject(coded('auth/network-request-failed'))
    await expect(run(page, 'signInWithEmailAndPassword', go)).rejects.toThrow()
    expect(page.interrupted).not.toHaveBeenCalled()
  })
})

describe('a code of another kind than the address says', () => {
  const other = { code: 'auth/invalid-action-code' }
  test.each([
    ['recoverEmail', 'RECOVER_EMAIL'],
    ['revertSecondFactorAddition', 'REVERT_SECOND_FACTOR_ADDITION'],
  ])('%s takes %s alone', async (mode, operation) => {
    const page = { ...attendant(), mode: () => mode }
    const result = { operation, data: {} }
    expect(await run(page, 'checkActionCode', async () => result)).toBe(result)
    const check = run(page, 'checkActionCode', async () => ({ operation: 'VERIFY_EMAIL', data: {} }))
    await expect(check).rejects.toMatchObject(other)
  })
  test('a code for a new password belongs to an address', async () => {
    expect(await run(attendant(), 'verifyPasswordResetCode', async () => 'a@x.test')).toBe('a@x.test')
    await expect(run(attendant(), 'verifyPasswordResetCode', async () => null)).rejects.toMatchObject(other)
  })
})

test('a conflict names the ways in that the account has', async () => {
  const page = attendant()
  const cause = coded('auth/account-exists-with-different-credential', {
    credential: { providerId: 'facebook.com' },
    customData: { _tokenResponse: { verifiedProvider: ['google.com', 5] } },
  })
  await expect(run(page, 'signInWithPopup', () => Promise.reject(cause))).rejects.toBe(cause)
  expect(page.conflict).toHaveBeenCalledWith({ provider: 'facebook.com', ways: ['google.com'] })
})

test.each([
  ['emailLink', 1],
  ['google.com', 0],
])('a guest’s %s for a taken address', async (signInMethod, times) => {
  const page = attendant()
  const go = () => Promise.reject(coded('auth/email-already-in-use'))
  await expect(run(page, 'linkWithCredential', go, [{ signInMethod }], true)).rejects.toThrow()
  expect(page.taken).toHaveBeenCalledTimes(times)
})

test.each([
  ['callback', true, true],
  ['callback', false, false],
  ['password-sign-in', true, false],
])('an expired token on %s, guest: %s', async (name, guest, json) => {
  const page = { ...attendant(), page: () => name }
  const go = () => Promise.reject(coded('auth/user-token-expired'))
  const refused = run(page, 'linkWithCredential', go, [{ signInMethod: 'google.com' }], guest)
  await expect(refused).rejects.toThrow(
    json ? /INVALID_ID_TOKEN/ : 'Your sign-in session has expired. Please try again.',
  )
})

test('after an action and after a link the page is told', async () => {
  const page = attendant()
  await run(page, 'applyActionCode', async () => undefined)
  await run(page, 'sendSignInLinkToEmail', async () => undefined)
  expect([page.applied, page.linkSent].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
})

test('who closes the provider’s window stands where they stood', async () => {
  document.body.innerHTML = '<button>Google</button>'
  const button = document.querySelector('button')
  button?.focus()
  const go = async () => {
    button?.blur()
    throw coded('auth/popup-closed-by-user')
  }
  await expect(run(attendant(), 'signInWithPopup', go)).rejects.toThrow()
  expect(document.activeElement).toBe(button)
})

test.each(['signInAnonymously', 'signInWithRedirect'] as const)(
  'who presses a way that fails stands where they stood: %s',
  async (name) => {
    document.body.innerHTML = '<button>A way</button>'
    const button = document.querySelector('button')
    // The widget takes the focus away before it makes the call.
    button?.blur()
    const page = { ...attendant(), pressed: () => button }
    const refused = run(page, name, () => Promise.reject(coded('auth/network-request-failed')), [{ providerId: 'g' }])
    await expect(refused).rejects.toThrow()
    expect(document.activeElement).toBe(button)
  },
)

describe('a call that is abandoned', () => {
  /** Makes the call, abandons it, and lets it end; what the widget then hears of it. */
  async function late(name: CallName, end: () => unknown) {
    const round = new AbortController()
    const page = attendant(round.signal)
    let go: () => void = () => {}
    const hears = vi.fn()
    const held = new Promise<void>((resolve) => (go = resolve))
    run(page, name, () => held.then(end)).then(hears, hears)
    round.abort()
    go()
    await new Promise((resolve) => setTimeout(resolve))
    return { page, hears }
  }
  const fail = () => {
    throw coded('auth/network-request-failed')
  }

  test.each(['sendSignInLinkToEmail', 'getRedirectResult', 'fetchSignInMethodsForEmail'] as const)(
    '%s never ends, well or badly',
    async (name) => {
      for (const end of [() => ['password'], fail]) {
        const { page, hears } = await late(name, end)
        expect(hears).not.toHaveBeenCalled()
        expect(page.linkSent).not.toHaveBeenCalled()
        expect(page.returned).not.toHaveBeenCalled()
      }
    },
  )
  test('is not said to be interrupted', async () => {
    const { page, hears } = await late('signInWithEmailLink', fail)
    expect(page.interrupted).not.toHaveBeenCalled()
    expect(hears).not.toHaveBeenCalled()
  })
  test('what has changed the account is told all the same', async () => {
    const { page, hears } = await late('applyActionCode', () => undefined)
    expect(page.applied).toHaveBeenCalledOnce()
    expect(hears).not.toHaveBeenCalled()
  })
  test('whoever comes back from a provider’s window has meant to', async () => {
    const { hears } = await late('signInWithPopup', () => 'somebody')
    expect(hears).toHaveBeenCalledWith('somebody')
  })
})

test.each([
  ['auth/operation-not-allowed', true, 'No link can be sent here. Please use a password or another way to sign in.', 1],
  ['auth/operation-not-allowed', false, 'This way to sign in is switched off. Please use another one.', 1],
  [
    'auth/user-disabled',
    true,
    'This account has been switched off. Please contact us if you think that is a mistake.',
    0,
  ],
])('a link that is refused with %s, something else offered: %s', async (code, other, message, asked) => {
  const page = { ...attendant(), linkRefused: vi.fn(() => other) }
  const refused = run(page, 'sendSignInLinkToEmail', () => Promise.reject(coded(code)))
  await expect(refused).rejects.toMatchObject({ code, message })
  expect(page.linkRefused).toHaveBeenCalledTimes(asked)
})

test('a name that is refused does not hold up the account that has just been made', async () => {
  const go = async () => {
    throw coded('auth/user-token-expired')
  }
  expect(await run(attendant(), 'updateProfile', go)).toBeUndefined()
})

describe('a sign-in that asks for a second factor', () => {
  const asked = () => coded('auth/multi-factor-auth-required')

  test.each(['signInWithEmailAndPassword', 'signInWithPopup', 'getRedirectResult', 'signInWithEmailLink'] as const)(
    '%s goes on with its result',
    async (name) => {
      const result = { user: { uid: 'u1' } }
      const page = { ...attendant(), secondStep: vi.fn(async () => result) }
      expect(await run(page, name, () => Promise.reject(asked()))).toBe(result)
      expect(page.secondStep).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(asked()))
    },
  )

  test('what keeps it from being asked for is said in words', async () => {
    const page = { ...attendant(), secondStep: () => Promise.reject(coded('auth/argument-error')) }
    const refused = run(page, 'signInWithEmailAndPassword', () => Promise.reject(asked()))
    await expect(refused).rejects.toThrow('Something went wrong. Please try again.')
  })

  test('other failures ask for none', async () => {
    const page = { ...attendant(), secondStep: vi.fn(async () => ({})) }
    const refused = run(page, 'signInWithEmailAndPassword', () => Promise.reject(coded('auth/user-disabled')))
    await expect(refused).rejects.toThrow()
    expect(page.secondStep).not.toHaveBeenCalled()
  })
})
