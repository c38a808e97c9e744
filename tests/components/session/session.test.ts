// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { failure, type Answer } from '@/lib/browser/answer'
import type { Person } from '@/lib/browser/identity'
import { hourMs } from '@/lib/browser/stored'
import { noPlan, type CurrentPlan } from '@/lib/contract/plan'
import type { User } from '@/lib/contract/user'
import { paths, storageKeys } from '@/lib/site'
import { planWith } from './gate-table'

const ada: Person = {
  uid: 'u1',
  name: 'Ada',
  email: 'ada@x.test',
  phone: null,
  picture: null,
  providerId: 'password',
  guest: false,
}
const record: User = {
  uid: 'u1',
  name: 'Ada',
  username: 'Ada',
  email: 'ada@x.test',
  providerId: 'password',
  phone: null,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
}

const api = vi.hoisted(() => ({
  getUser: vi.fn(),
  insertOrUpdate: vi.fn(),
  currentPlan: vi.fn(),
  billingSync: vi.fn(),
}))
const identity = vi.hoisted(() => ({
  announce: (() => {}) as (person: Person | null) => void,
  opened: 0,
  fails: false,
  endSession: vi.fn(),
}))
vi.mock('@/lib/browser/api', () => api)
vi.mock('@/lib/browser/identity', () => ({
  endSession: identity.endSession,
  watchPerson: async (next: (person: Person | null) => void) => {
    if (identity.fails) throw new Error('offline')
    identity.opened++
    identity.announce = next
    next(people.now)
    return () => {}
  },
}))
const people: { now: Person | null } = { now: ada }
const root = document.documentElement
const ok = <T>(data: T): Answer<T> => ({ status: 200, data })

/** A new copy of the store, as after loading a page. */
async function page(address = '/') {
  history.replaceState(null, '', address)
  vi.resetModules()
  const [session, plan, left, store] = await Promise.all([
    import('@/components/session/session'),
    import('@/components/session/plan'),
    import('@/components/session/storage'),
    import('@/components/session/store'),
  ])
  return { ...session, ...plan, ...left, ...store }
}
const hint = (value: object) => localStorage.setItem(storageKeys.session, JSON.stringify(value))
const copy = (plan: CurrentPlan) =>
  sessionStorage.setItem(storageKeys.copy, JSON.stringify({ uid: 'u1', user: record, plan }))

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  people.now = ada
  identity.opened = 0
  identity.fails = false
  api.getUser.mockReset().mockResolvedValue(ok(record))
  api.insertOrUpdate.mockReset().mockResolvedValue(ok(record))
  api.currentPlan.mockReset().mockResolvedValue(ok(noPlan))
  api.billingSync.mockReset().mockResolvedValue(ok(noPlan))
  identity.endSession.mockReset().mockResolvedValue(undefined)
})

/** Removes a test's listeners, since all tests share a window. */
const heard: Parameters<typeof addEventListener>[] = []
beforeEach(() => {
  const real = window.addEventListener.bind(window)
  vi.spyOn(window, 'addEventListener').mockImplementation((...listener: (typeof heard)[number]) => {
    heard.push(listener)
    real(...listener)
  })
})
afterEach(() => {
  for (const [type, listener] of heard.splice(0)) removeEventListener(type, listener)
  vi.restoreAllMocks()
})

test('without a hint, everyone is anonymous and nothing is loaded', async () => {
  const session = await page()
  await session.startSession({ fresh: true })
  expect(session.getSnapshot()).toEqual({ state: 'anonymous' })
  expect(identity.opened).toBe(0)
  expect(api.getUser).not.toHaveBeenCalled()
})

test('loads record and plan once when a hint is stored', async () => {
  hint({ uid: 'u1' })
  const session = await page()
  await Promise.all([session.startSession(), session.startSession()])
  identity.announce(ada)
  await vi.waitFor(() => expect(session.getSnapshot()).toMatchObject({ state: 'in', user: record, plan: noPlan }))
  expect(api.getUser).toHaveBeenCalledTimes(1)
  expect(api.currentPlan).toHaveBeenCalledTimes(1)
  expect(root.dataset).toMatchObject({ session: 'in', trial: 'on' })
})

test('the next page uses the copy without SDK or request', async () => {
  hint({ uid: 'u1' })
  copy(planWith())
  const session = await page('/features')
  await session.startSession()
  expect(session.getSnapshot()).toMatchObject({ state: 'in', plan: planWith() })
  expect(identity.opened).toBe(0)
  expect(root.dataset.trial).toBe('off')
})

