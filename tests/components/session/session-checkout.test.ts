import { api, root, ok, openPage, storeHint } from './session-page'
import { describe, expect, test, vi } from 'vitest'
import { failure } from '@/lib/browser/answer'
import { hourMs } from '@/lib/browser/json-storage'
import { noPlan } from '@/lib/contract/plan-words'
import { planWith } from './gate-table'

describe('a user who left to pay', () => {
  const silent = failure(502, 'provider-unavailable', 'x')

  /** The page after returning from a payment. */
  async function next(address = '/profile') {
    storeHint({ uid: 'u1' })
    const before = await openPage('/pricing/start')
    await before.startSession({ fresh: true })
    before.leaveForCheckout('u1')
    api.currentPlan.mockClear()
    return openPage(address)
  }

  test('syncs once with the providers', async () => {
    const session = await next()
    api.billingSync.mockResolvedValue(ok(planWith()))
    await session.startSession({ fresh: true })
    expect(session.getSnapshot()).toMatchObject({ plan: planWith() })
    expect(api.billingSync).toHaveBeenCalledExactlyOnceWith('u1')
    expect(api.currentPlan).not.toHaveBeenCalled()
    await session.refreshPlan()
    expect(api.billingSync).toHaveBeenCalledTimes(1)
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

  test.each([
    ['sees the stored plan', planWith(), planWith()],
    ['does not see an older plan that will not renew', planWith({ isUnSubscribed: true }), 'failed'],
  ])('%s while the provider is silent', async (_, stored, plan) => {
    const session = await next()
    api.billingSync.mockResolvedValue(silent)
    api.currentPlan.mockResolvedValue(ok(stored))
    await session.startSession({ fresh: true })
    expect(session.getSnapshot()).toMatchObject({ plan })
    expect(session.mayHavePaid('u1')).toBe(plan === 'failed')
  })

  test('is resolved on the thank-you page', async () => {
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
})
