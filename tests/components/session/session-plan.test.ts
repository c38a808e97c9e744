import { ada, record, api, identity, root, ok, openPage, storeHint, storeCopy, startedPage } from './session-page'
import { expect, test, vi } from 'vitest'
import { failure, type Answer } from '@/lib/browser/answer'
import type { CurrentPlan } from '@/lib/contract/plan'
import { noPlan } from '@/lib/contract/plan-words'
import { storageKeys } from '@/lib/site'
import { planWith } from './gate-table'

test('loads the plan on plan pages even with a cached session', async () => {
  storeHint({ uid: 'u1' })
  storeCopy(planWith({ isUnSubscribed: true }))
  api.currentPlan.mockResolvedValue(ok(planWith()))
  const session = await openPage('/profile')
  const both = [session.startSession(), session.startSession({ fresh: true })]
  expect(session.getSnapshot()).toMatchObject({ state: 'in', plan: 'unknown' })
  expect(root.dataset.trial).toBe('on')
  await Promise.all(both)
  expect(session.getSnapshot()).toMatchObject({ plan: planWith() })
  expect(root.dataset.trial).toBe('off')
})

test('hides the trial and stores nothing when the plan is unreadable', async () => {
  api.currentPlan.mockResolvedValue(failure(503, 'unavailable', 'x'))
  const session = await startedPage()
  expect(session.getSnapshot()).toMatchObject({ plan: 'failed' })
  expect(root.dataset.trial).toBe('off')
  expect(sessionStorage.getItem(storageKeys.cachedSession)).toBeNull()
})

test('ignores a plan requested before a newer answer', async () => {
  storeHint({ uid: 'u1' })
  const resolvers: ((answer: Answer<CurrentPlan>) => void)[] = []
  api.currentPlan.mockImplementation(() => new Promise((resolve) => resolvers.push(resolve)))
  const session = await openPage('/pricing/thankyou')
  const started = session.startSession({ fresh: true })
  await vi.waitFor(() => expect(resolvers).toHaveLength(1))
  session.applyPlan('u1', planWith())
  resolvers[0]?.(ok(noPlan))
  await started
  expect(session.getSnapshot()).toMatchObject({ user: record, plan: planWith() })

  const again = session.refreshPlan()
  await vi.waitFor(() => expect(resolvers).toHaveLength(2))
  session.applyPlan('u1', planWith())
  resolvers[1]?.(ok(noPlan))
  await again
  expect(session.getSnapshot()).toMatchObject({ plan: planWith() })
  expect(root.dataset.trial).toBe('off')
  const next = await openPage('/')
  await next.startSession()
  expect(next.getSnapshot()).toMatchObject({ plan: planWith() })
})

test('ignores an answer for a previous user', async () => {
  const session = await startedPage()
  identity.announce({ ...ada, uid: 'u2' })
  await vi.waitFor(() => expect(session.getSnapshot()).toMatchObject({ uid: 'u2', plan: noPlan }))
  const before = JSON.stringify([{ ...localStorage }, { ...sessionStorage }])
  session.applyPlan('u1', planWith())
  session.leaveForCheckout('u1')
  expect(session.getSnapshot()).toMatchObject({ uid: 'u2', plan: noPlan })
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).toBe(before)
  await session.signOut('u1')
  expect(identity.signOutSdk).not.toHaveBeenCalled()
  expect(session.getSnapshot()).toMatchObject({ uid: 'u2' })
  await session.signOut('u2')
  expect(session.getSnapshot()).toEqual({ state: 'anonymous' })
})
