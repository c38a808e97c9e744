import { api, identity, root, ok, openPage, storeHint, startedPage } from './session-page'
import { describe, expect, test, vi } from 'vitest'
import { storageKeys } from '@/lib/site'
import { planWith } from './gate-table'

describe('other tabs', () => {
  const storage = () => dispatchEvent(new StorageEvent('storage', { key: storageKeys.session }))

  test('sign out this tab as well', async () => {
    const session = await startedPage()
    localStorage.clear()
    storage()
    expect(session.getSnapshot()).toEqual({ state: 'anonymous' })
    expect(sessionStorage.getItem(storageKeys.cachedSession)).toBeNull()
    expect(root.dataset.session).toBe('out')
  })

  /** Like another tab, including the old value. */
  function signedOutThere(uid = 'u1') {
    localStorage.removeItem(storageKeys.session)
    const oldValue = JSON.stringify({ uid })
    dispatchEvent(new StorageEvent('storage', { key: storageKeys.session, oldValue, newValue: null }))
  }

  test("sign out this page's SDK as well", async () => {
    const session = await startedPage()
    signedOutThere()
    await vi.waitFor(() => expect(identity.signOutSdk).toHaveBeenCalledWith('u1'))
    identity.announce(null)
    await vi.waitFor(() => expect(session.getSnapshot()).toEqual({ state: 'anonymous' }))
  })

  test('sign out a page that is still opening', async () => {
    storeHint({ uid: 'u1' })
    const session = await openPage()
    const started = session.startSession()
    signedOutThere()
    await started
    expect(identity.opened).toBe(1)
    expect(identity.signOutSdk).toHaveBeenCalledWith('u1')
    expect(localStorage.getItem(storageKeys.session)).toBeNull()
    expect(api.getUser).not.toHaveBeenCalled()
    identity.announce(null)
    await vi.waitFor(() => expect(session.getSnapshot()).toEqual({ state: 'anonymous' }))
  })

  test('reload a changed plan', async () => {
    const session = await startedPage()
    api.currentPlan.mockResolvedValue(ok(planWith()))
    storeHint({ uid: 'u1', at: 7 })
    storage()
    await vi.waitFor(() => expect(session.getSnapshot()).toMatchObject({ plan: planWith() }))
    expect(JSON.parse(sessionStorage.getItem(storageKeys.cachedSession) ?? '')).toMatchObject({ uid: 'u1', at: 7 })
  })
})

const turn = (type: string) => dispatchEvent(Object.assign(new Event(type), { persisted: true }))
const hidden = () => turn('pagehide')
const back = () => turn('pageshow')

test('does not show a user who has signed out', async () => {
  const session = await startedPage('/profile', { fresh: true })
  hidden()
  localStorage.clear()
  back()
  expect(session.getSnapshot()).toEqual({ state: 'anonymous' })
  expect(sessionStorage.getItem(storageKeys.cachedSession)).toBeNull()
})
