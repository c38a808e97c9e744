// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PlanSection } from '@/components/profile/plan-section'
import { failure, notSent } from '@/lib/browser/answer'
import { noPlan, type CurrentPlan, type Subscription } from '@/lib/contract/plan'
import { planWith } from '@/tests/components/session/gate-table'

const session = vi.hoisted(() => ({ takePlan: vi.fn(), askPlan: vi.fn() }))
vi.mock('@/components/session/plan', () => session)
const api = vi.hoisted(() => ({ cancelPlan: vi.fn(), resumePlan: vi.fn(), currentPlan: vi.fn(), portal: vi.fn() }))
vi.mock('@/lib/browser/api', () => api)

const end = '2999-12-05T12:00:00.000Z'
function plan(change: Partial<Subscription> = {}, isUnSubscribed = false): CurrentPlan {
  const base = planWith({ isUnSubscribed })
  return { ...base, subscription: base.subscription && { ...base.subscription, currentPeriodEnd: end, ...change } }
}
const button = (name: string) => screen.getByRole('button', { name })
const show = (now: CurrentPlan | 'unknown' | 'failed') => render(<PlanSection uid="u1" plan={now} />)

beforeEach(() => {
  for (const mock of [...Object.values(session), ...Object.values(api)]) mock.mockReset()
  api.cancelPlan.mockResolvedValue({ status: 200, data: plan({}, true) })
  api.resumePlan.mockResolvedValue({ status: 200, data: plan() })
})
afterEach(cleanup)

test.each<[string, CurrentPlan, string]>([
  ['none', noPlan, 'You have no plan.'],
  ['trialing', plan({ status: 'trialing', trialEnd: end }), 'Monthly, free trial until 5 December 2999'],
  ['active', plan(), 'Monthly, renews on 5 December 2999'],
  ['past due', plan({ status: 'past_due' }), 'Monthly, last payment declined'],
  ['cancelling', plan({}, true), 'Monthly, ends on 5 December 2999'],
  [
    'ended',
    plan({ status: 'canceled', currentPeriodEnd: '2020-12-05T12:00:00Z' }, true),
    'Monthly, ended on 5 December 2020',
  ],
  ['unpaid', plan({ status: 'unpaid' }, true), 'Monthly, stopped because a payment did not go through'],
  ['paused', plan({ status: 'paused' }, true), 'Monthly, paused'],
])('%s is said in words', (_, now, line) => {
  show(now)
  expect(screen.getByText(line)).toBeTruthy()
})