test('the record is known before the plan is answered', async () => {
  let answer: (plan: Answer<CurrentPlan>) => void = () => {}
  api.currentPlan.mockReturnValue(new Promise((resolve) => (answer = resolve)))
  const session = await page(paths.auth)
  await session.syncRecord(ada)
  expect(api.getUser).toHaveBeenCalledTimes(1)
  expect(session.getSnapshot()).toMatchObject({ state: 'in', plan: 'unknown' })
  // The same round goes on.
  const done = session.syncPerson(ada)
  await session.syncRecord(ada)
  answer(ok(noPlan))
  await done
  expect(session.getSnapshot()).toMatchObject({ state: 'in', user: record, plan: noPlan })
  expect(api.getUser).toHaveBeenCalledTimes(1)
})

test('a refused record is known before the plan', async () => {
  hint({ uid: 'u1' })
  api.getUser.mockResolvedValue(failure(401, 'unauthenticated', 'x'))
  api.currentPlan.mockReturnValue(new Promise(() => {}))
  const session = await page(paths.auth)
  await session.syncRecord(ada)
  expect(session.getSnapshot()).toMatchObject({ state: 'anonymous', ended: true })
})

test('inserts nothing without an answer from get-user', async () => {
  hint({ uid: 'u1' })
  api.getUser.mockResolvedValue(failure(0, 'no-answer', 'x'))
  const session = await page()
  await session.syncPerson(ada)
  expect(api.insertOrUpdate).not.toHaveBeenCalled()
  expect(session.getSnapshot()).toMatchObject({ state: 'in', uid: 'u1' })
})

test('plan pages load the plan even with a copy', async () => {
  hint({ uid: 'u1' })
  copy(planWith({ isUnSubscribed: true }))
  api.currentPlan.mockResolvedValue(ok(planWith()))
  const session = await page('/profile')
  const both = [session.startSession(), session.startSession({ fresh: true })]
  expect(session.getSnapshot()).toMatchObject({ state: 'in', plan: 'unknown' })
  expect(root.dataset.trial).toBe('on')
  await Promise.all(both)
  expect(session.getSnapshot()).toMatchObject({ plan: planWith() })
  expect(root.dataset.trial).toBe('off')
})

test('asks for the plan again when a page needs it fresh later', async () => {
  hint({ uid: 'u1' })
  const session = await page('/profile')
  await session.startSession()
  api.currentPlan.mockResolvedValue(ok(planWith()))
  await session.startSession({ fresh: true })
  expect(session.getSnapshot()).toMatchObject({ plan: planWith() })
  await session.startSession({ fresh: true })
  expect(api.currentPlan).toHaveBeenCalledTimes(2)
})

test('hides the trial and stores nothing when the plan is unreadable', async () => {
  hint({ uid: 'u1' })
  api.currentPlan.mockResolvedValue(failure(503, 'unavailable', 'x'))
  const session = await page()
  await session.startSession()
  expect(session.getSnapshot()).toMatchObject({ plan: 'failed' })
  expect(root.dataset.trial).toBe('off')
  expect(sessionStorage.getItem(storageKeys.copy)).toBeNull()
})

test('removes the hint of an ended session and reports the end', async () => {
  hint({ uid: 'u1' })
  people.now = null
  const session = await page()
  await session.startSession()
  expect(session.getSnapshot()).toEqual({ state: 'anonymous', ended: true })
  expect(localStorage.getItem(storageKeys.session)).toBeNull()
  expect(root.dataset).toMatchObject({ session: 'out', trial: 'on' })
})

test('stores a guest on the server, but treats them as a visitor', async () => {
  people.now = { ...ada, guest: true }
  api.getUser.mockResolvedValueOnce(failure(404, 'user-not-found', 'x'))
  const session = await page()
  await session.openSession()
  expect(session.getSnapshot()).toMatchObject({ state: 'guest' })
  expect(api.insertOrUpdate).toHaveBeenCalledTimes(1)
  expect(localStorage.getItem(storageKeys.session)).toBeNull()
  expect(root.dataset.session).toBe('out')
})

test('stays undecided without the identity service, and retries', async () => {
  hint({ uid: 'u1' })
  identity.fails = true
  const session = await page()
  await session.startSession()
  expect(session.getSnapshot()).toEqual({ state: 'failed' })
  expect(localStorage.getItem(storageKeys.session)).not.toBeNull()
  identity.fails = false
  await session.startSession({ fresh: true })
  expect(session.getSnapshot()).toMatchObject({ state: 'in' })
})

