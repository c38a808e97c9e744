// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { markedRedirect, markRedirect, rememberedVisit } from '@/components/auth/page/memory'
import type { Note } from '@/components/auth/page/reducer'
import { CallHandler, type CallEvent } from '@/components/auth/widget/call-handler'
import type { CallName } from '@/components/auth/widget/calls'
import { settingsOf } from '@/tests/components/auth/settings'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

const coded = (code: string, more: object = {}) =>
  Object.assign(new Error(`Firebase: Error (${code}).`), { code, ...more })
const failing = (code: string, more?: object) => () => Promise.reject(coded(code, more))

type Context = ConstructorParameters<typeof CallHandler>[0]

function handler(change: Partial<Context> = {}, settings: Record<string, unknown> = {}) {
  const events: CallEvent[] = []
  const context = {
    settings: settingsOf({ signInOptions: ['password', 'google.com'], ...settings }),
    page: () => 'sign-in',
    mode: () => 'callback',
    isOpenedByLink: () => false,
    choices: () => ({ visit: 'in' as const, emailLink: false }),
    hidesAccounts: vi.fn(async () => true),
    usePopups: vi.fn(),
    secondStep: vi.fn(() => Promise.reject(new Error('not asked for'))),
    emit: (event: CallEvent) => void events.push(event),
    ...change,
  }
  const made = new CallHandler(context)
  const run = (
    name: CallName,
    make: () => Promise<unknown>,
    { args = ['x'], isGuest = false }: { args?: unknown[]; isGuest?: boolean } = {},
  ) => made.handle({ name, args, isGuest, make })
  const lookUp = (methods: string[]) =>
    run('fetchSignInMethodsForEmail', async () => methods, { args: ['a@x.test'] }) as Promise<string[]>
  const notes = () => events.flatMap((event) => (event.type === 'note' ? [event.note] : []))
  const types = () => events.map(({ type }) => type)
  return { ...context, handler: made, run, lookUp, events, notes, types }
}
const again = (note: Note | null | undefined) => note?.kind === 'interrupted' && note.again()
const settled = () => new Promise((resolve) => setTimeout(resolve))