describe('cancelling', () => {
  test('takes two clicks, with focus where it belongs', async () => {
    const { rerender } = show(plan())
    await userEvent.click(button('Cancel plan'))
    expect(document.activeElement?.textContent).toContain('You keep everything until 5 December 2999.')
    expect(api.cancelPlan).not.toHaveBeenCalled()
    await userEvent.click(button('Yes, cancel my plan'))
    expect(api.cancelPlan).toHaveBeenCalledExactlyOnceWith({ uid: 'u1', subscriptionId: 'sub_1', store: 'stripe' })
    expect(session.takePlan).toHaveBeenCalledExactlyOnceWith(plan({}, true))
    rerender(<PlanSection uid="u1" plan={plan({}, true)} />)
    expect(screen.getByRole('status').textContent).toContain('Cancelled. Nothing more will be charged.')
    expect(document.activeElement?.textContent).toBe('Monthly, ends on 5 December 2999')
    expect(screen.queryByRole('button', { name: 'Cancel plan' })).toBeNull()
  })

  test.each(['button', 'key'])('can be left alone by %s, and focus comes back', async (way) => {
    show(plan())
    await userEvent.click(button('Cancel plan'))
    if (way === 'button') await userEvent.click(button('Keep my plan'))
    else await userEvent.keyboard('{Escape}')
    expect(document.activeElement).toBe(button('Cancel plan'))
    expect(api.cancelPlan).not.toHaveBeenCalled()
  })

  test('by keyboard alone', async () => {
    show(plan())
    button('Cancel plan').focus()
    await userEvent.keyboard('{Enter}')
    await userEvent.tab()
    expect(document.activeElement).toBe(button('Yes, cancel my plan'))
    await userEvent.keyboard('{Enter}')
    expect(session.takePlan).toHaveBeenCalledTimes(1)
  })

  test.each([502, 503, 429, 404, 500])(
    '%i says plainly that nothing was cancelled, and can be tried again',
    async (status) => {
      api.cancelPlan.mockResolvedValueOnce(failure(status, 'x', 'The provider does not answer.'))
      show(plan())
      await userEvent.click(button('Cancel plan'))
      await userEvent.click(button('Yes, cancel my plan'))
      const alert = await screen.findByRole('alert')
      expect(alert.textContent).toContain('Nothing was cancelled. The provider does not answer.')
      expect(session.takePlan).not.toHaveBeenCalled()
      await userEvent.click(button('Yes, cancel my plan'))
      expect(session.takePlan).toHaveBeenCalledTimes(1)
    },
  )

  test('a request that never left has changed nothing, and can be pressed again', async () => {
    api.cancelPlan.mockResolvedValueOnce(notSent())
    show(plan())
    await userEvent.click(button('Cancel plan'))
    await userEvent.click(button('Yes, cancel my plan'))
    expect(screen.getByRole('alert').textContent).toContain('Your plan is unchanged.')
    expect(api.currentPlan).not.toHaveBeenCalled()
    await userEvent.click(button('Yes, cancel my plan'))
    expect(session.takePlan).toHaveBeenCalledTimes(1)
  })

  test('without an answer the plan itself says whether it was cancelled', async () => {
    api.cancelPlan.mockResolvedValue(failure(0, 'no-answer', 'x'))
    api.currentPlan.mockResolvedValueOnce({ status: 200, data: plan() })
    show(plan())
    await userEvent.click(button('Cancel plan'))
    await userEvent.click(button('Yes, cancel my plan'))
    expect((await screen.findByRole('alert')).textContent).toContain('Nothing was cancelled.')
    api.currentPlan.mockResolvedValueOnce({ status: 200, data: plan({}, true) })
    await userEvent.click(button('Yes, cancel my plan'))
    await vi.waitFor(() => expect(session.takePlan).toHaveBeenCalledTimes(1))
  })

  test('without an answer or a readable plan it is not known, and looking says which', async () => {
    api.cancelPlan.mockResolvedValue(failure(0, 'no-answer', 'x'))
    api.currentPlan.mockResolvedValue(failure(0, 'no-answer', 'x'))
    show(plan())
    await userEvent.click(button('Cancel plan'))
    await userEvent.click(button('Yes, cancel my plan'))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('We do not know yet whether it was cancelled.')
    expect(alert.textContent).toContain('Look again when you are connected.')
    expect(document.body.textContent).not.toMatch(/Nothing was cancelled|unchanged/)
    expect(document.activeElement?.contains(alert)).toBe(true)
    await userEvent.click(button('Look again'))
    expect(screen.getByRole('alert').textContent).toContain('We do not know yet')
    api.currentPlan.mockResolvedValueOnce({ status: 200, data: plan() })
    await userEvent.click(button('Look again'))
    expect(screen.getByRole('alert').textContent).toContain('Your plan is unchanged.')
    expect(screen.getByRole('alert').textContent).toContain('Nothing was cancelled.')
    expect(document.activeElement?.textContent).toContain('Cancel your plan?')
    await userEvent.click(button('Yes, cancel my plan'))
    api.currentPlan.mockResolvedValueOnce({ status: 200, data: plan({}, true) })
    await userEvent.click(button('Look again'))
    expect(session.takePlan).toHaveBeenCalledExactlyOnceWith(plan({}, true))
    expect(api.cancelPlan).toHaveBeenCalledTimes(2)
  })

  test('when the plan itself is refused, that is not called unchanged either', async () => {
    api.cancelPlan.mockResolvedValue(failure(0, 'no-answer', 'x'))
    api.currentPlan.mockResolvedValue(failure(503, 'unavailable', 'Try again in a moment.'))
    show(plan())
    await userEvent.click(button('Cancel plan'))
    await userEvent.click(button('Yes, cancel my plan'))
    expect((await screen.findByRole('alert')).textContent).toContain('We do not know yet whether it was cancelled.')
  })

  test('past due: an open invoice is not said to be void, before or after', async () => {
    const { rerender } = show(plan({ status: 'past_due' }))
    await userEvent.click(button('Cancel plan'))
    expect(document.body.textContent).toContain('An invoice that is already open may still be charged.')
    expect(document.body.textContent).not.toMatch(/nothing more|no more charges/i)
    rerender(<PlanSection uid="u1" plan={plan({ status: 'past_due' }, true)} />)
    expect(screen.getByRole('status').textContent).toContain('An invoice that is already open may still be charged.')
    expect(document.body.textContent).not.toMatch(/nothing more|no more charges/i)
  })

  test('refused because of a store: the store’s own address', async () => {
    const refused = failure(409, 'cancel-in-store', 'You bought this in the Play Store.')
    refused.data.error.cancelUrl = 'https://play.example/cancel'
    api.cancelPlan.mockResolvedValue(refused)
    show(plan())
    await userEvent.click(button('Cancel plan'))
    await userEvent.click(button('Yes, cancel my plan'))
    const link = await screen.findByRole('link', { name: 'Open the store’s cancel page' })
    expect(link.getAttribute('href')).toBe('https://play.example/cancel')
  })
})

