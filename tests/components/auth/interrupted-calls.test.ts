// @vitest-environment happy-dom
import { describe, expect, test, vi } from 'vitest'
import { readRedirect, storeRedirect, readLinkVisit } from '@/components/auth/history'
import type { Note } from '@/components/auth/reducer'
import type { CallName } from '@/components/auth/sdk'
import { coded, failing, handler } from './handled-calls'

const again = (note: Note | null | undefined) => note?.kind === 'interrupted' && note.onRetry()
const settled = () => new Promise((resolve) => setTimeout(resolve))

describe('interrupted calls', () => {
  test.each([
    'applyActionCode',
    'checkActionCode',
    'confirmPasswordReset',
    'signInWithEmailLink',
    'updateProfile',
    'verifyPasswordResetCode',
  ] as const)('retries %s', async (name) => {
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
    'does not retry after %s',
    async (code) => {
      const { run, notes } = handler()
      await expect(run('applyActionCode', failing(code))).rejects.toMatchObject({ code })
      expect(notes()).toEqual([])
    },
  )

  test('does not retry a call whose page shows the error', async () => {
    const { run, notes } = handler()
    await expect(run('signInWithEmailAndPassword', failing('auth/network-request-failed'))).rejects.toThrow()
    expect(notes()).toEqual([])
  })

  test.each(['press', 'connection'])('continues after a %s', async (way) => {
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

  test('hides an abandoned interruption and does not retry', async () => {
    const { handler: created, run, notes } = handler()
    const make = vi.fn(failing('auth/network-request-failed'))
    void run('signInWithEmailLink', make)
    await vi.waitFor(() => expect(notes()).toHaveLength(1))
    created.abandon()
    expect(notes().at(-1)).toBeNull()
    dispatchEvent(new Event('online'))
    again(notes()[0])
    await settled()
    expect(make).toHaveBeenCalledOnce()
    // Another note may show by now.
    expect(notes()).toHaveLength(2)
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

  test.each(['sendSignInLinkToEmail', 'getRedirectResult', 'fetchSignInMethodsForEmail'] as const)(
    'never settles %s',
    async (name) => {
      storeRedirect({ provider: 'google.com', byLink: false })
      for (const end of [() => ['password'], fail]) {
        const { events, onEnd, usePopups } = await late(name, end)
        expect(onEnd).not.toHaveBeenCalled()
        expect(events).toEqual([])
        expect(usePopups).not.toHaveBeenCalled()
        expect(readLinkVisit()).toBeNull()
        expect(readRedirect()).not.toBeNull()
      }
    },
  )

  test('never settles a look-up that waits for the project’s setting', async () => {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const settings = { emailEnumerationProtection: 'auto' }
    const { handler: created, lookUp, events } = handler({ hidesAccounts: () => promise }, settings)
    const onEnd = vi.fn()
    lookUp([]).then(onEnd, onEnd)
    await settled()
    created.abandon()
    resolve(true)
    await settled()
    expect(onEnd).not.toHaveBeenCalled()
    expect(events).toEqual([])
  })

  test('does not report abandoned calls as interrupted', async () => {
    const { events, onEnd } = await late('signInWithEmailLink', fail)
    expect(events).toEqual([])
    expect(onEnd).not.toHaveBeenCalled()
  })

  test('still reports a changed account', async () => {
    const { events, onEnd } = await late('applyActionCode', () => undefined)
    expect(events).toEqual([{ type: 'account-changed' }])
    expect(onEnd).not.toHaveBeenCalled()
  })

  test('continues after returning from a provider’s window', async () => {
    const { onEnd } = await late('signInWithPopup', () => 'somebody')
    expect(onEnd).toHaveBeenCalledWith('somebody')
  })

  test('does not abandon later calls', async () => {
    const { handler: created, run } = handler()
    created.abandon()
    expect(await run('signInWithEmailLink', async () => 'done')).toBe('done')
  })
})
