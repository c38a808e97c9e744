import { session, api, config, plan, status, cancel, press, section, show } from './render-plan-section'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { failure } from '@/lib/browser/answer'

describe('cancelling', () => {
  test('takes two clicks, and moves the focus correctly', async () => {
    const { rerender } = show(plan())
    await press('Cancel plan')
    expect(document.activeElement?.textContent).toContain('You keep everything until 5 December 2999.')
    expect(api.cancelPlan).not.toHaveBeenCalled()
    await press('Yes, cancel my plan')
    expect(api.cancelPlan).toHaveBeenCalledExactlyOnceWith({ uid: 'u1', subscriptionId: 'sub_1', store: 'stripe' })
    expect(session.applyPlan).toHaveBeenCalledExactlyOnceWith('u1', plan({}, true))
    rerender(section(plan({}, true)))
    const message = status()
    expect(message).toContain('Cancelled. Nothing more will be charged.')
    expect(message).toContain('You keep the app and the calls until 5 December 2999')
    expect(message).toContain('After that, you keep your account and your data.')
    expect(document.activeElement?.textContent).toBe('Monthly, ends on 5 December 2999')
    expect(screen.queryByRole('button', { name: 'Cancel plan' })).toBeNull()
  })

  test('refunds the last payment in two clicks within the window', async () => {
    const ended = plan({ status: 'canceled', nextCharge: null }, true)
    api.refundPlan.mockResolvedValue({ status: 200, data: ended })
    const { rerender } = show(plan({ refundUntil: '2999-12-01T12:00:00.000Z' }))
    await press('Cancel and refund')
    expect(document.activeElement?.textContent).toContain('Stripe refunds your last payment the way you paid.')
    expect(document.activeElement?.textContent).toContain('You can do this until 1 December 2999, 12:00 UTC.')
    await press('Yes, cancel and refund')
    expect(api.refundPlan).toHaveBeenCalledExactlyOnceWith({ uid: 'u1', subscriptionId: 'sub_1', store: 'stripe' })
    rerender(section(ended))
    expect(status()).toContain('Your last payment is refunded the way you paid.')
    expect(screen.queryByRole('button', { name: 'Cancel and refund' })).toBeNull()
  })

  test('pauses for the chosen months in two clicks, and resumes now', async () => {
    const pausedUntil = '3000-02-05T12:00:00.000Z'
    const charge = { nextCharge: { at: pausedUntil, amount: null, currency: null } }
    api.pausePlan.mockResolvedValue({ status: 200, data: plan({ pausedUntil, ...charge }) })
    const { rerender } = show(plan({ pauseMonths: 3 }))
    await press('Pause plan')
    await userEvent.selectOptions(screen.getByLabelText('For how long?'), '2 months')
    expect(document.body.textContent).toContain('until 5 February 3000, 12:00 UTC, nothing is charged')
    await press('Yes, pause my plan')
    expect(api.pausePlan).toHaveBeenCalledExactlyOnceWith({
      uid: 'u1',
      subscriptionId: 'sub_1',
      store: 'stripe',
      months: 2,
    })
    rerender(section(plan({ pausedUntil, ...charge })))
    expect(document.activeElement?.textContent).toBe('Monthly, pauses on 5 December 2999')
    expect(document.body.textContent).toContain('You will not be charged straight away.')
    rerender(section(plan({ status: 'paused', pausedUntil, ...charge }, true)))
    expect(document.body.textContent).toContain('Paused until 5 February 3000.')
    expect(document.body.textContent).toContain('You’ll be charged straight away, and a new month begins.')
    await press('Resume now')
    expect(api.resumePlan).toHaveBeenCalledTimes(1)
  })

  test('offers no refund outside of the window', () => {
    show(plan())
    expect(screen.queryByRole('button', { name: 'Cancel and refund' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Pause plan' })).toBeNull()
  })

  test('reports that nothing was cancelled, and allows a retry', async () => {
    api.cancelPlan.mockResolvedValueOnce(failure(502, 'x', 'The provider does not answer.'))
    show(plan())
    await cancel()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Nothing was cancelled. The provider does not answer.')
    expect(session.applyPlan).not.toHaveBeenCalled()
    await press('Yes, cancel my plan')
    expect(session.applyPlan).toHaveBeenCalledTimes(1)
  })

  test('treats an unanswered change as possibly pending', async () => {
    const [before, after] = [plan(), plan({}, true)]
    api.cancelPlan.mockResolvedValue(failure(0, 'no-answer', 'x'))
    api.billingSync.mockResolvedValueOnce({ status: 200, data: before })
    show(before)
    await cancel()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Nothing was cancelled, as far as we can tell.')
    expect(alert.textContent).toContain('We got no answer. Check again in a moment.')
    expect(alert.textContent).not.toContain('unchanged')
    expect(screen.queryByRole('button', { name: 'Yes, cancel my plan' })).toBeNull()
    api.billingSync.mockResolvedValueOnce({ status: 200, data: before })
    await press('Check again')
    expect(screen.getByRole('alert').textContent).toContain('Your plan is unchanged.Nothing was cancelled.')
    api.billingSync.mockResolvedValueOnce({ status: 200, data: after })
    await press('Yes, cancel my plan')
    await vi.waitFor(() => expect(session.applyPlan).toHaveBeenCalledExactlyOnceWith('u1', after))
  })

  test.each([
    ['in transit', failure(0, 'no-answer', 'x')],
    ['by a proxy', failure(502, 'unreadable', 'x')],
  ])('recognises a change whose answer was lost %s', async (_, answer) => {
    api.cancelPlan.mockResolvedValue(answer)
    api.billingSync.mockResolvedValueOnce({ status: 200, data: plan({}, true) })
    show(plan())
    await cancel()
    expect(session.applyPlan).toHaveBeenCalledExactlyOnceWith('u1', plan({}, true))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('treats a resumption as unknown if the provider does not answer', async () => {
    const late = failure(502, 'provider-unavailable', 'x')
    const unsure = failure(502, 'provider-unavailable', 'x')
    unsure.data.error.outcome = 'unknown'
    api.resumePlan.mockResolvedValue(unsure)
    show(plan({}, true))
    await press('Resume plan')
    const message = async () => (await screen.findByRole('alert')).textContent
    expect(await message()).toContain('Nothing was resumed, as far as we can tell.')
    expect(await message()).toContain('The payment provider gave no clear answer. Check again in a moment.')
    expect(document.body.textContent).not.toContain('unchanged')
    // The server has already checked.
    expect(api.billingSync).not.toHaveBeenCalled()
    api.billingSync.mockResolvedValueOnce(late)
    await press('Check again')
    expect(await message()).toContain('as far as we can tell')
    api.billingSync.mockResolvedValueOnce({ status: 200, data: plan() })
    await press('Check again')
    expect(api.billingSync).toHaveBeenCalledTimes(2)
    expect(session.applyPlan).toHaveBeenCalledExactlyOnceWith('u1', plan())
    expect(api.resumePlan).toHaveBeenCalledTimes(1)
  })

  test('does not call an open invoice void while past due', async () => {
    const { rerender } = show(plan({ status: 'past_due' }))
    await press('Cancel plan')
    expect(document.body.textContent).toContain('An invoice that’s already open may still be charged.')
    expect(document.body.textContent).not.toMatch(/nothing more|no more charges/i)
    expect(document.body.textContent).toContain(
      'You keep everything until 5 December 2999 at the latest. Its last payment was declined, so it may end earlier.',
    )
    rerender(section(plan({ status: 'past_due' }, true)))
    expect(status()).toContain('An invoice that’s already open may still be charged.')
    expect(status()).toContain('the app and the calls until 5 December 2999 at the latest. Its last payment was')
    expect(document.body.textContent).not.toMatch(/nothing more|no more charges/i)
  })

  test.each([
    ['is sent', true, 'ada@x.test', 'We email ada@x.test when a plan is cancelled.'],
    ['is not sent without an address', true, null, 'This page is your confirmation'],
    ['is not sent without a mail server', false, 'ada@x.test', 'This page is your confirmation'],
    ['may not be sent, as settings are unknown', null, 'ada@x.test', 'This page is your confirmation'],
  ])('confirms the email only if it was sent: it %s', async (_, mail, email, message) => {
    if (mail === null) config.publicConfig.mockRejectedValue(new Error('offline'))
    else config.publicConfig.mockResolvedValue({ mail })
    const { rerender } = show(plan(), email)
    await cancel()
    rerender(section(plan({}, true), null, email))
    expect(await screen.findByText(new RegExp(message))).toBeTruthy()
    if (!message.startsWith('We email')) expect(document.body.textContent).not.toContain('We email')
  })
})
