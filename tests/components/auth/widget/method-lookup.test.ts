// @vitest-environment happy-dom
import { describe, expect, test, vi } from 'vitest'
import { coded, handler } from './handled-calls'

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