describe('a 401 offers to sign in again', () => {
  const refused = failure(401, 'unauthenticated', 'Please sign in again.')

  test.each(['getUser', 'currentPlan'] as const)('%s', async (call) => {
    hint({ uid: 'u1' })
    api[call].mockResolvedValue(refused)
    const session = await page('/profile')
    await session.startSession({ fresh: true })
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
    hint({ uid: 'u1' })
    const why = 'Our clock doesn’t match the sign-in service.'
    const answer = failure(401, 'unauthenticated', why)
    answer.data.error.reason = 'clock'
    api.getUser.mockImplementation(async () => {
      identity.announce(null)
      return answer
    })
    const session = await page('/profile')
    await session.startSession({ fresh: true })
    await vi.waitFor(() => expect(session.getSnapshot()).toEqual({ state: 'anonymous', ended: true, why }))
  })

  test('also when only the plan is reloaded', async () => {
    hint({ uid: 'u1' })
    copy(planWith())
    const session = await page()
    await session.startSession()
    api.currentPlan.mockResolvedValue(refused)
    await session.refreshPlan()
    expect(session.getSnapshot()).toEqual({ state: 'anonymous', ended: true })
    expect(localStorage.getItem(storageKeys.session)).toBeNull()
  })

  test('also when the identity service has ended the sign-in', async () => {
    hint({ uid: 'u1' })
    const session = await page()
    await session.startSession()
    identity.announce(null)
    expect(session.getSnapshot()).toEqual({ state: 'anonymous', ended: true })
  })

  test('but a 403 or no answer ends nothing', async () => {
    hint({ uid: 'u1' })
    api.getUser.mockResolvedValueOnce(failure(403, 'forbidden', 'x'))
    api.currentPlan.mockResolvedValueOnce(failure(0, 'no-answer', 'x'))
    const session = await page('/profile')
    await session.startSession({ fresh: true })
    expect(session.getSnapshot()).toMatchObject({ state: 'in', plan: 'failed' })
    expect(api.insertOrUpdate).not.toHaveBeenCalled()
  })

  test('but not to users who sign out themselves', async () => {
    hint({ uid: 'u1' })
    identity.endSession.mockImplementation(async () => identity.announce(null))
    const session = await page('/profile')
    await session.startSession({ fresh: true })
    await session.signOut()
    expect(session.getSnapshot()).toEqual({ state: 'anonymous' })
  })

  test.each([
    ['a tab that had just found them', 'u1', null],
    ['somebody else, who has signed in meanwhile', 'u2', { uid: 'u2' }],
  ])('signing out beside %s: what that tab wrote about %s', async (_, uid, left) => {
    hint({ uid: 'u1' })
    identity.endSession.mockImplementation(async () => hint({ uid }))
    const session = await page('/profile')
    await session.startSession({ fresh: true })
    await session.signOut()
    expect(JSON.parse(localStorage.getItem(storageKeys.session) ?? 'null')).toEqual(left)
    expect(session.getSnapshot()).toEqual({ state: 'anonymous' })
  })
})

describe('the user record', () => {
  test('is inserted once by simultaneous announcements', async () => {
    hint({ uid: 'u1' })
    api.getUser.mockResolvedValueOnce(failure(404, 'user-not-found', 'x'))
    const session = await page('/profile')
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
    hint({ uid: 'u1' })
    api.currentPlan.mockResolvedValue(ok(planWith()))
    const session = await page('/profile')
    await session.startSession({ fresh: true })
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
    people.now = { ...ada, guest: true, providerId: 'anonymous' }
    const session = await page('/profile')
    await session.openSession()
    await session.syncPerson(ada, true)
    expect(session.getSnapshot()).toMatchObject({ state: 'in', user: record, plan: noPlan })
    expect(api.insertOrUpdate).toHaveBeenCalledExactlyOnceWith(ada, 'replace')
  })

  test('an overtaken round reports nothing', async () => {
    hint({ uid: 'u1' })
    let answer: (late: Answer<User>) => void = () => {}
    api.getUser.mockReturnValueOnce(new Promise<Answer<User>>((resolve) => (answer = resolve)))
    const session = await page('/profile')
    const first = session.startSession({ fresh: true })
    await vi.waitFor(() => expect(api.getUser).toHaveBeenCalledTimes(1))
    const renamed = { ...record, name: 'Ada L.' }
    api.getUser.mockResolvedValue(ok(renamed))
    await session.syncPerson(ada, true)
    answer(ok(record))
    await first
    expect(session.getSnapshot()).toMatchObject({ user: renamed, plan: noPlan })
  })
})