describe('looking up the methods of an address', () => {
  test.each([
    ['auto', true, ['password'], 1],
    ['auto', false, [], 1],
    ['on', false, ['password'], 0],
    ['off', true, [], 0],
  ])('protection %s, the project hides accounts: %s', async (emailEnumerationProtection, hidden, answer, asked) => {
    const hidesAccounts = vi.fn(async () => hidden)
    const { lookUp } = handler({ hidesAccounts }, { emailEnumerationProtection })
    expect(await lookUp([])).toEqual(answer)
    expect(hidesAccounts).toHaveBeenCalledTimes(asked)
  })

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
  ])('on %s, %j prefers links: %s', async (page, methods, times) => {
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

describe('redirects', () => {
  const args = [{ providerId: 'google.com' }]

  test.each(['signInWithRedirect', 'linkWithRedirect'] as const)('%s is marked', async (name) => {
    await handler().run(name, async () => undefined, { args })
    expect(markedRedirect()).toEqual({ provider: 'google.com', byLink: false })
  })

  test('a redirect that fails is marked only until then', async () => {
    let marked: unknown
    const make = () => {
      marked = markedRedirect()
      return Promise.reject(coded('auth/internal-error'))
    }
    const refused = handler().run('signInWithRedirect', make, { args })
    await expect(refused).rejects.toThrow('Something went wrong. Please try again.')
    expect(marked).toEqual({ provider: 'google.com', byLink: false })
    expect(markedRedirect()).toBeNull()
  })

  test('returning with a user removes the mark', async () => {
    markRedirect({ provider: 'google.com', byLink: false })
    const { run, usePopups } = handler()
    await run('getRedirectResult', async () => ({ user: {} }), { args: [] })
    expect(markedRedirect()).toBeNull()
    expect(usePopups).not.toHaveBeenCalled()
  })

  test('returning with nothing keeps the mark and uses popups', async () => {
    const { run, usePopups } = handler()
    const returnWithNothing = () => run('getRedirectResult', async () => ({ user: null }), { args: [] })
    await returnWithNothing()
    expect(usePopups).not.toHaveBeenCalled()
    markRedirect({ provider: 'google.com', byLink: false })
    await returnWithNothing()
    expect(usePopups).toHaveBeenCalledOnce()
    expect(markedRedirect()).not.toBeNull()
  })

  test('returning with an error removes the mark', async () => {
    markRedirect({ provider: 'google.com', byLink: false })
    await expect(handler().run('getRedirectResult', failing('auth/user-cancelled'), { args: [] })).rejects.toThrow()
    expect(markedRedirect()).toBeNull()
  })
})

describe('interrupted calls', () => {
  test.each([
    'applyActionCode',
    'checkActionCode',
    'confirmPasswordReset',
    'signInWithEmailLink',
    'updateProfile',
    'verifyPasswordResetCode',
  ] as const)('%s is repeated', async (name) => {
    const { run, notes } = handler()
    const make = vi.fn<() => Promise<unknown>>()
    make
      .mockRejectedValueOnce(coded('auth/network-request-failed'))
      .mockRejectedValueOnce(coded('auth/too-many-requests'))
    make.mockResolvedValue('done')
    const result = run(name, make)
    for (const sentence of [
      'A network error has occurred',
      'Too many attempts. Please wait a few minutes, then try again.',
    ]) {
      await vi.waitFor(() => expect(notes().at(-1)).toMatchObject({ kind: 'interrupted', sentence }))
      again(notes().at(-1))
    }
    expect(await result).toBe('done')
  })

  test.each(['auth/expired-action-code', 'auth/invalid-action-code', 'auth/weak-password'])(
    '%s is not repeated',
    async (code) => {
      const { run, notes } = handler()
      await expect(run('applyActionCode', failing(code))).rejects.toMatchObject({ code })
      expect(notes()).toEqual([])
    },
  )

  test('a call with a place for the error on its page is not repeated', async () => {
    const { run, notes } = handler()
    await expect(run('signInWithEmailAndPassword', failing('auth/network-request-failed'))).rejects.toThrow()
    expect(notes()).toEqual([])
  })

  test.each(['press', 'connection'])('an interruption ends by a %s', async (way) => {
    const { run, notes } = handler()
    const make = vi.fn<() => Promise<unknown>>().mockRejectedValueOnce(coded('auth/network-request-failed'))
    make.mockResolvedValue('done')
    const result = run('signInWithEmailLink', make)
    await vi.waitFor(() => expect(notes()).toHaveLength(1))
    if (way === 'press') again(notes()[0])
    else dispatchEvent(new Event('online'))
    expect(await result).toBe('done')
    expect(notes()).toEqual([expect.objectContaining({ kind: 'interrupted' }), null])
  })

  test('an abandoned interruption disappears, and nothing repeats the call', async () => {
    const { handler: made, run, notes } = handler()
    const make = vi.fn(failing('auth/network-request-failed'))
    void run('signInWithEmailLink', make)
    await vi.waitFor(() => expect(notes()).toHaveLength(1))
    made.abandon()
    expect(notes().at(-1)).toBeNull()
    dispatchEvent(new Event('online'))
    again(notes()[0])
    await settled()
    expect(make).toHaveBeenCalledOnce()
    // Another note may show by now.
    expect(notes()).toHaveLength(2)
  })
})

describe('codes of emailed links', () => {
  const other = { code: 'auth/invalid-action-code' }

  test('an action without its code has an invalid one', async () => {
    const refused = handler().run('checkActionCode', failing('auth/internal-error'), { args: [null] })
    await expect(refused).rejects.toMatchObject(other)
  })

  test.each([
    ['recoverEmail', 'RECOVER_EMAIL'],
    ['revertSecondFactorAddition', 'REVERT_SECOND_FACTOR_ADDITION'],
  ])('%s accepts only %s', async (mode, operation) => {
    const { run } = handler({ mode: () => mode })
    const result = { operation, data: {} }
    expect(await run('checkActionCode', async () => result)).toBe(result)
    const check = run('checkActionCode', async () => ({ operation: 'VERIFY_EMAIL', data: {} }))
    await expect(check).rejects.toMatchObject(other)
  })

  test('a code for a new password belongs to an address', async () => {
    const { run } = handler()
    expect(await run('verifyPasswordResetCode', async () => 'a@x.test')).toBe('a@x.test')
    await expect(run('verifyPasswordResetCode', async () => null)).rejects.toMatchObject(other)
  })
})

test('a conflict is linked by the methods that the provider reports', async () => {
  const { handler: made, run, lookUp } = handler({ page: () => 'callback' })
  const cause = coded('auth/account-exists-with-different-credential', {
    credential: { providerId: 'facebook.com' },
    customData: { _tokenResponse: { verifiedProvider: ['google.com', 5] } },
  })
  await expect(run('signInWithPopup', () => Promise.reject(cause))).rejects.toBe(cause)
  expect(made.conflict).toEqual({ provider: 'facebook.com', methods: ['google.com'] })
  expect(await lookUp([])).toEqual(['google.com'])
})

test.each([
  ['emailLink', [{ kind: 'taken' }]],
  ['google.com', []],
])('a guest’s %s for an address that has an account', async (signInMethod, expected) => {
  const { run, notes } = handler()
  const options = { args: [{ signInMethod }], isGuest: true }
  await expect(run('linkWithCredential', failing('auth/email-already-in-use'), options)).rejects.toThrow()
  expect(notes()).toEqual(expected)
})

test.each([
  ['callback', true, true],
  ['callback', false, false],
  ['password-sign-in', true, false],
])('an expired token on %s, guest: %s', async (name, isGuest, json) => {
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
  expect(rememberedVisit()).toBe('new')
})

test('closing the provider’s window returns the focus', async () => {
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

test.each(['signInAnonymously', 'signInWithRedirect'] as const)('%s returns the focus when it fails', async (name) => {
  document.body.innerHTML = '<button>A way</button>'
  const button = document.querySelector('button')
  // The widget removes the focus before the call.
  button?.blur()
  const { run } = handler({ pressed: () => button })
  const refused = run(name, failing('auth/network-request-failed'), { args: [{ providerId: 'g' }] })
  await expect(refused).rejects.toThrow()
  expect(document.activeElement).toBe(button)
})

describe('abandoned calls', () => {
  /** Starts a call, abandons it, and lets it finish. */
  async function late(name: CallName, end: () => unknown) {
    const { handler: made, run, events, usePopups } = handler()
    const ended = Promise.withResolvers<void>()
    const onEnd = vi.fn()
    run(name, () => ended.promise.then(end)).then(onEnd, onEnd)
    await settled()
    made.abandon()
    ended.resolve()
    await settled()
    return { events, onEnd, usePopups }
  }
  const fail = () => {
    throw coded('auth/network-request-failed')
  }

  test.each(['sendSignInLinkToEmail', 'getRedirectResult', 'fetchSignInMethodsForEmail'] as const)(
    '%s never resolves or rejects',
    async (name) => {
      markRedirect({ provider: 'google.com', byLink: false })
      for (const end of [() => ['password'], fail]) {
        const { events, onEnd, usePopups } = await late(name, end)
        expect(onEnd).not.toHaveBeenCalled()
        expect(events).toEqual([])
        expect(usePopups).not.toHaveBeenCalled()
        expect(rememberedVisit()).toBeNull()
        expect(markedRedirect()).not.toBeNull()
      }
    },
  )

  test('are not reported as interrupted', async () => {
    const { events, onEnd } = await late('signInWithEmailLink', fail)
    expect(events).toEqual([])
    expect(onEnd).not.toHaveBeenCalled()
  })

  test('still report a changed account', async () => {
    const { events, onEnd } = await late('applyActionCode', () => undefined)
    expect(events).toEqual([{ type: 'account-changed' }])
    expect(onEnd).not.toHaveBeenCalled()
  })

  test('go on after returning from a provider’s window', async () => {
    const { onEnd } = await late('signInWithPopup', () => 'somebody')
    expect(onEnd).toHaveBeenCalledWith('somebody')
  })

  test('do not include calls that are made later', async () => {
    const { handler: made, run } = handler()
    made.abandon()
    expect(await run('signInWithEmailLink', async () => 'done')).toBe('done')
  })
})

const byLinkOnly = [{ provider: 'password', signInMethod: 'emailLink' }]

test.each([
  [
    'auth/operation-not-allowed',
    ['password'],
    "We can't send links here. Please use a password or another way to sign in.",
    ['links-refused'],
  ],
  ['auth/operation-not-allowed', byLinkOnly, 'This way to sign in is switched off. Please use another one.', []],
  [
    'auth/user-disabled',
    ['password'],
    "This account has been switched off. Please contact us if you think that's a mistake.",
    [],
  ],
])('a link that is refused with %s, options %j: %s', async (code, signInOptions, message, expected) => {
  const { run, types } = handler({}, { signInOptions })
  await expect(run('sendSignInLinkToEmail', failing(code))).rejects.toMatchObject({ code, message })
  expect(types()).toEqual(expected)
})

test('a refused name does not block the new account', async () => {
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

  test('shows a sentence if the request fails', async () => {
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