test.each(['play_store', 'app_store'] as const)('a plan of the %s leads to that store', (store) => {
  show(plan({ store }))
  expect(screen.queryByRole('button', { name: 'Cancel plan' })).toBeNull()
  expect(screen.getByRole('link').getAttribute('href')).toContain('subscriptions')
})

test('a cancelled plan that still runs can be resumed', async () => {
  const { rerender } = show(plan({}, true))
  await userEvent.click(button('Resume plan'))
  expect(api.resumePlan).toHaveBeenCalledExactlyOnceWith({ uid: 'u1', subscriptionId: 'sub_1', store: 'stripe' })
  expect(session.takePlan).toHaveBeenCalledExactlyOnceWith(plan())
  rerender(<PlanSection uid="u1" plan={plan()} />)
  expect(document.activeElement?.textContent).toBe('Monthly, renews on 5 December 2999')
})

test('a resumption whose answer is lost is not known until somebody looks', async () => {
  api.resumePlan.mockResolvedValue(failure(0, 'no-answer', 'x'))
  api.currentPlan.mockResolvedValueOnce(failure(0, 'no-answer', 'x'))
  show(plan({}, true))
  await userEvent.click(button('Resume plan'))
  expect((await screen.findByRole('alert')).textContent).toContain('We do not know yet whether it was resumed.')
  expect(screen.queryByRole('button', { name: 'Resume plan' })).toBeNull()
  api.currentPlan.mockResolvedValueOnce({ status: 200, data: plan() })
  await userEvent.click(button('Look again'))
  expect(session.takePlan).toHaveBeenCalledExactlyOnceWith(plan())
})

test('past due says what to do, and leads to the provider’s page for the card', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
  api.portal.mockResolvedValue({ status: 200, data: { url: 'http://localhost:4010/portal' } })
  show(plan({ status: 'past_due' }))
  expect(screen.getByText(/you can change the card first/)).toBeTruthy()
  await userEvent.click(button('Change the card'))
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('http://localhost:4010/portal'))
  expect(button('Cancel plan')).toBeTruthy()
})

test('a plan that could not be read is not called none, and is asked for again', async () => {
  show('failed')
  expect(screen.getByRole('alert').textContent).toContain('We could not read your plan.')
  await userEvent.click(button('Try again'))
  expect(session.askPlan).toHaveBeenCalledTimes(1)
  expect(document.activeElement?.contains(screen.getByRole('alert'))).toBe(true)
})

test('while it is asked for again the button stays, and then the focus goes to the plan', async () => {
  const answer = Promise.withResolvers<void>()
  session.askPlan.mockReturnValue(answer.promise)
  const { rerender } = show('failed')
  await userEvent.click(button('Try again'))
  rerender(<PlanSection uid="u1" plan="unknown" />)
  expect(document.activeElement).toBe(button('Try again'))
  rerender(<PlanSection uid="u1" plan={plan()} />)
  answer.resolve()
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Monthly, renews on 5 December 2999'))
})