test('on the sign-in page, the island loads the identity SDK', async () => {
  hint({ uid: 'u1' })
  const session = await page('/auth/')
  await session.startSession()
  expect(identity.opened).toBe(0)
})

describe('other tabs', () => {
  const storage = () => dispatchEvent(new StorageEvent('storage', { key: storageKeys.session }))

  test('signs out here after a sign-out there', async () => {
    hint({ uid: 'u1' })
    const session = await page()
    await session.startSession()
    localStorage.clear()
    storage()
    expect(session.getSnapshot()).toEqual({ state: 'anonymous' })
    expect(sessionStorage.getItem(storageKeys.copy)).toBeNull()
    expect(root.dataset.session).toBe('out')
  })

  /** Like another tab, including the old value. */
  function signedOutThere(uid = 'u1') {
    localStorage.removeItem(storageKeys.session)
    const oldValue = JSON.stringify({ uid })
    dispatchEvent(new StorageEvent('storage', { key: storageKeys.session, oldValue, newValue: null }))
  }

  test("a sign-out there also signs out this page's SDK", async () => {
    hint({ uid: 'u1' })
    const session = await page()
    await session.startSession()
    signedOutThere()
    await vi.waitFor(() => expect(identity.endSession).toHaveBeenCalledWith('u1'))
    identity.announce(null)
    await vi.waitFor(() => expect(session.getSnapshot()).toEqual({ state: 'anonymous' }))
  })

  test('a sign-out there also counts while this page opens', async () => {
    hint({ uid: 'u1' })
    const session = await page()
    const started = session.startSession()
    signedOutThere()
    await started
    expect(identity.opened).toBe(1)
    expect(identity.endSession).toHaveBeenCalledWith('u1')
    expect(localStorage.getItem(storageKeys.session)).toBeNull()
    expect(api.getUser).not.toHaveBeenCalled()
    identity.announce(null)
    await vi.waitFor(() => expect(session.getSnapshot()).toEqual({ state: 'anonymous' }))
  })

  test('and may sign in again, here or there', async () => {
    hint({ uid: 'u1' })
    const session = await page('/auth')
    await session.openSession()
    signedOutThere()
    identity.announce(null)
    identity.announce(ada)
    await vi.waitFor(() => expect(session.getSnapshot()).toMatchObject({ state: 'in', plan: noPlan }))
    signedOutThere()
    hint({ uid: 'u1' })
    identity.announce({ ...ada, name: 'Ada B.' })
    expect(session.getSnapshot()).toMatchObject({ state: 'in', uid: 'u1' })
  })

  test('loads nothing to end a session that is not open', async () => {
    hint({ uid: 'u1' })
    copy(planWith())
    const session = await page()
    await session.startSession()
    signedOutThere()
    expect(session.getSnapshot()).toEqual({ state: 'anonymous' })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(identity.endSession).not.toHaveBeenCalled()
  })

  test('reloads a plan that changed there', async () => {
    hint({ uid: 'u1' })
    const session = await page()
    await session.startSession()
    api.currentPlan.mockResolvedValue(ok(planWith()))
    hint({ uid: 'u1', at: 7 })
    storage()
    await vi.waitFor(() => expect(session.getSnapshot()).toMatchObject({ plan: planWith() }))
    expect(JSON.parse(sessionStorage.getItem(storageKeys.copy) ?? '')).toMatchObject({ uid: 'u1', at: 7 })
  })
})

describe('a page restored from the back/forward cache', () => {
  const turn = (type: string) => dispatchEvent(Object.assign(new Event(type), { persisted: true }))
  const hidden = () => turn('pagehide')
  const back = () => turn('pageshow')

  test('does not show a user who has signed out', async () => {
    hint({ uid: 'u1' })
    const session = await page('/profile')
    await session.startSession({ fresh: true })
    hidden()
    localStorage.clear()
    back()
    expect(session.getSnapshot()).toEqual({ state: 'anonymous' })
    expect(sessionStorage.getItem(storageKeys.copy)).toBeNull()
  })

  test('reloads only a plan that has changed since', async () => {
    hint({ uid: 'u1' })
    const session = await page('/profile')
    await session.startSession({ fresh: true })
    hidden()
    back()
    expect(api.currentPlan).toHaveBeenCalledTimes(1)
    api.currentPlan.mockResolvedValue(ok(planWith()))
    hidden()
    hint({ uid: 'u1', at: 7 })
    back()
    await vi.waitFor(() => expect(session.getSnapshot()).toMatchObject({ plan: planWith() }))
    expect(api.currentPlan).toHaveBeenCalledTimes(2)
  })
})

