import { session, api, plan, button, section, show, offer, press } from './render-plan-section'
import { screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { failure } from '@/lib/browser/answer'
import type { CurrentPlan } from '@/lib/contract/plan'

describe('resuming', () => {
  test('resumes a cancelled plan that still runs', async () => {
    const { rerender } = show(plan({}, true))
    await press('Resume plan')
    expect(api.resumePlan).toHaveBeenCalledExactlyOnceWith({ uid: 'u1', subscriptionId: 'sub_1', store: 'stripe' })
    expect(session.applyPlan).toHaveBeenCalledExactlyOnceWith('u1', plan())
    rerender(section(plan()))
    expect(document.activeElement?.textContent).toBe('Monthly, renews on 5 December 2999')
  })

  test('does not claim “unchanged” if the plan differs from the page', async () => {
    api.resumePlan.mockResolvedValue(failure(409, 'not-cancelled', 'This plan has ended.'))
    show(plan({}, true))
    await press('Resume plan')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toMatch(/^Nothing was resumed\.This plan has ended\./)
  })

  const terms = () => document.getElementById(button('Resume plan').getAttribute('aria-describedby') ?? '')?.textContent

  test.each([
    ['inclusive', '$19 a month from 5 December 2999.'],
    ['exclusive', '$19 a month, plus tax, from 5 December 2999.'],
    ['unspecified', '$19 a month, plus any tax, from 5 December 2999.'],
  ])('shows its terms next to the button: tax %s', async (taxBehavior, words) => {
    api.plans.mockResolvedValue({ status: 200, data: { plans: [{ ...offer, taxBehavior }] } })
    show(plan({}, true))
    await vi.waitFor(() =>
      expect(terms()).toBe(
        `By continuing, you agree to pay ${words} It renews automatically until you cancel. You will not be charged straight away.`,
      ),
    )
  })

  test('charges a continued trial at its end', async () => {
    show(plan({ status: 'trialing', trialEnd: '2999-11-29T12:00:00.000Z' }, true))
    await vi.waitFor(() => expect(terms()).toContain('$19 a month from 29 November 2999'))
  })
})

describe('a page that was opened before a change elsewhere', () => {
  const unpaid = plan({ status: 'unpaid' }, true)
  const other = plan({ id: 'sub_2', store: 'chargebee' })
  const over = plan({ status: 'canceled', currentPeriodEnd: '2020-12-05T12:00:00Z' }, true)
  const ended = 'The plan on this page has ended.'
  const alert = async () => (await screen.findByRole('alert')).textContent

  async function cancel() {
    await press('Cancel plan')
    await press('Yes, cancel my plan')
  }

  test('reports a replaced plan, and does not cancel the other', async () => {
    api.cancelPlan.mockResolvedValue({ status: 200, data: other })
    const { rerender } = show(unpaid)
    await cancel()
    expect(await alert()).toBe(
      `${ended}You have another plan, and it hasn’t changed. This page shows your plan as it is now.`,
    )
    expect(session.applyPlan).toHaveBeenCalledExactlyOnceWith('u1', other)
    rerender(section(other))
    expect(screen.getByText('Monthly, renews on 5 December 2999')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Yes, cancel my plan' })).toBeNull()
    expect(document.body.textContent).not.toContain('unchanged')
    expect(await alert()).toContain(ended)
  })

  test.each<[string, CurrentPlan, string, string]>([
    ['has ended', over, 'not-cancelled', 'This plan is not cancelled, so there’s nothing to resume.'],
    ['was resumed', plan(), 'not-cancelled', 'This plan is not cancelled, so there’s nothing to resume.'],
    ['has stopped', unpaid, 'not-cancelled', 'This plan is not cancelled, so there’s nothing to resume.'],
    ['was replaced', other, 'already-subscribed', 'You have another plan.'],
  ])('shows the current state when resuming a plan that %s elsewhere', async (_, now, code, words) => {
    api.resumePlan.mockResolvedValue(failure(409, code, words))
    api.currentPlan.mockResolvedValue({ status: 200, data: now })
    const { rerender } = show(plan({}, true))
    await press('Resume plan')
    expect(await alert()).toBe(`Nothing was resumed.${words} This page shows your plan as it is now.`)
    expect(session.applyPlan).toHaveBeenCalledExactlyOnceWith('u1', now)
    rerender(section(now))
    expect(screen.queryByRole('button', { name: 'Resume plan' })).toBeNull()
    expect(await alert()).toContain('Nothing was resumed.')
  })
})
