import { ada, record, api, identity, signedIn, root, ok, storeHint, startedPage } from './session-page'
import { describe, expect, test, vi } from 'vitest'
import { failure } from '@/lib/browser/answer'
import { noPlan } from '@/lib/contract/plan-words'
import { storageKeys } from '@/lib/site'

test('removes the hint of an ended session and reports the end', async () => {
  signedIn.person = null
  const session = await startedPage()
  expect(session.getSnapshot()).toEqual({ state: 'anonymous', ended: true })
  expect(localStorage.getItem(storageKeys.session)).toBeNull()
  expect(root.dataset).toMatchObject({ session: 'out', trial: 'on' })
})

describe('a 401 offers to sign in again', () => {
  const refused = failure(401, 'unauthenticated', 'Please sign in again.')

  test.each(['getUser', 'currentPlan'] as const)('%s', async (call) => {
    api[call].mockResolvedValue(refused)
    const session = await startedPage('/profile', { fresh: true })
    expect(session.getSnapshot()).toEqual({ state: 'anonymous', ended: true })
    expect(localStorage.length + sessionStorage.length).toBe(0)
    expect(root.dataset.session).toBe('out')
    expect(api.insertOrUpdate).not.toHaveBeenCalled()
    // The identity SDK also reports the sign-out.
    identity.announce(null)
    expect(session.getSnapshot()).toEqual({ state: 'anonymous', ended: true })
    api[call].mockResolvedValue(ok(call === 'getUser' ? record : noPlan))
    identity.announce(ada)
    await vi.waitFor(() => expect(session.getSnapshot()).toMatchObject({ state: 'in', user: record, plan: noPlan }))
  })

  test('reports why when signing in again would not help', async () => {
    const refusal = failure(401, 'unauthenticated')
    refusal.data.error.reason = 'clock'
    api.getUser.mockImplementation(async () => {
      identity.announce(null)
      return refusal
    })
    const session = await startedPage('/profile', { fresh: true })
    await vi.waitFor(() => expect(session.getSnapshot()).toEqual({ state: 'anonymous', ended: true, refusal }))
  })

  test('not after a 403 or a lost answer', async () => {
    api.getUser.mockResolvedValueOnce(failure(403, 'forbidden', 'x'))
    api.currentPlan.mockResolvedValueOnce(failure(0, 'no-answer', 'x'))
    const session = await startedPage('/profile', { fresh: true })
    expect(session.getSnapshot()).toMatchObject({ state: 'in', plan: 'failed' })
    expect(api.insertOrUpdate).not.toHaveBeenCalled()
  })

  test.each([
    ['a tab of the same user', 'u1', null],
    ['a tab of another user', 'u2', { uid: 'u2' }],
  ])('signs out next to %s with the stored hint of %s', async (_, uid, left) => {
    identity.signOutSdk.mockImplementation(async () => storeHint({ uid }))
    const session = await startedPage('/profile', { fresh: true })
    await session.signOut()
    expect(JSON.parse(localStorage.getItem(storageKeys.session) ?? 'null')).toEqual(left)
    expect(session.getSnapshot()).toEqual({ state: 'anonymous' })
  })
})

test('clears everything and goes home on signing out', async () => {
  identity.signOutSdk.mockRejectedValue(new Error('offline'))
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
  const session = await startedPage()
  await session.signOutAndGoHome()
  expect(assign).toHaveBeenCalledWith('/')
  expect(localStorage.length).toBe(0)
  expect(Object.keys(sessionStorage)).toEqual([storageKeys.signedOut])
})