test('ignores the older of two crossing answers', async () => {
  hint({ uid: 'u1' })
  const late: ((answer: Answer<CurrentPlan>) => void)[] = []
  api.currentPlan.mockImplementation(() => new Promise((resolve) => late.push(resolve)))
  const session = await page()
  const started = session.startSession()
  await vi.waitFor(() => expect(late).toHaveLength(1))
  const again = session.refreshPlan()
  await vi.waitFor(() => expect(late).toHaveLength(2))
  late[1]?.(ok(planWith()))
  await again
  expect(session.getSnapshot()).toMatchObject({ plan: planWith() })
  late[0]?.(ok(noPlan))
  await started
  expect(session.getSnapshot()).toMatchObject({ plan: planWith() })
  expect(JSON.parse(sessionStorage.getItem(storageKeys.copy) ?? '')).toMatchObject({ plan: planWith() })
})

test('ignores a plan requested before a newer answer', async () => {
  hint({ uid: 'u1' })
  const late: ((answer: Answer<CurrentPlan>) => void)[] = []
  api.currentPlan.mockImplementation(() => new Promise((resolve) => late.push(resolve)))
  const session = await page('/pricing/thankyou')
  const started = session.startSession({ fresh: true })
  await vi.waitFor(() => expect(late).toHaveLength(1))
  session.applyPlan('u1', planWith())
  late[0]?.(ok(noPlan))
  await started
  expect(session.getSnapshot()).toMatchObject({ user: record, plan: planWith() })

  const again = session.refreshPlan()
  await vi.waitFor(() => expect(late).toHaveLength(2))
  session.applyPlan('u1', planWith())
  late[1]?.(ok(noPlan))
  await again
  expect(session.getSnapshot()).toMatchObject({ plan: planWith() })
  expect(root.dataset.trial).toBe('off')
  const next = await page('/')
  await next.startSession()
  expect(next.getSnapshot()).toMatchObject({ plan: planWith() })
})

test("replaces the copy by a call's plan", async () => {
  hint({ uid: 'u1' })
  const session = await page()
  await session.startSession()
  session.applyPlan('u1', planWith())
  expect(root.dataset.trial).toBe('off')
  expect(JSON.parse(sessionStorage.getItem(storageKeys.copy) ?? '')).toMatchObject({ plan: planWith() })
  session.leaveForCheckout('u1')
  expect(sessionStorage.getItem(storageKeys.copy)).toBeNull()
})

test('ignores an answer for a previous user', async () => {
  hint({ uid: 'u1' })
  const session = await page()
  await session.startSession()
  identity.announce({ ...ada, uid: 'u2' })
  await vi.waitFor(() => expect(session.getSnapshot()).toMatchObject({ uid: 'u2', plan: noPlan }))
  const before = JSON.stringify([{ ...localStorage }, { ...sessionStorage }])
  session.applyPlan('u1', planWith())
  session.leaveForCheckout('u1')
  expect(session.getSnapshot()).toMatchObject({ uid: 'u2', plan: noPlan })
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).toBe(before)
  await session.signOut('u1')
  expect(identity.endSession).not.toHaveBeenCalled()
  expect(session.getSnapshot()).toMatchObject({ uid: 'u2' })
  await session.signOut('u2')
  expect(session.getSnapshot()).toEqual({ state: 'anonymous' })
})

