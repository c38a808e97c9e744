import { describe, expect, test, vi } from 'vitest'
import { readRedirect, storeRedirect, readLinkVisit } from '@/components/auth/history'
import { coded, failing, handler } from './handled-calls'
import type { Note } from '@/components/auth/state'
import type { CallName } from '@/components/auth/sdk'

describe('redirects', () => {
  const args = [{ providerId: 'google.com' }]

  test('forgets a redirect that fails', async () => {
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
})

describe('codes of emailed links', () => {
  const other = { code: 'auth/invalid-action-code' }

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
    ['signIn', 'signInWithEmailLink', true],
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

test('reports a changed account, and remembers the visit when a link is sent', async () => {
  const { run, events } = handler({ choices: () => ({ visit: 'new', emailLink: true }) })
  await run('applyActionCode', async () => undefined)
  await run('sendSignInLinkToEmail', async () => undefined)
  expect(events).toEqual([{ type: 'account-changed' }])
  expect(readLinkVisit()).toBe('new')
})

describe('a sign-in that asks for a second factor', () => {
  const required = 'auth/multi-factor-auth-required'

  test.each(['signInWithEmailAndPassword', 'getRedirectResult'] as const)(
    '%s continues with its result',
    async (name) => {
      const result = { user: { uid: 'u1' } }
      const secondStep = vi.fn(async () => result)
      expect(await handler({ secondStep }).run(name, failing(required))).toBe(result)
      expect(secondStep).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: required }))
    },
  )
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

  test('prefers a chosen link over a password, but not while linking', async () => {
    const choices = () => ({ visit: 'in' as const, emailLink: true })
    expect(await handler({ choices }).lookUp(['password'])).toEqual(['emailLink'])
    expect(await handler({ choices, page: () => 'callback' }).lookUp(['password'])).toEqual(['password'])
    const signInOptions = [{ provider: 'password', signInMethod: 'emailLink' }]
    expect(await handler({ choices }, { signInOptions }).lookUp(['password'])).toEqual(['password'])
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

const again = (note: Note | null | undefined) => note?.kind === 'interrupted' && note.onRetry()
const settled = () => new Promise((resolve) => setTimeout(resolve))

describe('interrupted calls', () => {
  test.each(['applyActionCode', 'signInWithEmailLink', 'updateProfile'] as const)('retries %s', async (name) => {
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

  test('continue once online', async () => {
    const { run, notes } = handler()
    const make = vi.fn<() => Promise<unknown>>().mockRejectedValueOnce(coded('auth/network-request-failed'))
    make.mockResolvedValue('done')
    const result = run('signInWithEmailLink', make)
    await vi.waitFor(() => expect(notes()).toHaveLength(1))
    dispatchEvent(new Event('online'))
    expect(await result).toBe('done')
    expect(notes()).toEqual([expect.objectContaining({ kind: 'interrupted' }), null])
  })
})

describe('abandoned calls', () => {
  /** Starts a call, abandons it, and lets it finish. */
  async function late(name: CallName, end: () => unknown) {
    const { handler: created, run, events, usePopups } = handler()
    const ended = Promise.withResolvers<void>()
    const onEnd = vi.fn()
    run(name, () => ended.promise.then(end)).then(onEnd, onEnd)
    await settled()
    created.abandon()
    ended.resolve()
    await settled()
    return { events, onEnd, usePopups }
  }
  const fail = () => {
    throw coded('auth/network-request-failed')
  }

  test.each(['sendSignInLinkToEmail', 'getRedirectResult'] as const)('never settles %s', async (name) => {
    storeRedirect({ provider: 'google.com', byLink: false })
    for (const end of [() => ['password'], fail]) {
      const { events, onEnd, usePopups } = await late(name, end)
      expect(onEnd).not.toHaveBeenCalled()
      expect(events).toEqual([])
      expect(usePopups).not.toHaveBeenCalled()
      expect(readLinkVisit()).toBeNull()
      expect(readRedirect()).not.toBeNull()
    }
  })
})
