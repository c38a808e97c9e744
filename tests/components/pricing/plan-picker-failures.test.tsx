import { session, api, signedIn, picker, renderPicker, monthly, assign } from './render-picker'
import { act, screen } from '@testing-library/react'
import { expect, test, vi, beforeEach } from 'vitest'
import { rememberCheckout } from '@/components/session/store'
import { failure, notSentFailure } from '@/lib/browser/answer'
import { noPlan } from '@/lib/contract/plan-words'
import { planWith } from '@/tests/components/session/gate-table'
import userEvent from '@testing-library/user-event'

const words = 'Your payment may be complete. You do not need to pay again.'

test('sees a message, cannot pay, and can check again', async () => {
  rememberCheckout('u1')
  signedIn('failed')
  const { rerender } = renderPicker()
  await monthly()
  expect(screen.getByText(words)).toBeTruthy()
  expect(screen.getAllByRole('button')).toHaveLength(1)
  let answered = () => {}
  session.refreshPlan.mockReturnValue(new Promise<void>((resolve) => (answered = resolve)))
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }))
  signedIn('unknown')
  rerender(picker())
  expect(screen.getByText(words)).toBeTruthy()
  signedIn(planWith())
  await act(async () => answered())
  rerender(picker())
  expect(screen.queryByText(words)).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'You have a plan.' }))
})

test.each([
  ['no answer', failure(503, 'unavailable', 'x'), 'The payment provider isn’t answering right now.'],
  ['an empty catalogue', { status: 200, data: { plans: [] } }, 'The payment provider isn’t answering right now.'],
  ['no connection', notSentFailure(), 'We couldn’t reach the server.'],
])('shows no price for %s, and a retry works', async (_, answer, title) => {
  api.plans.mockResolvedValueOnce(answer)
  signedIn(noPlan)
  renderPicker()
  expect(await screen.findByText('Price shown at checkout')).toBeTruthy()
  expect(screen.getByText(title)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect((await monthly()).getByRole('button', { name: /^Pay by card/ })).toBeTruthy()
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Monthly'))
})

beforeEach(() => signedIn(noPlan))

test.each([409, 502])('after %i, shows the problem and frees the button', async (status) => {
  api.stripeCheckout.mockResolvedValueOnce(failure(status, 'x', 'Because.'))
  renderPicker()
  await userEvent.click((await monthly()).getByRole('button', { name: /^Pay by card/ }))
  const alert = await (await monthly()).findByRole('alert')
  // A plan may have been paid for in another tab.
  expect(alert.textContent?.includes('Nothing was charged.')).toBe(status !== 409)
  expect(session.refreshPlan).toHaveBeenCalledTimes(status === 409 ? 1 : 0)
  await userEvent.click((await monthly()).getByRole('button', { name: /^Pay by card/ }))
  await vi.waitFor(() => expect(assign).toHaveBeenCalledTimes(1))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('keeps the focus after a refusal, and moves it to the message if the button goes', async () => {
  api.stripeCheckout.mockResolvedValueOnce(failure(409, 'terms-changed', 'x'))
  const { rerender } = renderPicker()
  const button = (await monthly()).getByRole('button', { name: /^Pay by card/ })
  button.focus()
  await userEvent.keyboard('{Enter}')
  await screen.findByRole('alert')
  signedIn('unknown')
  rerender(picker())
  expect(document.activeElement).toBe(button)
  signedIn('failed')
  rerender(picker())
  expect(document.activeElement?.textContent).toContain('The terms have changed since you opened this page.')
})