describe('a user who left to pay', () => {
  const silent = failure(502, 'provider-unavailable', 'x')

  /** The page after returning from a payment. */
  async function next(address = '/profile') {
    hint({ uid: 'u1' })
    const before = await page('/pricing/start')
    await before.startSession({ fresh: true })
    before.leaveForCheckout('u1')
    api.currentPlan.mockClear()
    return page(address)
  }

  test.each(['/profile', '/pricing/start', '/'])('causes one request to the providers on %s', async (address) => {
    const session = await next(address)
    api.billingSync.mockResolvedValue(ok(planWith()))
    await session.startSession({ fresh: true })
    expect(session.getSnapshot()).toMatchObject({ plan: planWith() })
    expect(api.billingSync).toHaveBeenCalledExactlyOnceWith('u1')
    expect(api.currentPlan).not.toHaveBeenCalled()
    await session.refreshPlan()
    expect(api.billingSync).toHaveBeenCalledTimes(1)
  })

  test('and has no plan when the providers say so', async () => {
    const session = await next()
    await session.startSession({ fresh: true })
    expect(session.getSnapshot()).toMatchObject({ plan: noPlan })
    expect(session.mayHavePaid('u1')).toBe(false)
  })

  test('never sees “no plan” or a trial while a provider is silent', async () => {
    const session = await next()
    api.billingSync.mockResolvedValue(silent)
    await session.startSession({ fresh: true })
    expect(session.getSnapshot()).toMatchObject({ plan: 'failed' })
    expect(session.mayHavePaid('u1')).toBe(true)
    expect(root.dataset.trial).toBe('off')
    await session.refreshPlan()
    expect(session.getSnapshot()).toMatchObject({ plan: 'failed' })
    api.billingSync.mockResolvedValue(ok(planWith()))
    await session.refreshPlan()
    expect(session.getSnapshot()).toMatchObject({ plan: planWith() })
    expect(session.mayHavePaid('u1')).toBe(false)
  })

  test('sees the stored plan while the provider is silent', async () => {
    const session = await next()
    api.billingSync.mockResolvedValue(silent)
    api.currentPlan.mockResolvedValue(ok(planWith()))
    await session.startSession({ fresh: true })
    expect(session.getSnapshot()).toMatchObject({ plan: planWith() })
    expect(session.mayHavePaid('u1')).toBe(false)
  })

  test('but not an older plan that will not renew', async () => {
    const session = await next()
    api.billingSync.mockResolvedValue(silent)
    api.currentPlan.mockResolvedValue(ok(planWith({ isUnSubscribed: true })))
    await session.startSession({ fresh: true })
    expect(session.getSnapshot()).toMatchObject({ plan: 'failed' })
  })

  test('is resolved by the thank-you page', async () => {
    const session = await next('/pricing/thankyou/')
    await session.startSession({ fresh: true })
    expect(api.billingSync).not.toHaveBeenCalled()
    expect(session.mayHavePaid('u1')).toBe(true)
    session.applyPlan('u1', noPlan)
    expect(session.mayHavePaid('u1')).toBe(true)
    session.applyPlan('u1', planWith())
    expect(session.mayHavePaid('u1')).toBe(false)
  })

  test('is remembered for an hour, per user, until they sign out', async () => {
    const session = await next()
    expect(session.mayHavePaid('u2')).toBe(false)
    const now = Date.now()
    vi.spyOn(Date, 'now').mockReturnValue(now + hourMs - 1000)
    expect(session.mayHavePaid('u1')).toBe(true)
    vi.spyOn(Date, 'now').mockReturnValue(now + hourMs + 1000)
    expect(session.mayHavePaid('u1')).toBe(false)
    vi.restoreAllMocks()
    await session.startSession({ fresh: true })
    session.leaveForCheckout('u1')
    await session.signOut()
    expect(localStorage.length + sessionStorage.length).toBe(0)
  })

  test('follows an ended sign-in', async () => {
    const session = await next()
    api.billingSync.mockResolvedValue(failure(401, 'unauthenticated', 'x'))
    await session.startSession({ fresh: true })
    expect(session.getSnapshot()).toEqual({ state: 'anonymous', ended: true })
  })
})

test('signing out clears everything and goes home, also offline', async () => {
  hint({ uid: 'u1' })
  identity.endSession.mockRejectedValue(new Error('offline'))
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
  const session = await page()
  await session.startSession()
  await session.leave()
  expect(assign).toHaveBeenCalledWith('/')
  expect(localStorage.length).toBe(0)
  expect(Object.keys(sessionStorage)).toEqual([storageKeys.signedOut])
})

test('signing out offline shows the page as to a visitor', async () => {
  hint({ uid: 'u1' })
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
  const session = await page('/profile')
  await session.startSession({ fresh: true })
  await session.leave()
  expect(assign).not.toHaveBeenCalled()
  expect(session.getSnapshot()).toEqual({ state: 'anonymous' })
  expect(localStorage.length + sessionStorage.length).toBe(0)
})
