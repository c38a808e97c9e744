import { describe, expect, test, vi } from 'vitest'
import { confirmPlan, pollDelaysMs } from '@/components/pricing/confirm-plan'
import { failure } from '@/lib/browser/answer'
import type { CurrentPlan, EndedPlan, EndReason } from '@/lib/contract/plan'
import { noPlan } from '@/lib/contract/plan-words'
import { planWith } from '@/tests/components/session/gate-table'

const none = { status: 200 as const, data: noPlan }
const active = { status: 200 as const, data: planWith() }

const bought = { isBought: true, plan: planWith(), ended: null }

function watch(stopAfter = Infinity, buying = true) {
  const requests: number[] = []
  const waited: number[] = []
  return {
    buying,
    requests,
    waited,
    asking: (count: number) => void requests.push(count),
    stopped: () => requests.length >= stopAfter,
    wait: async (ms: number) => void waited.push(ms),
  }
}

test('syncs first, and stops polling if the plan is there', async () => {
  const calls = { billingSync: vi.fn(async () => active), currentPlan: vi.fn() }
  const poll = watch()
  expect(await confirmPlan(calls, 'u1', poll)).toEqual(bought)
  expect(poll.requests).toEqual([1])
  expect(calls.currentPlan).not.toHaveBeenCalled()
})

test('polls five times with growing pauses', async () => {
  const calls = {
    billingSync: vi.fn(async () => failure(502, 'provider-unavailable', 'x')),
    currentPlan: vi.fn(async () => none),
  }
  const poll = watch()
  expect(await confirmPlan(calls, 'u1', poll)).toBeNull()
  expect(poll.requests).toEqual([1, 2, 3, 4, 5])
  expect(poll.waited).toEqual(pollDelaysMs.slice(1))
  expect([calls.billingSync.mock.calls.length, calls.currentPlan.mock.calls.length]).toEqual([2, 3])
})

test('does not accept an old plan that will not renew', async () => {
  const old = { status: 200 as const, data: planWith({ isUnSubscribed: true }) }
  const found = await confirmPlan({ billingSync: async () => old, currentPlan: async () => old }, 'u1', watch())
  expect(found).toEqual({ isBought: false, plan: old.data, ended: null })
})

test('after a reload, accepts a plan that was cancelled meanwhile', async () => {
  const answer = { status: 200 as const, data: planWith({ isUnSubscribed: true }) }
  const poll = watch(Infinity, false)
  const calls = { billingSync: async () => answer, currentPlan: vi.fn() }
  expect(await confirmPlan(calls, 'u1', poll)).toEqual({ ...bought, plan: answer.data })
  expect(poll.requests).toEqual([1])
})

describe('a purchase that was ended automatically', () => {
  const ended = (reason: EndReason): EndedPlan => ({ reason, refund: null, settled: true })
  const over = { ...noPlan, productIdentifier: 'prod_1' }
  const requests = async (plan: CurrentPlan, reason: EndReason) => {
    const poll = watch()
    const currentPlan = vi.fn(async () => none)
    const billingSync = async () => ({ status: 200 as const, data: { ...plan, ended: ended(reason) } })
    return { found: await confirmPlan({ billingSync, currentPlan }, 'u1', poll), count: poll.requests.length }
  }

  test.each(['second-trial', 'second-plan'] as const)('ends the polling if ended as a %s', async (why) => {
    const found = { isBought: false, plan: over, ended: ended(why) }
    expect(await requests(over, why)).toEqual({ found, count: 1 })
  })

  test('continues polling if another plan replaced it', async () => {
    const found = { isBought: false, plan: over, ended: ended('gave-way') }
    expect(await requests(over, 'gave-way')).toEqual({ found, count: pollDelaysMs.length })
  })

  test('reports it with the plan that was bought', async () => {
    expect(await requests(planWith(), 'gave-way')).toEqual({ found: { ...bought, ended: ended('gave-way') }, count: 1 })
  })
})

test('stops polling when the page is left', async () => {
  const calls = { billingSync: vi.fn(async () => none), currentPlan: vi.fn(async () => none) }
  const poll = watch(2)
  expect(await confirmPlan(calls, 'u1', poll)).toBeNull()
  expect(poll.requests).toEqual([1, 2])
})
