import { session, api, assign, signedIn, picker, renderPicker, monthly, expectCheckout } from './render-picker'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { leavingMs } from '@/components/pricing/use-checkout'
import { noPlan } from '@/lib/contract/plan-words'

beforeEach(() => signedIn(noPlan))

test.each([
  ['Pay by card', api.stripeCheckout, 'stripe-month-USD'],
  ['Other ways to pay', api.chargebeeCheckout, 'chargebee-month-USD'],
])('%s opens the provider’s page once, even on a double click', async (name, call, priceId) => {
  renderPicker()
  await userEvent.dblClick((await monthly()).getByRole('button', { name: new RegExp(`^${name}`) }))
  await vi.waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('http://localhost:4010/pay'))
  expectCheckout(call, priceId)
  expect(session.leaveForCheckout).toHaveBeenCalledTimes(1)
})

test('drops a press when another user signs in', async () => {
  let answer: (answer: unknown) => void = () => {}
  api.stripeCheckout.mockImplementation(() => new Promise((resolve) => (answer = resolve)))
  const { rerender } = renderPicker()
  await userEvent.selectOptions(await screen.findByLabelText('Currency'), 'GBP')
  await userEvent.click((await monthly()).getByRole('button', { name: /^Pay by card/ }))
  await vi.waitFor(() => expect(api.stripeCheckout).toHaveBeenCalledTimes(1))
  session.now = { ...(session.now as object), uid: 'u2' }
  rerender(picker())
  const card = await monthly()
  expect(card.getByRole('button', { name: /^Pay by card/ }).getAttribute('aria-busy')).toBeNull()
  expect(card.getByText('£19', { selector: 'p' })).toBeTruthy()
  await act(async () => answer({ status: 200, data: { id: 'x', url: 'http://localhost:4010/pay' } }))
  expect(assign).not.toHaveBeenCalled()
})

test('frees the button after ten seconds if the navigation is stopped', async () => {
  renderPicker()
  const button = (await monthly()).getByRole('button', { name: /^Pay by card/ })
  vi.useFakeTimers()
  act(() => button.click())
  await act(() => vi.advanceTimersByTimeAsync(leavingMs - 1))
  expect(assign).toHaveBeenCalledTimes(1)
  expect(button.getAttribute('aria-busy')).toBe('true')
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(button.getAttribute('aria-busy')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
  await act(async () => button.click())
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(assign).toHaveBeenCalledTimes(2)
  expect(api.stripeCheckout).toHaveBeenCalledTimes(2)
})

test('ignores an invalid checkout URL', async () => {
  api.stripeCheckout.mockResolvedValue({ status: 200, data: { id: 'x', url: 'javascript:alert(1)' } })
  renderPicker()
  await userEvent.click((await monthly()).getByRole('button', { name: /^Pay by card/ }))
  expect((await screen.findByRole('alert')).textContent).toContain('Nothing was charged')
  expect(assign).not.toHaveBeenCalled()
})
