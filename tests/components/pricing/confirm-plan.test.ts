import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { confirmPlan, pollDelaysMs } from '@/components/pricing/confirm-plan'
import { failure } from '@/lib/browser/answer'
import type { CurrentPlan, EndedPlan, EndReason } from '@/lib/contract/plan'
import { noPlan } from '@/lib/contract/plan-words'
import { planWith } from '@/tests/components/session/gate-table'

const api = vi.hoisted(() => ({ billingSync: vi.fn(), currentPlan: vi.fn() }))
vi.mock('@/lib/browser/api', () => api)
vi.mock('@/components/session/session', () => ({}))

const ok = (data: CurrentPlan & { ended?: EndedPlan }) => ({ status: 200 as const, data })
const cancelled = planWith({ isUnSubscribed: true })

beforeEach(() => {
  vi.useFakeTimers()
  api.billingSync.mockReset().mockResolvedValue(ok(noPlan))
  api.currentPlan.mockReset().mockResolvedValue(ok(noPlan))
})
afterEach(() => vi.useRealTimers())

/** Polls until the end, or until the page is left. */
async function poll({ isBuying = true, stopAfter = Infinity } = {}) {
  const began = Date.now()
  const times: number[] = []
  const polling = confirmPlan('u1', {
    isBuying,
    onAsking: () => void times.push(Date.now() - began),
    isStopped: () => times.length >= stopAfter,
  })
  await vi.runAllTimersAsync()
  return { result: await polling, times }
}

test('syncs first, and stops polling if the plan is there', async () => {
  api.billingSync.mockResolvedValue(ok(planWith()))
  expect(await poll()).toEqual({ result: { state: 'confirmed', plan: planWith(), ended: null }, times: [0] })
  expect(api.currentPlan).not.toHaveBeenCalled()
})

test('polls five times with growing pauses', async () => {
  api.billingSync.mockResolvedValue(failure(502, 'provider-unavailable', 'x'))
  const { result, times } = await poll()
  expect(result).toEqual({ state: 'slow', plan: null })
  expect(times.map((time, index) => time - (times[index - 1] ?? 0))).toEqual(pollDelaysMs)
  expect([api.billingSync.mock.calls.length, api.currentPlan.mock.calls.length]).toEqual([2, 3])
})

test('does not accept an old plan that will not renew', async () => {
  api.billingSync.mockResolvedValue(ok(cancelled))
  api.currentPlan.mockResolvedValue(ok(cancelled))
  expect((await poll()).result).toEqual({ state: 'slow', plan: null })
})

test('after a reload, accepts a plan that was cancelled meanwhile', async () => {
  api.billingSync.mockResolvedValue(ok(cancelled))
  const confirmed = { state: 'confirmed', plan: cancelled, ended: null }
  expect(await poll({ isBuying: false })).toEqual({ result: confirmed, times: [0] })
})

describe('a purchase that was ended automatically', () => {
  const ended = (reason: EndReason): EndedPlan => ({ reason, refund: null, settled: true })
  const over = { ...noPlan, productIdentifier: 'prod_1' }

  test.each(['second-trial', 'second-plan'] as const)('ends the polling if ended as a %s', async (why) => {
    api.billingSync.mockResolvedValue(ok({ ...over, ended: ended(why) }))
    expect(await poll()).toEqual({ result: { state: 'ended', plan: over, ended: ended(why) }, times: [0] })
  })

  test('continues polling if another plan replaced it', async () => {
    api.billingSync.mockResolvedValue(ok({ ...over, ended: ended('gave-way') }))
    const { result, times } = await poll({ isBuying: false })
    expect(result).toEqual({ state: 'slow', plan: over })
    expect(times).toHaveLength(pollDelaysMs.length)
  })

  test('reports it with the plan that was bought', async () => {
    api.billingSync.mockResolvedValue(ok({ ...planWith(), ended: ended('gave-way') }))
    const confirmed = { state: 'confirmed', plan: planWith(), ended: ended('gave-way') }
    expect(await poll()).toEqual({ result: confirmed, times: [0] })
  })
})

test('stops polling when the page is left', async () => {
  const { result, times } = await poll({ stopAfter: 2 })
  expect(result).toBeNull()
  expect(times).toHaveLength(2)
})
