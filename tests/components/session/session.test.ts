import {
  ada,
  record,
  api,
  identity,
  signedIn,
  root,
  ok,
  openPage,
  storeHint,
  storeCopy,
  startedPage,
} from './session-page'
import { describe, expect, test, vi } from 'vitest'
import { failure } from '@/lib/browser/answer'
import { noPlan } from '@/lib/contract/plan-words'
import { storageKeys } from '@/lib/site'
import { planWith } from './gate-table'

test('without a hint, everyone is anonymous and nothing is loaded', async () => {
  const session = await openPage()
  await session.startSession({ fresh: true })
  expect(session.getSnapshot()).toEqual({ state: 'anonymous' })
  expect(identity.opened).toBe(0)
  expect(api.getUser).not.toHaveBeenCalled()
})

test('loads record and plan once when a hint is stored', async () => {
  storeHint({ uid: 'u1' })
  const session = await openPage()
  await Promise.all([session.startSession(), session.startSession()])
  identity.announce(ada)
  await vi.waitFor(() => expect(session.getSnapshot()).toMatchObject({ state: 'in', user: record, plan: noPlan }))
  expect(api.getUser).toHaveBeenCalledTimes(1)
  expect(api.currentPlan).toHaveBeenCalledTimes(1)
  expect(root.dataset).toMatchObject({ session: 'in', trial: 'on' })
})

test('uses the cached session on the next page without SDK or request', async () => {
  storeCopy(planWith())
  const session = await startedPage('/features')
  expect(session.getSnapshot()).toMatchObject({ state: 'in', plan: planWith() })
  expect(identity.opened).toBe(0)
  expect(root.dataset.trial).toBe('off')
})

test('stores a guest on the server, but treats them as a visitor', async () => {
  signedIn.person = { ...ada, guest: true }
  api.getUser.mockResolvedValueOnce(failure(404, 'user-not-found', 'x'))
  const session = await openPage()
  await session.openSession()
  expect(session.getSnapshot()).toMatchObject({ state: 'guest' })
  expect(api.insertOrUpdate).toHaveBeenCalledTimes(1)
  expect(localStorage.getItem(storageKeys.session)).toBeNull()
  expect(root.dataset.session).toBe('out')
})

test('stays undecided without the identity service, and retries', async () => {
  identity.fails = true
  const session = await startedPage()
  expect(session.getSnapshot()).toEqual({ state: 'failed', isStorageSilent: false })
  expect(localStorage.getItem(storageKeys.session)).not.toBeNull()
  identity.fails = false
  await session.startSession({ fresh: true })
  expect(session.getSnapshot()).toMatchObject({ state: 'in' })
})

describe('the user record', () => {
  test('is inserted once by simultaneous announcements', async () => {
    storeHint({ uid: 'u1' })
    api.getUser.mockResolvedValueOnce(failure(404, 'user-not-found', 'x'))
    const session = await openPage('/profile')
    await Promise.all([
      session.startSession({ fresh: true }),
      session.startSession({ fresh: true }),
      session.openSession(),
      session.syncPerson(ada),
      session.syncPerson(ada),
    ])
    expect(identity.opened).toBe(1)
    expect(api.insertOrUpdate).toHaveBeenCalledExactlyOnceWith(ada, 'fill')
    expect(api.getUser).toHaveBeenCalledTimes(2)
  })

  test('stores a silent change while the page stays as it is', async () => {
    api.currentPlan.mockResolvedValue(ok(planWith()))
    const session = await startedPage('/profile', { fresh: true })
    const renamed = { ...record, name: 'Ada L.' }
    api.getUser.mockResolvedValue(ok(renamed))
    const done = session.syncPerson({ ...ada, name: 'Ada L.' }, true)
    expect(session.getSnapshot()).toMatchObject({ state: 'in', user: record, plan: planWith() })
    await done
    expect(session.getSnapshot()).toMatchObject({ user: renamed, plan: planWith() })
    expect(api.insertOrUpdate).toHaveBeenCalledExactlyOnceWith({ ...ada, name: 'Ada L.' }, 'replace')
    expect(api.currentPlan).toHaveBeenCalledTimes(1)
  })

  test('stores a guest who upgrades, and asks for their plan', async () => {
    signedIn.person = { ...ada, guest: true, providerId: 'anonymous' }
    const session = await openPage('/profile')
    await session.openSession()
    await session.syncPerson(ada, true)
    expect(session.getSnapshot()).toMatchObject({ state: 'in', user: record, plan: noPlan })
    expect(api.insertOrUpdate).toHaveBeenCalledExactlyOnceWith(ada, 'replace')
  })
})

test('does not open the identity SDK on the sign-in page', async () => {
  await startedPage('/auth/')
  expect(identity.opened).toBe(0)
})
